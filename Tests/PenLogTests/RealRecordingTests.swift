import Evdev
import Ink
import PenLog
import Testing

private let recordings = files(in: rig + "/data/evemu", ending: ".events")

@Suite(
    "Recordings of real devices",
    .enabled(if: !recordings.isEmpty, "no recordings: set INKD_RIG to the folder that holds data/evemu"))
struct RealRecordingTests {
    /// The strokes (closings of the tip switch) and visits (of a tool) in the files themselves. Pressure decides instead of the switch, so the
    /// Canvas' one long contact, which is almost let go in between, is two strokes.
    private static let expected = [
        "UC-LOGIC Tablet WP5540U Pen.events": "1 strokes, 1 visits", "Wacom Cintiq 12WX.events": "2 strokes, 2 visits",
        "Wacom Cintiq 13HD touch Finger.events": "1 strokes, 0 visits", "Wacom Cintiq 13HD touch Pen.events": "2 strokes, 1 visits",
        "Wacom Intuos4 6x9.stylus-drag.events": "1 strokes, 1 visits", "Wacom Intuos4 6x9.stylus-tap.events": "1 strokes, 1 visits",
        "dell_canvas_pen.events": "2 strokes, 3 visits",
    ]

    @Test("strokes begin and end, and the pen comes and goes", arguments: recordings)
    func plays(path: String) throws {
        let device = try #require(try Recording.read(path).devices.first)
        let events = try #require(pointerEvents(of: device))
        let name = path.split(separator: "/").last.map(String.init) ?? path
        print("\(name): \(device.frames.count) frames: \(count(events))")
        func number(_ phase: PointerPhase) -> Int { events.count { $0.phase == phase } }
        #expect(number(.down) > 0)
        if let expected = Self.expected[name] { #expect("\(number(.down)) strokes, \(number(.proximityIn)) visits" == expected) }
        #expect(number(.down) == number(.up) + number(.cancel))
        #expect(number(.proximityIn) == number(.proximityOut))
    }
}
