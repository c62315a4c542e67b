internal import InkProtocol

/// What is to be seen at one moment.
struct Scene: Equatable {
    /// A stroke and how much of it is left.
    struct Stroke: Equatable {
        /// The stroke.
        var trace: InkTrace
        /// 0 to 1.
        var opacity: Double
    }

    /// Of the whole panel, 0 to 1.
    var opacity = 1.0
    /// Where is written; nil if that has no known size, and only text is shown.
    var surface: Surface?
    /// In order.
    var strokes: [Stroke] = []
    /// Where the pen is, in millimetres.
    var pen: InkTrace.Point?
    /// What is pending.
    var text = ""
    /// What else the last word may say, best first.
    var candidates: [String] = []
    /// Where the text goes, if known.
    var caret: TextInputInterface.Caret?
}
