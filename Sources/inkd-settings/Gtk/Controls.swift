internal import CGtk4

/// A label.
final class Label: Widget {
    /// - Parameter wraps: whether text that is too long continues on the next line.
    init(_ text: String, wraps: Bool = true) {
        super.init(gtk_label_new(text))
        gtk_label_set_xalign(opaque, 0)
        gtk_label_set_wrap(opaque, wraps ? 1 : 0)
        gtk_label_set_wrap_mode(opaque, PANGO_WRAP_WORD_CHAR)
        // the longest sentence must not determine the width of a page
        if wraps { gtk_label_set_max_width_chars(opaque, 60) }
    }

    /// The text.
    var text: String {
        get { gtk_label_get_text(opaque).map { String(cString: $0) } ?? "" }
        set { if newValue != text { gtk_label_set_text(opaque, newValue) } }
    }

    /// Makes the text selectable, so that it can be copied.
    func selectable() -> Label {
        gtk_label_set_selectable(opaque, 1)
        return self
    }
}

/// Text whose words can be pressed, each a link.
final class WordLabel: Widget {
    private let pressed: WordHandler

    /// Creates a label that calls a closure with the index of the pressed word.
    init(_ pressed: @escaping @MainActor (Int) -> Void) {
        self.pressed = WordHandler(pressed)
        super.init(gtk_label_new(""))
        gtk_label_set_xalign(opaque, 0)
        gtk_label_set_wrap(opaque, 1)
        let callback: @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?) -> Int32 = { data, address in
            guard let data, let place = address.flatMap({ Int(String(cString: $0)) }) else { return 0 }
            let handler = Unmanaged<WordHandler>.fromOpaque(data).takeUnretainedValue()
            MainActor.assumeIsolated { handler.work(place) }
            return 1
        }
        // GObject accepts a callback of any type as a GCallback, and calls it with the signal's arguments
        g_signal_connect_data(
            pointer, "activate-link", unsafeBitCast(callback, to: GCallback.self), Unmanaged.passRetained(self.pressed).toOpaque(),
            { data, _ in
                if let data { Unmanaged<WordHandler>.fromOpaque(data).release() }
            }, G_CONNECT_SWAPPED)
    }

    /// Shows lines of words, one of which is marked. Words are numbered from 0 across all lines.
    func show(_ lines: [[String]], marked: Int?) {
        var place = 0
        let markup = lines.map { line in
            line.map { word in
                defer { place += 1 }
                let text = Self.escaped(word)
                return "<a href=\"\(place)\" title=\"\">\(place == marked ? "<u>\(text)</u>" : text)</a>"
            }.joined(separator: " ")
        }.joined(separator: "\n")
        gtk_label_set_markup(opaque, markup)
    }

    private static func escaped(_ text: String) -> String {
        guard let escaped = g_markup_escape_text(text, -1) else { return "" }
        defer { g_free(escaped) }
        return String(cString: escaped)
    }
}

/// A closure that receives the index of a word, owned by GTK.
@MainActor
private final class WordHandler {
    let work: @MainActor (Int) -> Void

    init(_ work: @escaping @MainActor (Int) -> Void) { self.work = work }
}

/// A button with a text on it.
final class Button: Widget {
    init(_ title: String, _ work: @escaping @MainActor () -> Void) {
        super.init(gtk_button_new_with_label(title))
        on("clicked", work)
    }

    /// The text on the button.
    var title: String {
        get { gtk_button_get_label(cast()).map { String(cString: $0) } ?? "" }
        set { gtk_button_set_label(cast(), newValue) }
    }
}

/// A control whose value can also be set from inkd's replies. Setting it from a reply does not count as a change by the user.
class Control: Widget {
    fileprivate var isBeingSet = false

    /// Calls a closure when the user changes the value.
    fileprivate final func whenChanged(_ signal: String, _ work: @escaping @MainActor () -> Void) {
        on(signal) { [weak self] in
            if self?.isBeingSet == false { work() }
        }
    }

    /// Makes the mouse wheel scroll the page, rather than change the value of a control that comes under the pointer while the page
    /// scrolls.
    fileprivate final func ignoreWheel() {
        guard let controllers = gtk_widget_observe_controllers(pointer) else { return }
        let list = OpaquePointer(UnsafeMutableRawPointer(controllers))
        for place in 0..<g_list_model_get_n_items(list) {
            guard let controller = g_list_model_get_item(list, place) else { continue }
            let instance = controller.assumingMemoryBound(to: GTypeInstance.self)
            if g_type_check_instance_is_a(instance, gtk_event_controller_scroll_get_type()) != 0 {
                gtk_event_controller_set_propagation_phase(OpaquePointer(controller), GTK_PHASE_NONE)
            }
            g_object_unref(controller)
        }
        g_object_unref(UnsafeMutableRawPointer(controllers))
    }

    /// Changes the value without calling the closure.
    fileprivate final func silently(_ change: () -> Void) {
        isBeingSet = true
        change()
        isBeingSet = false
    }
}

/// A switch that is on or off.
final class Switch: Control {
    /// Called when the user turns the switch on or off.
    var changed: @MainActor (Bool) -> Void

