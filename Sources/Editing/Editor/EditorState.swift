internal import Ink

/// The contact of a pointer with the surface, and the samples of that contact.
struct EditorInput: Sendable {
    /// The tool that touches the surface.
    enum Contact: Equatable {
        case none
        case pen
        /// An eraser with its last position and its radius.
        case eraser(last: Point, radius: Double)
        /// A selector, with the lasso that it draws around strokes.
        case lasso(Lasso)
        /// Drag of the selection, with its first and its current position.
        case hand(from: Point, to: Point)
    }

    var contact = Contact.none
    /// Samples of the stroke in progress; their storage is reused from stroke to stroke.
    var samples: [InkPoint] = []
    /// The changes since the eraser touched.
    var erasing: [DocumentChange] = []
    /// The time when the pen or eraser last left the surface; nil before the first contact.
    var restingSince: Instant?
    /// The offset that converts the time of an event to microseconds since 1970.
    var unixOffset: Int64 = 0

    /// Maximum number of samples whose storage is reused between strokes: 20 seconds at 200 Hz.
    private static let reusedSamples = 4096

    init() { samples.reserveCapacity(Self.reusedSamples) }

    /// Removes the samples of the stroke in progress.
    mutating func dropSamples() { samples.removeAll(keepingCapacity: samples.count <= Self.reusedSamples) }

    /// Continues a contact that lasted while a draft was edited.
    mutating func resume(_ other: EditorInput) {
        (contact, samples, restingSince) = (other.contact, other.samples, other.restingSince)
    }
}

/// Content that the editor's owner has not stored yet.
struct UnsavedContent: Sendable {
    /// The changes, in order.
    var changes: [DocumentChange] = []
    /// Lines whose stored final readings are out of date.
    var readings: Set<LineID> = []
    /// Number of strokes removed because the ink exceeded its limit, and not reported yet.
    var forgotten = 0
}

/// Strokes that the editor's owner has not asked a recognizer about yet.
struct InkRequests: Sendable {
    /// Strokes that may be gestures.
    var gestures: [StrokeID] = []
    /// Strokes that may be figures.
    var figures: Set<StrokeID> = []
}

/// State of individual strokes, derived from the document and its readings.
struct StrokeState: Sendable {
    /// Strokes recognized as figures, each with its figure. These strokes are on no line.
    var figures: [StrokeID: DrawnFigure] = [:]
    /// The bounding boxes of strokes that are not covered by the box of a line: strokes on no line, and strokes with ink far outside their
    /// line.
    var beyondLines: [StrokeID: Box] = [:]
    /// The highlights with their areas. They are on no line.
    var highlights: [StrokeID: Highlight] = [:]
    /// The revision at which a stroke was last changed.
    var altered: [StrokeID: UInt64] = [:]
}

/// The state of the search for formulas in a Text Document: see `FoundFormulas.swift`.
struct FormulaSearch: Sendable {
    /// Lines that are formulas, each with the revision at which the formula was found.
    var found: [LineID: UInt64] = [:]
    /// Lines with new final readings that have not been searched for formulas.
    var unsearched: Set<LineID> = []
    /// Gestures recognized as underlines that may be fraction bars instead.
    var underlines: [EditGesture] = []
}

/// The last numbers assigned in a document, whether their items still exist or not.
public struct UsedNames: Sendable, Hashable {
    /// The last number of a stroke.
    public var stroke: UInt64 = 0
    /// The last number of a line.
    public var line: UInt64 = 0
    /// The last number of a block.
    public var block: UInt64 = 0
    /// The last number of a decoration.
    public var decoration: UInt64 = 0

    /// No numbers assigned.
    public init() {}
}
