import Editing
import Glibc
import InkClient
import InkProtocol
import Testing

@testable import InkDaemon
@testable import InkLoop
@testable import InkWorkspace

/// A call whose work grows with content, and its preparation.
struct CostlyCall: Sendable, CustomTestStringConvertible {
    let name: String
    /// As large as a call of it may be, or nearly.
    let size: Int
    /// Given a client, an editor with an empty part and the size: the call as bytes, its NUL included, after everything else was done.
    let message: @Sendable (InkConnection, String, Int) throws -> [UInt8]

    var testDescription: String { name }

    /// Builds without optimization do a quarter: they take many times as long.
    private static func scaled(_ size: Int) -> Int {
        #if DEBUG
            size / 4
        #else
            size
        #endif
    }

    static let all: [CostlyCall] = [
        CostlyCall(name: "AddStrokes, samples", size: 80_000) { _, editor, size in
            try addStrokes((0..<4).map { wave(samples: size / 4, y: Double($0) * 20) }, editor)
        },
        CostlyCall(name: "PointerEvents of 957 kB", size: scaled(19_500)) { _, editor, size in
            let path = wave(samples: size, y: 50)
            var events = zip(path.x, path.y).map { EditorInterface.PointerEvent(phase: .move, x: $0, y: $1, force: 0.5) }
            for index in events.indices where index % 100 == 0 || index == size - 1 {
                // strokes as long as a hand's
                events[index].phase = index == size - 1 ? .up : .down
                if index > 0, events[index].phase == .down { events[index - 1].phase = .up }
            }
            return try encode(EditorInterface.PointerEvents.self, .init(editor: editor, events: events))
        },
        CostlyCall(name: "Erase, samples of the stroke", size: scaled(20_000) / 2) { client, editor, size in
            try client.addStrokes([wave(samples: size, y: 50)], to: editor)
            let places = size / 10
            let x = (0..<places).map { 5 + Double($0) * 190 / Double(places) }
            let y = (0..<places).map { 50 + Double($0 % 5) }
            return try encode(InkInterface.Erase.self, .init(editor: editor, x: x, y: y, radius: 0.2, mode: .pixel))
        },
        CostlyCall(name: "Undo of Clear, strokes", size: scaled(10_000)) { client, editor, size in
            try fill(editor, size, client)
            try client.clear(editor)
            return try encode(EditorInterface.Undo.self, .init(editor: editor))
        },
        CostlyCall(name: "Transform, strokes", size: scaled(10_000)) { client, editor, size in
            let strokes = try fill(editor, size, client)
            let matrix = InkInterface.Matrix(a: 1, b: 0, c: 0, d: 1, tx: 1, ty: 1)
            return try encode(InkInterface.Transform.self, .init(editor: editor, strokes: strokes, matrix: matrix))
        },
        CostlyCall(name: "Hit, strokes", size: scaled(10_000)) { client, editor, size in
            try fill(editor, size, client)
            return try encode(BlocksInterface.Hit.self, .init(editor: editor, x: 50, y: 50))
        },
        CostlyCall(name: "GetState, strokes", size: scaled(10_000)) { client, editor, size in
            try fill(editor, size, client)
            return try encode(EditorInterface.GetState.self, .init(editor: editor))
        },
        CostlyCall(name: "Recognize of 1 MiB", size: 100_000) { _, _, size in
            let ink = wave(samples: size, y: 50)
            return try encode(RecognizerInterface.Recognize.self, .init(strokes: [.init(x: ink.x, y: ink.y)]))
        },
    ]

    /// A call that adds strokes.
    static func addStrokes(_ strokes: [InkInterface.NewStroke], _ editor: String) throws -> [UInt8] {
        try encode(InkInterface.AddStrokes.self, .init(editor: editor, strokes: strokes))
    }

    /// A stroke that goes to and fro across a page.
    static func wave(samples: Int, y: Double) -> InkInterface.NewStroke {
        // places in quarters of a millimeter are short when written
        .init(x: (0..<samples).map { 5 + Double($0 % 760) / 4 }, y: (0..<samples).map { y + Double(($0 / 3) % 20) / 4 })
    }

    /// A call that is refused as soon as its method is known, of so many bytes.
    static func padded(to count: Int) -> [UInt8] {
        let (head, tail) = (Array(#"{"method":"org.none.Dance","parameters":{"pad":""#.utf8), Array(#""}}"#.utf8) + [0])
        return head + [UInt8](repeating: UInt8(ascii: "x"), count: max(0, count - head.count - tail.count)) + tail
    }

    private static func encode<M: VarlinkMethod>(_ method: M.Type, _ parameters: M.Parameters) throws -> [UInt8] {
        try Call.encode(method, parameters, more: false)
    }

    /// Puts so many small strokes in; gives their numbers.
    @discardableResult
    private static func fill(_ editor: String, _ count: Int, _ client: InkConnection) throws -> [Int] {
        var numbers: [Int] = []
        while numbers.count < count {
            let range = numbers.count..<min(count, numbers.count + 2_000)
            numbers += try client.addStrokes(range.map { client.stroke(Double($0 % 60) * 3, Double($0 / 60) * 5) }, to: editor)
        }
        return numbers
    }
}

/// Microseconds of processor time, of this thread or process.
func processorTime(_ clock: clockid_t) -> Int { Int(WallClock.nanoseconds(clock) / 1000) }

extension RunningDaemon {
    /// Microseconds of processor time that the loop's thread has used.
    func loopTime() throws -> Int {
        try onLoop { _ in processorTime(CLOCK_THREAD_CPUTIME_ID) }
    }

    /// Microseconds of processor time that the loop's thread used during some work.
    func loopTime(of work: () throws -> Void) throws -> Int {
        let before = try loopTime()
        try work()
        return try loopTime() - before
    }
}
