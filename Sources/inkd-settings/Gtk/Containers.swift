internal import CGtk4

/// Widgets beside or below one another.
final class LinearBox: Widget {
    /// Creates a row, or a column if `isColumn`.
    init(isColumn: Bool, spacing: Int32, _ children: [Widget] = []) {
        super.init(gtk_box_new(isColumn ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL, spacing))
        for child in children { append(child) }
    }

    /// Creates a column of widgets.
    static func column(spacing: Int32 = 12, _ children: [Widget] = []) -> LinearBox {
        LinearBox(isColumn: true, spacing: spacing, children)
    }

    /// Creates a row of widgets.
    static func row(spacing: Int32 = 12, _ children: [Widget] = []) -> LinearBox { LinearBox(isColumn: false, spacing: spacing, children) }

    /// Adds a widget at the end.
    func append(_ child: Widget) { gtk_box_append(cast(), child.pointer) }

    /// Removes all widgets, and adds others.
    func replaceAll(with children: [Widget]) {
        while let child = gtk_widget_get_first_child(pointer) { gtk_box_remove(cast(), child) }
        for child in children { append(child) }
    }
}

/// A widget with another widget drawn over it.
final class Overlay: Widget {
    /// - Parameter isActive: whether the upper widget receives clicks instead of the lower one.
    init(_ child: Widget, above: Widget, isActive: Bool = false) {
        super.init(gtk_overlay_new())
        gtk_overlay_set_child(opaque, child.pointer)
        gtk_overlay_add_overlay(opaque, above.pointer)
        gtk_widget_set_can_target(above.pointer, isActive ? 1 : 0)
    }
}

/// A widget that scrolls if its content does not fit.
final class Scrolled: Widget {
    init(_ child: Widget) {
        super.init(gtk_scrolled_window_new())
        gtk_scrolled_window_set_policy(opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        gtk_scrolled_window_set_child(opaque, child.pointer)
        expanded(across: true, down: true)
    }

    /// Makes the widget as high as its content, up to a number of pixels.
    func highAtMost(_ pixels: Int32) -> Self {
        gtk_scrolled_window_set_propagate_natural_height(opaque, 1)
        gtk_scrolled_window_set_max_content_height(opaque, pixels)
        return expanded(across: true, down: false)
    }

    /// Makes the widget scroll only horizontally. The widget is as high as its content.
    func across() -> Self {
        gtk_scrolled_window_set_policy(opaque, GTK_POLICY_AUTOMATIC, GTK_POLICY_NEVER)
        return expanded(across: true, down: false)
    }
}

/// Pages, one of which is visible, and the list that selects it.
final class PageStack: Widget {
    /// The list of the pages' titles.
    let sidebar: Widget

    init() {
        sidebar = Widget(gtk_stack_sidebar_new()).sized(180, -1).called("Pages")
        super.init(gtk_stack_new())
        gtk_stack_sidebar_set_stack(sidebar.opaque, opaque)
        gtk_stack_set_transition_type(opaque, GTK_STACK_TRANSITION_TYPE_CROSSFADE)
        expanded(across: true, down: true)
    }

    /// Adds a page.
    func add(_ page: Widget, name: String, title: String) { gtk_stack_add_titled(opaque, page.pointer, name, title) }

    /// The visible page; nil without pages.
    var shown: String? {
        get { gtk_stack_get_visible_child_name(opaque).map { String(cString: $0) } }
        set { if let newValue { gtk_stack_set_visible_child_name(opaque, newValue) } }
    }
}

/// Rows with a heading above them.
final class Group: Widget {
    private let list = Widget(gtk_list_box_new()).styled("rows")

    /// - Parameters:
    ///   - title: the heading; may be empty.
    ///   - text: the text below the heading; may be empty.
    init(_ title: String, _ text: String = "", rows: [Widget] = []) {
        super.init(of: LinearBox.column(spacing: 6))
        if !title.isEmpty { append(Label(title).styled("heading")) }
        if !text.isEmpty { append(Label(text).styled("dim-label")) }
        gtk_list_box_set_selection_mode(list.opaque, GTK_SELECTION_NONE)
        if !title.isEmpty { list.setAccessibleName(title) }
        append(list)
        replaceAll(with: rows)
    }

    private func append(_ child: Widget) { gtk_box_append(cast(), child.pointer) }

    /// Removes all rows, and adds others.
    func replaceAll(with rows: [Widget]) {
        while let child = gtk_widget_get_first_child(list.pointer) { gtk_list_box_remove(list.opaque, child) }
        for row in rows {
            gtk_list_box_append(list.opaque, row.pointer)
            // rows cannot be activated or focused; the keyboard focus moves to the controls of a row instead
            guard let place = gtk_widget_get_parent(row.pointer) else { continue }
            gtk_list_box_row_set_activatable(UnsafeMutableRawPointer(place).assumingMemoryBound(to: GtkListBoxRow.self), 0)
            gtk_widget_set_focusable(place, 0)
        }
        list.isVisible = !rows.isEmpty
    }
}

/// A row of a group: its subject, and its controls at the end.
final class Row: Widget {
    private let heading: Label
    private let subtitle: Label

    init(_ title: String, _ text: String = "", leading: Widget? = nil, trailing: [Widget] = []) {
        heading = Label(title)
        subtitle = Label(text).styled("dim-label", "caption")
        let row = LinearBox.row(spacing: 12)
        super.init(of: row)
        margin(12)
        if let leading { row.append(leading.aligned(down: GTK_ALIGN_CENTER)) }
        row.append(LinearBox.column(spacing: 2, [heading, subtitle]).expanded().aligned(down: GTK_ALIGN_CENTER))
        for widget in trailing { row.append(widget.aligned(down: GTK_ALIGN_CENTER)) }
        self.text = text
    }

    /// Adds a widget at the end.
    func append(_ widget: Widget) { gtk_box_append(cast(), widget.aligned(down: GTK_ALIGN_CENTER).pointer) }

    /// The heading.
    var title: String {
        get { heading.text }
        set { heading.text = newValue }
    }

    /// The smaller text below the title.
    var text: String {
        get { subtitle.text }
        set {
            subtitle.text = newValue
            subtitle.isVisible = !newValue.isEmpty
        }
    }
}

/// A page's groups below its title, in a column that stays narrow enough to read.
final class PageColumn: Widget {
    private let column: LinearBox

    /// - Parameter text: the text below the title; may be empty.
    init(_ title: String, _ text: String = "") {
        let title = LinearBox.column(spacing: 4, [Label(title).styled("title")])
        if !text.isEmpty { title.append(Label(text).styled("dim-label")) }
        column = LinearBox.column(spacing: 24, [title])
        super.init(of: LinearBox.column(spacing: 0, [column.sized(560, -1).aligned(across: GTK_ALIGN_CENTER)]))
        styled("page")
    }

    /// Adds a group at the end.
    func append(_ child: Widget) { column.append(child) }
}
