/// Strokes whose text is committed. Later readings of these strokes are ignored.
struct CommittedStrokes: Sendable {
    private struct Stroke: Sendable, Hashable {
        let editor: String
        let number: Int
    }

    /// The maximum number of strokes: more than can be in transit at any time.
    private static let limit = 4096

    private var strokes: Set<Stroke> = []
    private var order: [Stroke] = []

    mutating func insert(_ numbers: [Int], of editor: String) {
        for number in numbers {
            let stroke = Stroke(editor: editor, number: number)
            if strokes.insert(stroke).inserted { order.append(stroke) }
        }
        guard order.count > Self.limit else { return }
        let old = order.prefix(order.count - Self.limit / 2)
        strokes.subtract(old)
        order.removeFirst(old.count)
    }

    func containsAny(of numbers: [Int], of editor: String) -> Bool {
        numbers.contains { strokes.contains(Stroke(editor: editor, number: $0)) }
    }
}
