public import Ink

/// The strokes that differ between two states of an editor. All lists are in ascending order.
public struct StrokeChanges: Sendable, Hashable {
    /// Strokes that took the place of others: the pieces that an eraser left, or the strokes that came back when that was undone.
    public struct Replacement: Sendable, Hashable {
        /// The removed strokes.
        public var old: [StrokeID]
        /// The added strokes, which lie where the removed ones lay.
        public var new: [StrokeID]
    }

    /// Strokes that did not exist before.
    public private(set) var added: [StrokeID] = []
    /// Strokes that no longer exist.
    public private(set) var removed: [StrokeID] = []
    /// Strokes that exist before and after, with another shape, place, style or mask.
    public private(set) var changed: [StrokeID] = []
    /// The strokes among `removed` of which pieces are among `added`, and the reverse.
    public private(set) var replaced: [Replacement] = []

    /// The number of strokes in `added`, `removed` and `changed`.
    public var count: Int { added.count + removed.count + changed.count }
    /// Whether no stroke differs.
    public var isEmpty: Bool { count == 0 }

    /// - Parameters:
    ///   - before: the strokes that may differ, as they were before; nil for a stroke that did not exist.
    ///   - present: returns a stroke as it is now.
    init(from before: [StrokeID: InkStroke?], to present: (StrokeID) -> InkStroke?) {
        var roots: [StrokeID: Replacement] = [:]
        for (id, old) in before.sorted(by: { $0.key < $1.key }) {
            switch (old, present(id)) {
            case (nil, nil): break
            case (nil, let new?):
                added.append(id)
                roots[new.root, default: Replacement(old: [], new: [])].new.append(id)
            case (let old?, nil):
                removed.append(id)
                roots[old.root, default: Replacement(old: [], new: [])].old.append(id)
            case (let old?, let new?): if old != new { changed.append(id) }
            }
        }
        replaced = roots.values.filter { !$0.old.isEmpty && !$0.new.isEmpty }.sorted { ($0.old[0], $0.new[0]) < ($1.old[0], $1.new[0]) }
    }
}

/// A record of which strokes of an editor changed, for clients that follow its ink.
struct StrokeLog: Sendable {
    /// The strokes that changed since the last report, as they were then; nil for a stroke that did not exist.
    private(set) var unreported: [StrokeID: InkStroke?] = [:]
    /// The revision of the last change of each stroke, existing or not, that changed after `start`.
    private var revisions: [StrokeID: UInt64] = [:]
    /// The revision from which on `revisions` is complete.
    private var start: UInt64 = 0

    /// Maximum number of entries of `revisions`.
    static let most = 10_000

    /// Records a change. A stroke that only moves to another line does not change.
    mutating func note(_ change: DocumentChange, at revision: UInt64) {
        guard case .stroke(let id) = change.key else { return }
        let (before, after) = (change.before?.stroke, change.after?.stroke)
        guard before != after else { return }
        if !unreported.keys.contains(id) { unreported.updateValue(before, forKey: id) }
        revisions[id] = revision
        guard revisions.count > Self.most else { return }
        revisions = [:]
        start = revision
    }

    /// Forgets the unreported changes.
    mutating func reported() { unreported = [:] }

    /// Returns the strokes that changed after a revision; nil if they are not known any more.
    func strokes(changedSince revision: UInt64) -> Set<StrokeID>? {
        revision < start ? nil : Set(revisions.filter { $0.value > revision }.keys)
    }
}

extension InkEditor {
    /// Returns the differences of the strokes since the last call.
    public mutating func takeStrokeChanges() -> StrokeChanges {
        defer { strokeLog.reported() }
        return StrokeChanges(from: strokeLog.unreported) { content.strokes[$0]?.stroke }
    }

    /// Returns the strokes that were added, changed or removed after a revision of this document; nil if they are not known any more, or if
    /// there was no such revision.
    public func strokes(changedSince revision: UInt64) -> Set<StrokeID>? {
        revision > self.revision ? nil : strokeLog.strokes(changedSince: revision)
    }

    /// Returns those of the strokes that exist, in drawing order.
    public func strokes(named ids: Set<StrokeID>) -> [InkStroke] { content.strokes.sorted(ids).map(\.stroke) }

    /// Returns the strokes whose visible ink overlaps a region.
    public func strokes(in region: Box) -> Set<StrokeID> {
        Set(strokes(near: region, margin: 0).filter { content.strokes[$0]?.stroke.renderBounds?.intersects(region, margin: 0) == true })
    }
}

extension DocumentItem {
    /// The stroke; nil for another item.
    fileprivate var stroke: InkStroke? { if case .stroke(let placed) = self { placed.stroke } else { nil } }
}
