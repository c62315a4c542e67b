import InkProtocol

/// A call whose cost grows with its content. The content has the maximum size, or nearly so.
struct StallCall: Sendable {
    let name: String
    /// Prepares the call with a client and an editor that has an empty part, and returns the messages to send repeatedly.
    let prepare: @Sendable (BenchmarkClient, String) throws -> [[UInt8]]

    static let all = [
        StallCall(name: "AddStrokes, 80,000 samples, and Clear") { _, editor in
            [
                try Call.encode(
                    InkInterface.AddStrokes.self, .init(editor: editor, strokes: (0..<4).map { wave(20_000, y: 20 * Double($0)) }),
                    more: false),
                try Call.encode(EditorInterface.Clear.self, .init(editor: editor), more: false),
            ]
        },
        StallCall(name: "PointerEvents, 957 kB, and Clear") { _, editor in
            let path = wave(19_500, y: 50)
            var events = zip(path.x, path.y).map { EditorInterface.PointerEvent(phase: .move, x: $0, y: $1, force: 0.5) }
            events[0].phase = .down
            events[events.count - 1].phase = .up
            return [
                try Call.encode(EditorInterface.PointerEvents.self, .init(editor: editor, events: events), more: false),
                try Call.encode(EditorInterface.Clear.self, .init(editor: editor), more: false),
            ]
        },
        StallCall(name: "Erase, 2,000 places over 20,000 samples, Undo") { client, editor in
            _ = try client.call(InkInterface.AddStrokes.self, .init(editor: editor, strokes: [wave(20_000, y: 50)]))
            let x = (0..<2000).map { 5 + Double($0) * 190 / 2000 }
            let y = (0..<2000).map { 50 + Double($0 % 5) }
            return [
                try Call.encode(InkInterface.Erase.self, .init(editor: editor, x: x, y: y, radius: 0.2, mode: .pixel), more: false),
                try Call.encode(EditorInterface.Undo.self, .init(editor: editor), more: false),
            ]
        },
        StallCall(name: "Clear of 10,000 strokes, Undo") { client, editor in
            _ = try fill(client, editor)
            return [
                try Call.encode(EditorInterface.Clear.self, .init(editor: editor), more: false),
                try Call.encode(EditorInterface.Undo.self, .init(editor: editor), more: false),
            ]
        },
        StallCall(name: "Transform of 10,000 strokes") { client, editor in
            let strokes = try fill(client, editor)
            let matrix = InkInterface.Matrix(a: 1, b: 0, c: 0, d: 1, tx: 0.5, ty: 0)
            return [try Call.encode(InkInterface.Transform.self, .init(editor: editor, strokes: strokes, matrix: matrix), more: false)]
        },
        StallCall(name: "Hit among 10,000 strokes") { client, editor in
            _ = try fill(client, editor)
            return [try Call.encode(BlocksInterface.Hit.self, .init(editor: editor, x: 50, y: 50), more: false)]
        },
        StallCall(name: "GetState with 10,000 strokes") { client, editor in
            _ = try fill(client, editor)
            return [try Call.encode(EditorInterface.GetState.self, .init(editor: editor), more: false)]
        },
        StallCall(name: "Import of 1,500 strokes, and Clear") { client, editor in
            _ = try fill(client, editor, count: 1500)
            let format = "application/vnd.myscript.jiix"
            let text = try client.call(BlocksInterface.Export.self, .init(editor: editor, format: format)).text ?? ""
            _ = try client.call(EditorInterface.Clear.self, .init(editor: editor))
            return [
                try Call.encode(BlocksInterface.Import.self, .init(editor: editor, format: format, text: text), more: false),
                try Call.encode(EditorInterface.Clear.self, .init(editor: editor), more: false),
            ]
        },
        StallCall(name: "Recognize, 1 MiB (refused)") { _, _ in
            let path = wave(100_000, y: 50)
            return [try Call.encode(RecognizerInterface.Recognize.self, .init(strokes: [.init(x: path.x, y: path.y)]), more: false)]
        },
    ]

    /// Returns a stroke that goes back and forth across a page.
    private static func wave(_ samples: Int, y: Double) -> InkInterface.NewStroke {
        // positions in quarters of a millimeter have a short text form
        .init(x: (0..<samples).map { 5 + Double($0 % 760) / 4 }, y: (0..<samples).map { y + Double(($0 / 3) % 20) / 4 })
    }

    /// Adds small strokes and returns their numbers.
    private static func fill(_ client: BenchmarkClient, _ editor: String, count: Int = 10_000) throws -> [Int] {
        var numbers: [Int] = []
        while numbers.count < count {
            let range = numbers.count..<min(count, numbers.count + 1000)
            let strokes = range.map { number -> InkInterface.NewStroke in
                let (x, y) = (Double(number % 60) * 3, Double(number / 60) * 5)
                return .init(x: [x, x + 1, x + 2], y: [y, y + 3, y])
            }
            numbers += try client.call(InkInterface.AddStrokes.self, .init(editor: editor, strokes: strokes)).strokes
        }
        return numbers
    }
}
