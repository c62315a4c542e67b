/// Texts that are copied one after the other onto paper. Pure.
struct Lesson: Sendable, Hashable {
    /// What is on the paper now.
    private(set) var sheet = InkSheet()
    private let prompts: [String]
    private var place = 0

    /// - Parameter prompts: the texts, in their order.
    init(_ prompts: [String]) { self.prompts = prompts }

    /// The text to be copied; nil at the end.
    var prompt: String? { prompts.indices.contains(place) ? prompts[place] : nil }

    /// Texts that are done with, of how many.
    var progress: (done: Int, all: Int) { (place, prompts.count) }

    /// The number of the text, of how many.
    var counter: String { "\(min(place + 1, prompts.count)) of \(prompts.count)" }

    /// What is on the paper is the text.
    ///
    /// - Returns: both; nil if there is no ink, or no text any more.
    mutating func accept() -> (text: String, strokes: [PadStroke])? {
        guard let prompt, !sheet.strokes.isEmpty else { return nil }
        defer { next() }
        return (prompt, sheet.strokes)
    }

    /// The text is left out.
    ///
    /// - Returns: the text; nil if there is none any more.
    mutating func skip() -> String? {
        defer { if prompt != nil { next() } }
        return prompt
    }

    /// The text is written once more.
    ///
    /// - Returns: the text; nil if there is none any more.
    mutating func again() -> String? {
        sheet = InkSheet()
        return prompt
    }

    /// A pointer on the paper.
    mutating func draw(_ change: (inout InkSheet) -> Void) { change(&sheet) }

    private mutating func next() {
        place += 1
        sheet = InkSheet()
    }
}
