/// Texts to copy onto paper one after the other. Pure.
struct Lesson: Sendable, Hashable {
    /// The paper's present ink.
    private(set) var sheet = InkSheet()
    private let prompts: [String]
    private var place = 0

    /// - Parameter prompts: the texts, in their order.
    init(_ prompts: [String]) { self.prompts = prompts }

    /// The text to copy; nil at the end.
    var prompt: String? { prompts.indices.contains(place) ? prompts[place] : nil }

    /// The number of finished texts, and the number of all texts.
    var progress: (done: Int, all: Int) { (place, prompts.count) }

    /// The number of the current text, and of all texts, such as "2 of 10".
    var counter: String { "\(min(place + 1, prompts.count)) of \(prompts.count)" }

    /// Accepts the ink on the paper as the current text, and continues with the next text.
    ///
    /// - Returns: the accepted text and its strokes; nil without ink, or after the last text.
    mutating func accept() -> (text: String, strokes: [PadStroke])? {
        guard let prompt, !sheet.strokes.isEmpty else { return nil }
        defer { next() }
        return (prompt, sheet.strokes)
    }

    /// Skips the current text.
    ///
    /// - Returns: the skipped text; nil after the last text.
    mutating func skip() -> String? {
        defer { if prompt != nil { next() } }
        return prompt
    }

    /// Begins the current text again, on empty paper.
    ///
    /// - Returns: the text; nil after the last text.
    mutating func again() -> String? {
        sheet = InkSheet()
        return prompt
    }

    /// Applies a pointer's change to the paper.
    mutating func draw(_ change: (inout InkSheet) -> Void) { change(&sheet) }

    private mutating func next() {
        place += 1
        sheet = InkSheet()
    }
}
