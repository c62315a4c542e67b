/// Strokes whose text is in the field. Readings that still come for them are late.
struct TakenStrokes: Sendable {
    private struct Stroke: Sendable, Hashable {
        let editor: String
        let number: Int
    }

    /// More than can be on their way at any time.
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
