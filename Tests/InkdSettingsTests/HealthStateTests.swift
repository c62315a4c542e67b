import Testing

@testable import inkd_settings

@Suite struct HealthStateTests {
    private static func line(_ level: String, _ check: String, _ message: String, _ remedy: String? = nil) -> String {
        #"{"check":"\#(check)","level":"\#(level)","message":"\#(message)""# + (remedy.map { #","remedy":"\#($0)"}"# } ?? "}")
    }

    @Test func `Findings are read line by line, and other lines left out`() throws {
        let output = [
            Self.line("ok", "service", "inkd.service is running"), "something else",
            Self.line("problem", "ibus", "IBus is not running", "Start it"),
        ].joined(separator: "\n")
        guard case .found(let findings) = HealthState(output: output) else {
            Issue.record("nothing was found")
            return
        }
        #expect(findings.map(\.level) == [.ok, .problem])
        #expect(findings.map(\.remedy) == ["", "Start it"])
    }

    @Test func `Without inkctl nothing is known`() {
        #expect(HealthState(output: nil) == .failed)
        #expect(HealthState(output: "") == .failed)
    }

    @Test(arguments: [
        (["ok"], "No problems found."), (["ok", "warning"], "The pen can write. 1 warning."),
        (["problem", "ok"], "1 problem found. Fix the first one first."),
        (["problem", "problem", "warning"], "2 problems and 1 warning found. Fix the first problem first."),
    ])
    func `The summary counts`(levels: [String], summary: String) {
        let output = levels.map { Self.line($0, "x", "y") }.joined(separator: "\n")
        #expect(HealthState(output: output).summary == summary)
    }

    @Test(arguments: [
        ("Start it: sudo systemctl enable --now inkd.socket inkd.service", ["systemctl enable --now inkd.socket inkd.service"]),
        ("Read journalctl -b -u inkd, then restart it: sudo systemctl restart inkd.service", ["systemctl restart inkd.service"]),
        ("Restart inkd: sudo systemctl restart inkd.socket inkd.service", ["systemctl restart inkd.socket inkd.service"]),
        ("Turn it on: inkctl pen on", ["inkctl pen on"]),
        ("Update its cache: ibus write-cache; ibus restart", ["ibus write-cache", "ibus restart"]),
        (
            "Select it: ibus engine inkd; to keep it, add it in ibus-setup",
            ["preload-engines of org.freedesktop.ibus.general: 'inkd'", "ibus engine inkd"]
        ), ("Unlock it", nil), ("Install the package inkd-models-de", nil),
        (
            "Add inkd in Settings, Keyboard, Input Sources, and select it with Super+Space",
            ["sources of org.gnome.desktop.input-sources: ('ibus', 'inkd')"]
        ),
        ("To use it, set devices.virtual: true in /etc/inkd/inkd.yaml, run sudo systemctl reload inkd", nil),
    ])
    func `A remedy that is a command has a button`(remedy: String, commands: [String]?) throws {
        let finding = try #require(Finding(line: Self.line("problem", "x", "y", remedy)))
        #expect(Self.words(Fix.of(finding)) == commands)
    }

    private static func words(_ mend: Fix?) -> [String]? {
        mend?.steps.map { step in
            switch step {
            case .run(let words): words.joined(separator: " ")
            case .append(let schema, let key, let element): "\(key) of \(schema): \(element)"
            }
        }
    }

    @Test(arguments: [
        ("['xkb:us::eng']\n", "'inkd'", "['xkb:us::eng', 'inkd']"), ("@as []", "'inkd'", "['inkd']"), ("['inkd']", "'inkd'", nil),
        ("[('xkb', 'us')]", "('ibus', 'inkd')", "[('xkb', 'us'), ('ibus', 'inkd')]"), ("No such schema", "'inkd'", nil),
        ("['inkd:de']", "'inkd'", "['inkd:de', 'inkd']"),
    ])
    func `A list gets an element that it has not`(text: String, element: String, list: String?) {
        #expect(Fix.list(text, with: element) == list)
    }

    @Test func `What is all right has no button, and sentences begin with capitals but for inkd's name`() throws {
        let fine = try #require(Finding(line: Self.line("ok", "x", "text is recognized", "inkctl pen on")))
        #expect(Fix.of(fine) == nil && fine.sentence == "Text is recognized")
        #expect(try #require(Finding(line: Self.line("ok", "x", "inkd is running"))).sentence == "inkd is running")
    }
}
