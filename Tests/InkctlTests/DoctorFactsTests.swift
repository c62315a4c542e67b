import ArgumentParser
import Glibc
import Testing

@testable import inkctl

@Suite("What inkctl doctor gathers")
struct DoctorFactsTests {
    @Test("udev's database says what is a pen")
    func udev() {
        let properties = PenNode.properties(of: "I:1234\nE:ID_INPUT=1\nE:ID_INPUT_TABLET=1\nE:NAME=a=b\nE:\nEmpty\nG:seat")
        #expect(properties == ["ID_INPUT": "1", "ID_INPUT_TABLET": "1", "NAME": "a=b"])
        #expect(PenNode.isPen(properties))
        for other in ["ID_INPUT_TABLET_PAD", "ID_INPUT_TOUCHPAD", "ID_INPUT_TOUCHSCREEN", "LIBINPUT_IGNORE_DEVICE"] {
            #expect(!PenNode.isPen(properties.merging([other: "1"]) { $1 }), "\(other)")
        }
        #expect(!PenNode.isPen([:]))
    }

    @Test("IBus's address file names its process")
    func address() {
        #expect(SessionFacts.process(ofAddress: "# file\nIBUS_ADDRESS=unix:path=/x\nIBUS_DAEMON_PID=42\n") == 42)
        for text in ["", "IBUS_DAEMON_PID=", "IBUS_DAEMON_PID=-1", "IBUS_DAEMON_PID=0", "IBUS_DAEMON_PID=99999999999"] {
            #expect(SessionFacts.process(ofAddress: text) == nil, "\(text)")
        }
    }

    @Test("a program is listened to, with this environment, and not for ever")
    func programs() throws {
        #expect(ProgramOutput.text(["echo", "a b"], seconds: 60) == "a b\n")
        #expect(ProgramOutput.text(["sh", "-c", "echo said; exit 1"], seconds: 60) == "said\n")
        #expect(ProgramOutput.text(["sh", "-c", "echo $PATH"], seconds: 60) != "\n")
        #expect(ProgramOutput.text(["no-such-program-here"]) == nil)
        let begin = ContinuousClock.now
        #expect(ProgramOutput.text(["sleep", "60"], seconds: 1) == nil)
        #expect(begin.duration(to: .now) < .seconds(50))
    }

    @Test("gathering on this machine ends well, whatever there is")
    func gathering() throws {
        let options = try DaemonOptions.parse(["--socket", "/nowhere/inkd"])
        let findings = Doctor.findings(DoctorFacts.gather(options, watchingFor: nil))
        #expect(findings.contains { $0.check == "socket" && $0.level == .problem })
    }
}
