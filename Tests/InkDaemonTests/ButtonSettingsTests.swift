import Ink
import Tablet
import Testing

@testable import InkDaemon
@testable import InkLoop
@testable import InkWorkspace

@Suite("What the configuration says of buttons and pads")
struct ButtonSettingsTests {
    @Test("a tablet's buttons are those of every pen, but of pens with their own; the pad has names of its own")
    func buttons() throws {
        let file = try TemporaryFile(
            """
            devices:
              tablets:
                "056a:0357":
                  buttons: {stylus: undo, stylus2: eraser, stylus3: pass}
                  pad: {A: undo, b: pen, N: nextCandidate, ring: candidates, strip2: history, dial: ignore}
                  pens:
                    7: {buttons: {stylus: previousCandidate}}
            """)
        let settings = try SettingsLoader(path: file.path, environment: [:]).load()
        var identity = DeviceIdentity(
            name: "Wacom", role: .pen, bus: 3, hardware: .init(vendor: 0x56a, product: 0x357), seat: "seat0", isDisplay: false,
            isVirtual: false, isReplay: false)
        #expect(
            settings.tablet(identity).adjustment.buttons
                == PenButtonTable(
                    standard: PenButtons(lower: .undo, upper: .eraser, third: .pass), pens: [7: PenButtons(lower: .previousCandidate)]))
        identity.role = .pad
        identity.pad = PadLayout(keys: [0x100, 0x101], axes: [8], relative: [])
        // what the pad does not have is of other pads of the model
        #expect(settings.padBindings(of: identity) == PadBindings(keys: [.key(0): .undo, .key(1): .pen], turns: [.ring(0): .candidates]))
        identity.hardware.product = 1
        #expect(settings.padBindings(of: identity) == PadBindings() && settings.tablet(identity).adjustment.buttons == PenButtonTable())
    }

    @Test(
        "what makes no sense is refused with its line, its key, its value and what is allowed",
        arguments: [
            ("buttons: {stylus: erase}", "line 3: devices.tablets.056a:0357.buttons.stylus is \"erase\": give one of pass, undo, redo,"),
            (
                "buttons: {lower: undo}",
                "unknown setting devices.tablets.056a:0357.buttons.lower; known settings: stylus, stylus2, stylus3, eraser"
            ),
            ("buttons: undo", "devices.tablets.056a:0357.buttons is \"undo\": give stylus, stylus2, stylus3, eraser below it"),
            ("pens: {7: {buttons: {stylus2: [undo]}}}", "056a:0357.pens.7.buttons.stylus2 is [undo]: give one of pass, undo"),
            (
                "pad: {A: pass}",
                "056a:0357.pad.A is \"pass\": give one of undo, redo, nextCandidate, previousCandidate, eraser, pen, ignore"
            ),
            ("pad: {ring: undo}", "056a:0357.pad.ring is \"undo\": give one of candidates, history, ignore"),
            (
                "pad: {AB: undo}",
                "unknown setting devices.tablets.056a:0357.pad.AB; known settings: A to Z, ring, ring2, strip, strip2, dial, dial2"
            ),
            ("pad: {a: undo, A: redo}", "056a:0357.pad.A is \"A\": give each key once"),
            ("pad: [A]", "056a:0357.pad is [A]: give A to Z, ring"),
            ("pens: {7: {pad: {A: undo}}}", "unknown setting devices.tablets.056a:0357.pens.7.pad"),
        ])
    func refusals(line: String, message: String) throws {
        let file = try TemporaryFile("devices:\n  tablets:\n    056a:0357: {\(line)}\n")
        do throws(DaemonError) {
            _ = try SettingsLoader(path: file.path, environment: [:]).load()
            Issue.record("taken")
        } catch {
            #expect(error.description.contains(message), "\(error)")
        }
    }
}
