import Evdev
import Ink
import PenLog
import Testing

@Suite("Ink as JSON lines")
struct JSONInkTests {
    private let cross =
        #"{"id":"a","writer":"w","level":"char","label":"+","style":"s","hz":50,"ppmm":10,"strokes":[[-40,300,20,0,20,0],[-10,270,0,30]]}"#

    @Test("a line has its points, times and names")
    func line() throws {
        let ink = try JSONInk(line: cross)
        #expect([ink.id, ink.writer, ink.level, ink.label, ink.style] == ["a", "w", "char", "+", "s"])
        #expect(
            ink.strokes.map { $0.map { [$0.x, $0.y, $0.time] } } == [
                [[-40, 300, 0], [-20, 300, 20_000], [0, 300, 40_000]], [[-10, 270, 240_000], [-10, 300, 260_000]],
            ])
        #expect(
            ink.deviceStrokes.map { $0.points.map { [$0.x, $0.y] } } == [
                [[-40, 300], [-20, 300], [0, 300]], [[-10, 270], [-10, 300]],
            ])
        #expect(ink.millimetersPerUnit == 0.1)
    }

    @Test("nulls are unknown: 100 samples a second, and 12 mm high")
    func unknown() throws {
        let ink = try JSONInk(line: #"{"id":null,"hz":null,"ppmm":null,"strokes":[[0,0,5,100],[]]}"#)
        #expect(ink.strokes.map { $0.map(\.time) } == [[0, 10_000]])
        #expect(ink.millimetersPerUnit == 0.12)
        #expect(ink.label == nil)
    }

    @Test("impossible rates and scales are unknown too")
    func impossible() throws {
        let ink = try JSONInk(line: #"{"hz":0,"ppmm":-3,"strokes":[[7,7]]}"#)
        #expect(ink.hertz == nil)
        #expect(ink.unitsPerMillimeter == nil)
        #expect(ink.millimetersPerUnit == 1)
    }

    @Test("times count from the ink's beginning or from every stroke's")
    func times() throws {
        let absolute = try JSONInk(line: #"{"strokes":[[0,0,1,1],[5,5,1,1]],"t":[[500,510],[900,890]]}"#)
        #expect(absolute.strokes.map { $0.map(\.time) } == [[0, 10_000], [400_000, 400_000]])
        let relative = try JSONInk(line: #"{"strokes":[[0,0,1,1],[5,5,1,1]],"t":[[0,10],[0,7]]}"#)
        #expect(relative.strokes.map { $0.map(\.time) } == [[0, 10_000], [210_000, 217_000]])
        #expect(throws: RecordingError.self) { try JSONInk(line: #"{"strokes":[[0,0,1,1]],"t":[[0]]}"#) }
    }

    @Test("sums beyond 32 bits neither overflow nor break the recording")
    func largeSums() throws {
        let ink = try JSONInk(line: #"{"ppmm":1,"strokes":[[2147483647,2147483647,2147483647,2147483647,2147483647,-2147483648]]}"#)
        #expect(ink.strokes.first?.map(\.x) == [2_147_483_647, 4_294_967_294, 6_442_450_941])
        let device = try #require(ink.recording.devices.first)
        #expect(pointerEvents(of: device).map(count) == "1 in, 1 down, 2 move, 1 up, 1 out")
    }

    @Test("an ink becomes a recording whose pen writes the same strokes")
    func recording() throws {
        let recording = try Recording.read(fixture("cross.jsonl"))
        #expect(recording.label == "+")
        let device = try #require(recording.devices.first)
        let events = try #require(pointerEvents(of: device))
        #expect(count(events) == "1 in, 1 hover, 2 down, 5 move, 2 up, 1 out")
        let written = events.filter { [.down, .move].contains($0.phase) }.map { "\($0.x),\($0.y)" }
        #expect(written == ["5.0,8.0", "7.0,8.0", "9.0,8.0", "11.0,8.1", "8.0,5.0", "8.0,8.0", "8.0,11.0"])
        #expect(events.allSatisfy { !$0.isUnitless && ($0.phase != .down || $0.force > 0.4) })
        #expect(zip(events, events.dropFirst()).allSatisfy { $0.time <= $1.time })
        #expect(try Recording.parse(Array(EvemuWriter.text(of: device).utf8)).devices == [device])
    }

    @Test("an ink without strokes is a recording without frames")
    func empty() throws {
        #expect(try JSONInk(line: #"{"strokes":[[]]}"#).recording.devices.first?.frames == [])
    }
}
