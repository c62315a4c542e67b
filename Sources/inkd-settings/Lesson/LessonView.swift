internal import CGtk4
internal import InkProtocol

/// A lesson on the screen: the text, paper to copy it to, and the possible actions.
@MainActor
final class LessonView {
    /// The user's choice.
    enum Choice {
        case accept
        case again
        case skip
        case leave
    }

    /// The widget to place on a page.
    let widget = LinearBox.column(spacing: 12)
    private let prompt = Label("").styled("prompt")
    private let counter = Label("").styled("dim-label", "caption")
    private let buttons: [(choice: Choice, button: Button)]
    private let card = LinearBox.column(spacing: 0).styled("card")
    private let target: LessonTarget
    private let paper: Paper

    /// Creates a view that calls closures when the user makes a choice, and when a pointer draws.
    ///
    /// - Parameters:
    ///   - leaving: the title of the button that leaves the lesson.
    ///   - more: widgets after the buttons.
    init(
        leaving: String, more: [Widget] = [], chosen: @escaping @MainActor (Choice) -> Void,
        drawn: @escaping @MainActor ((inout InkSheet) -> Void) -> Void
    ) {
        target = LessonTarget(drawn)
        paper = Paper(target)
        paper.area.sized(-1, 200).called("Paper for the lesson")
        card.append(paper.area)
        buttons = [(Choice.leave, leaving), (.again, "Write again"), (.skip, "Skip"), (.accept, "Next")].map { choice, title in
            (choice, Button(title) { chosen(choice) })
        }
        let row = LinearBox.row(spacing: 8)
        for (choice, button) in buttons {
            row.append(button)
            if choice == .leave { row.append(Label("").expanded()) }
            if choice == .accept { button.styled("suggested-action") }
        }
        for button in more { row.append(button) }
        widget.append(LinearBox.column(spacing: 2, [counter, prompt]))
        widget.append(card)
        widget.append(row)
    }

    /// Shows a lesson, or nothing if nil.
    ///
    /// - Parameter note: a text shown after the text's number.
    func render(_ lesson: Lesson?, note: String) {
        widget.isVisible = lesson != nil
        guard let lesson else { return }
        target.sheet = lesson.sheet
        counter.text = "\(lesson.counter), \(note)"
        prompt.text = lesson.prompt ?? "All lines are done. Thank you."
        card.isVisible = lesson.prompt != nil
        for (choice, button) in buttons {
            button.isVisible = choice == .leave || lesson.prompt != nil
            switch choice {
            case .accept: button.isEnabled = !lesson.sheet.strokes.isEmpty
            case .again: button.isEnabled = !lesson.sheet.isEmpty
            case .skip, .leave: break
            }
        }
        paper.area.redraw()
    }
}

/// Receives the ink of a lesson's paper.
@MainActor
private final class LessonTarget: InkTarget {
    var sheet = InkSheet()
    private let drawn: @MainActor ((inout InkSheet) -> Void) -> Void

    init(_ drawn: @escaping @MainActor ((inout InkSheet) -> Void) -> Void) { self.drawn = drawn }

    var ink: (sheet: InkSheet, isErasing: Bool) { (sheet, false) }

    func begin(_ point: PadPoint, kind: EditorInterface.PointerKind) { drawn { $0.begin(point) } }

    func move(through points: [PadPoint]) {
        drawn { sheet in
            for point in points { _ = sheet.move(to: point) }
        }
    }

    func end(at time: Double) { drawn { _ = $0.end(at: time) } }

    func cancel() { drawn { _ = $0.cancel() } }

    func resize(width: Double, height: Double) {}
}