    init(called name: String, _ changed: @escaping @MainActor (Bool) -> Void) {
        self.changed = changed
        super.init(gtk_switch_new())
        called(name)
        whenChanged("notify::active") { [weak self] in self.map { $0.changed($0.isOn) } }
    }

    /// The state of the switch.
    var isOn: Bool {
        get { gtk_switch_get_active(opaque) != 0 }
        set { silently { gtk_switch_set_active(opaque, newValue ? 1 : 0) } }
    }
}

/// A whole number that can be typed or stepped through.
final class NumberField: Control {
    init(called name: String, _ range: ClosedRange<Double>, step: Double, _ changed: @escaping @MainActor (Double) -> Void) {
        super.init(gtk_spin_button_new_with_range(range.lowerBound, range.upperBound, step))
        called(name)
        gtk_editable_set_width_chars(opaque, 6)
        ignoreWheel()
        whenChanged("value-changed") { [weak self] in self.map { changed($0.value) } }
    }

    /// The number.
    var value: Double {
        get { gtk_spin_button_get_value(opaque) }
        set { silently { gtk_spin_button_set_value(opaque, newValue) } }
    }
}

/// A number that is set with a slider.
final class Slider: Control {
    /// Called when the user moves the slider.
    var changed: @MainActor (Double) -> Void

    init(called name: String, _ range: ClosedRange<Double>, step: Double, _ changed: @escaping @MainActor (Double) -> Void) {
        self.changed = changed
        super.init(gtk_scale_new_with_range(GTK_ORIENTATION_HORIZONTAL, range.lowerBound, range.upperBound, step))
        called(name)
        gtk_scale_set_draw_value(cast(), 0)
        ignoreWheel()
        if range.contains(0) { gtk_scale_add_mark(cast(), 0, GTK_POS_BOTTOM, nil) }
        whenChanged("value-changed") { [weak self] in self.map { $0.changed($0.value) } }
    }

    /// The number.
    var value: Double {
        get { gtk_range_get_value(cast()) }
        set { silently { gtk_range_set_value(cast(), newValue) } }
    }
}

/// A list to choose from.
final class Choice: Control {
    private var titles: [String] = []

    init(called name: String, _ titles: [String] = [], _ changed: @escaping @MainActor (Int) -> Void) {
        super.init(gtk_drop_down_new(nil, nil))
        called(name)
        // the button within the list has the name, because the keyboard focus moves to it
        if let button = gtk_widget_get_first_child(pointer) { Widget(button).called(name) }
        setTitles(titles)
        whenChanged("notify::selected") { [weak self] in self?.selected.map(changed) }
    }

    /// Sets the texts to choose from.
    func setTitles(_ titles: [String]) {
        guard titles != self.titles else { return }
        self.titles = titles
        let list = gtk_string_list_new(nil)
        for title in titles { gtk_string_list_append(list, title) }
        silently { gtk_drop_down_set_model(opaque, list) }
        g_object_unref(UnsafeMutableRawPointer(list))
    }

    /// The index of the selected text; nil without a selection.
    var selected: Int? {
        get {
            let place = Int(gtk_drop_down_get_selected(opaque))
            return titles.indices.contains(place) ? place : nil
        }
        set { silently { gtk_drop_down_set_selected(opaque, newValue.map(UInt32.init) ?? UInt32.max) } }
    }
}

/// A line of text to type.
final class TextField: Widget {
    init(called name: String, hint: String = "") {
        super.init(gtk_entry_new())
        called(name)
        gtk_entry_set_placeholder_text(cast(), hint)
    }

    /// The text that was typed.
    var text: String {
        get { gtk_editable_get_text(opaque).map { String(cString: $0) } ?? "" }
        set { gtk_editable_set_text(opaque, newValue) }
    }
}

/// A progress bar.
final class ProgressBar: Widget {
    init(called name: String) {
        super.init(gtk_progress_bar_new())
        called(name)
    }

    /// The completed fraction, 0 to 1.
    var fraction: Double {
        get { gtk_progress_bar_get_fraction(opaque) }
        set { gtk_progress_bar_set_fraction(opaque, newValue) }
    }
}

/// A line above a page that states a problem and its remedy.
final class Banner: Widget {
    private let label = Label("").expanded()
    private let button: Button
    private var work: (@MainActor () -> Void)?

    init() {
        button = Button("") {}
        let row = LinearBox.row(spacing: 12, [label, button])
        let revealer = gtk_revealer_new()
        super.init(revealer)
        gtk_revealer_set_child(opaque, row.styled("banner").pointer)
        button.on("clicked") { [weak self] in self?.work?() }
        hide()
    }

    /// Shows a sentence, and a button if `action` is not nil.
    func show(_ sentence: String, action: String? = nil, _ work: (@MainActor () -> Void)? = nil) {
        label.text = sentence
        button.title = action ?? ""
        button.isVisible = action != nil
        self.work = work
        isVisible = true
        gtk_revealer_set_reveal_child(opaque, 1)
    }

    /// Hides the banner.
    func hide() {
        gtk_revealer_set_reveal_child(opaque, 0)
        isVisible = false
    }
}
