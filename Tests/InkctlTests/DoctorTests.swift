import ArgumentParser
import Glibc
import InkClient
import InkCorpus
import InkProtocol
import Testing

@testable import inkctl

@Suite("inkctl doctor")
struct DoctorTests {
    /// All is well, on GNOME.
    static var healthy: DoctorFacts {
        .init(
            daemon: .init(
                socket: "/run/inkd/org.inkd", version: .success(inkdVersion), units: .init(service: "active", socket: "active"),
                pen: .success(PenCommandTests.status(captured: true)),
                abilities: .init(
                    language: "en", languages: ["de", "en"], characters: [], kinds: [.text], hints: [], recognitionTypes: [],
                    limits: .init(points: 1, alternatives: 1, preContext: 1, userWords: 1))),
            tablets: .init(read: [WatchFormatterTests.device(1)], nodes: [node()], watched: nil),
            session: .init(
                environment: ["XDG_CURRENT_DESKTOP": "GNOME", "WAYLAND_DISPLAY": "wayland-0", "DISPLAY": ":0"], programs: ["ibus"],
                isIBusRunning: true, components: ["/usr/share/ibus/component/inkd.xml"], engines: ["xkb:us::eng", "inkd:de"],
                engine: "inkd:de"))
    }

    static func node(
        _ path: String = "/dev/input/event5", isVirtual: Bool = false, hasTwin: Bool = true, holders: [String]? = []
    ) -> PenNode {
        let device = WatchFormatterTests.device(1)
        return .init(
            path: path, name: device.name, vendor: device.vendor, product: device.product, isVirtual: isVirtual, hasTwin: hasTwin,
            holders: holders)
    }

    /// The complaints after a change of the healthy facts: "level check: message. remedy".
    func complaints(_ change: (inout DoctorFacts) -> Void) -> [String] {
        var facts = Self.healthy
        change(&facts)
        return Doctor.findings(facts).filter { $0.level != .ok }.map { "\($0.level) \($0.check): \($0.message). \($0.remedy ?? "")" }
    }

    @Test("where all is well nothing is said against it")
    func fine() {
        #expect(complaints { _ in } == [])
        let checks = Doctor.findings(Self.healthy).map(\.check)
        #expect(
            checks == ["service", "socket", "access", "model", "tablet", "desktop", "ibus", "component", "engine", "variables", "pen"])
    }

    /// The findings about a pen that points and writes, on a desktop where it can.
    private func pointing(_ change: (inout DoctorFacts) -> Void) -> [String] {
        var facts = Self.healthy
        facts.daemon.pen = .success(PenCommandTests.status(captured: true, mode: .pointsAndWrites))
        facts.daemon.mappings = [.init(vendor: 1386, product: 886, matrix: [1920, 0, 0, 0, 1080, 0])]
        facts.tablets.read?[0].display = true
        facts.session.environment = ["XDG_CURRENT_DESKTOP": "sway", "WAYLAND_DISPLAY": "wayland-1", "SWAYSOCK": "/run/sway.sock"]
        facts.session.processes = ["inkd-wlim", "inkd-overlay", "at-spi-bus-laun"]
        facts.session.programs = ["inkd-wlim", "inkd-overlay"]
        change(&facts)
        return Doctor.pointing(facts).map { "\($0.level) \($0.check): \($0.message)" + ($0.remedy.map { ". \($0)" } ?? "") }
    }

    @Test("each part by which a pen points and writes has a line")
    func pointingAndWriting() {
        #expect(
            pointing { _ in } == [
                "ok relay: Wacom One can point and write: inkd-pen has its events", "ok fields: The places of text fields are known",
                "ok mapping: Wacom One is mapped to the screen", "ok overlay: inkd-overlay shows ink under the tip of a pen display",
            ])
        #expect(pointing { $0.daemon.pen = .success(PenCommandTests.status(mode: .writes)) } == [])
        #expect(pointing { $0.session.isRoot = true }.count == 1)
        #expect(pointing { $0.tablets.read?[0].display = false }.count == 3)
        // GNOME
        let gnome = pointing {
            $0.session.environment = ["XDG_CURRENT_DESKTOP": "GNOME", "WAYLAND_DISPLAY": "wayland-0"]
            $0.session.gnomeExtension = .init(identifier: "inkd@inkd.org", state: .enabled)
        }
        #expect(gnome.last == "ok overlay: The extension of GNOME Shell shows ink under the tip of a pen display")
        #expect(gnome.count == 4 && gnome.allSatisfy { $0.hasPrefix("ok ") })
        // X11
        #expect(pointing { $0.session.environment = ["DISPLAY": ":0"] }.allSatisfy { $0.hasPrefix("ok ") })
    }

    @Test("a part that is missing is named with a remedy")
    func missingPart() {
        func warning(_ change: (inout DoctorFacts) -> Void) -> String {
            let warnings = pointing(change).filter { !$0.hasPrefix("ok ") }
            return warnings.count == 1 ? warnings[0] : "\(warnings)"
        }
        let places =
            "warning fields: This desktop does not report the places of windows, so the pen writes everywhere while a field has the focus. "
            + "To point, press the pen's lower button above the tablet, or run inkctl pen toggle"
        #expect(warning { $0.session.environment["SWAYSOCK"] = nil } == places)
        #expect(warning { $0.session.environment["XDG_CURRENT_DESKTOP"] = "GNOME" } == places)
        let fcitx = warning { $0.session.processes.insert("fcitx5") }
        #expect(fcitx.hasPrefix("warning fields: inkd does not learn the places of text fields through fcitx5"))
        #expect(
            warning { $0.session.processes.remove("at-spi-bus-laun") }
                == "warning fields: The accessibility bus does not run, so the places of text fields are unknown. "
                + "Install at-spi2-core, and log in again")
        #expect(
            warning { $0.session.isAccessibilityOff = true }.hasSuffix("Remove ~/.config/inkd/accessibility-off, and start inkd-wlim again")
        )
        let mapping = warning { $0.daemon.mappings?[0].product = 1 }
        #expect(mapping.hasPrefix("warning mapping: It is unknown where Wacom One is mapped to on the screen"))
        #expect(mapping.hasSuffix("input 1386:886:* map_to_output eDP-1"))
        #expect(
            warning { $0.session.processes.remove("inkd-overlay") }.hasPrefix(
                "warning overlay: inkd-overlay is not running, so no ink is shown under the tip. Start it: setsid -f inkd-overlay"))
        let missing = warning { ($0.session.processes, $0.session.programs) = (["at-spi-bus-laun"], []) }
        #expect(missing.hasSuffix("Install the package inkd-overlay"))
    }

    @Test("a mapping that nothing has reported yet is no fault")
    func unreportedMapping() {
        #expect(
            pointing { $0.daemon.mappings = [] }.contains(
                "ok mapping: The mapping of Wacom One to the screen is not known before the pen comes near"))
        #expect(!pointing { $0.daemon.mappings = nil }.contains { $0.contains("mapping") })
    }

    @Test(
        "a language without a model is named with its package, whoever asks for it",
        arguments: [
            ("de", "", "", ""),
            (
                "fr-CA", "", "",
                "warning language: No model is installed for the configured language (fr-CA). Install the package inkd-models-fr"
            ),
            (
                "tlh", "", "",
                "warning language: No model is installed for the configured language (tlh). List the installed models: inkctl models list"
            ),
            ("", "inkd:de", "", ""), ("", "xkb:fr::fra", "", ""),
            (
                "", "inkd:sv", "",
                "warning language: No model is installed for the selected input method's language (sv). Install the package inkd-models-sv"
            ), ("", "", "de_DE.UTF-8", ""), ("", "", "C.UTF-8", ""), ("", "", "lv_LV.UTF-8", ""),
            (
                "", "", "it_IT.UTF-8",
                "warning language: No model is installed for the desktop's language (it-IT). "
                    + "To write in this language, install the package inkd-models-it"
            ),
        ])
    func language(language: String, engine: String, locale: String, complaint: String) {
        let said = complaints { facts in
            facts.daemon.language = language
            if !engine.isEmpty { facts.session.engine = engine }
            (facts.session.environment["LC_ALL"], facts.session.environment["LANG"]) = ("", locale)
        }
        #expect(said.filter { $0.contains(" language: ") } == (complaint.isEmpty ? [] : [complaint]))
    }

    @Test("the machine's language counts where the user has chosen none, and nothing is said while nothing is known")
    func languageOfTheMachine() {
        func complaint(_ change: (inout DoctorFacts) -> Void) -> String {
            complaints(change).filter { $0.contains(" language: ") }.joined()
        }
        let machine = complaint { $0.daemon.abilities?.missingLanguage = "nl" }
        #expect(machine.hasSuffix("Install the package inkd-models-nl"))
        let own = complaint { facts in
            facts.daemon.abilities?.missingLanguage = "nl"
            facts.daemon.language = "de"
        }
        #expect(own == "")
        #expect(complaint { ($0.daemon.abilities, $0.daemon.language) = (nil, "nl") } == "")
        #expect(complaint { ($0.session.isRoot, $0.session.environment["LANG"]) = (true, "nl_NL") } == "")
    }

    @Test("a size that a tablet gives wrongly is doubted, with the size that is used and a rule to say it")
    func doubtfulSize() {
        func complaint(_ change: (inout DevicesInterface.Device) -> Void) -> String {
            complaints { facts in
                var device = WatchFormatterTests.device(1)
                change(&device)
                facts.tablets.read = [device]
            }.joined()
        }
        #expect(complaint { ($0.sizeSource, $0.reportedWidth) = (.descriptor, 216) } == "")
        let implausible = complaint { ($0.width, $0.height, $0.sizeDoubt) = (20.8, 28, .implausible) }
        #expect(implausible.hasPrefix("warning tablet: Wacom One is read, but reports the implausible size 21 × 28 mm."))
        #expect(implausible.contains("`- {match: {vendor: 0x056a, product: 0x0376}, size: [width, height]}`"))
        let corrected = complaint {
            ($0.sizeSource, $0.sizeDoubt, $0.reportedWidth, $0.reportedHeight) = (.touch, .corrected, 74.8, 42.1)
        }
        #expect(
            corrected.contains(
                "is read as 216 × 135 mm, although it reports 75 × 42 mm: the touch device of the same screen has a different size"))
    }

    @Test("hardware that a program stands for is no problem, and a tablet's keys are no pen")
    func notRead() {
        #expect(
            complaints { facts in
                facts.tablets.read?[0].virtual = true
                facts.tablets.nodes = [Self.node(isVirtual: true), Self.node("/dev/input/event6")]
            } == [])
        #expect(complaints { $0.tablets.nodes.append(Self.node("/dev/input/event6")) }.joined().contains("inkd does not read it"))
        #expect(PenNode.hasPosition("1000d000003") && PenNode.hasPosition("") && !PenNode.hasPosition("100 0") && !PenNode.hasPosition("1"))
    }

    @Test("a tablet that types as well is not read for that reason, and the remedy is the rule for it")
    func typing() {
        let said = complaints { facts in
            var node = Self.node("/dev/input/event6")
            (node.vendor, node.product, node.alsoTypes) = (0x172f, 0x509, true)
            facts.tablets.nodes = [node]
            facts.tablets.read = []
        }
        #expect(said.count == 1)
        let text = said.joined()
        #expect(text.contains("problem tablet") && text.contains("it also types (ID_INPUT_KEYBOARD)"))
        #expect(
            text.contains(
                "SUBSYSTEM==\"input\", ATTRS{id/vendor}==\"172f\", ATTRS{id/product}==\"0509\", ENV{INKD_READS_TYPING}=\"1\""))
    }

    @Test("the nodes of tablets' keys and dials are no pens that inkd should read, by the bits of their keys and axes")
    func penKeys() {
        // BTN_STYLUS and three keys, places and ABS_MISC; BTN_0 alone; a pen with its tool; a button beside pressure; the tip alone
        #expect(!PenNode.hasPenKeys("100000000000009 0 0 0 800 0 0 0 0 0", axes: "10000000003"))
        #expect(!PenNode.hasPenKeys("1 0 0 0 0", axes: "10000000003"))
        #expect(PenNode.hasPenKeys("1c03 0 0 0 0 0", axes: "d000003"))
        #expect(PenNode.hasPenKeys("800 0 0 0 0 0", axes: "1000003"))
        #expect(!PenNode.hasPenKeys("800 0 0 0 0 0", axes: "3") && PenNode.hasPenKeys("400 0 0 0 0 0", axes: "3"))
    }

    @Test("a pen that inkd-pen has not grabbed is named with its unit; a program's pen has no relay")
    func pointing() {
        let found = complaints { $0.tablets.nodes = [Self.node("/dev/input/event7", hasTwin: false)] }
        #expect(found.count == 1 && found.first?.contains("either writes or points") == true)
        #expect(found.first?.contains("systemctl status inkd-pen@event7.service") == true)
        #expect(complaints { $0.tablets.nodes = [Self.node(isVirtual: true, hasTwin: false)] }.isEmpty)
    }

    @Test("every problem and warning has a remedy, and everything is one line")
    func remedies() {
        var facts = Self.healthy
        facts.daemon.units?.service = "failed"
        facts.tablets.nodes[0].holders = ["evil\n\u{1b}[2J"]
        facts.session.isIBusRunning = false
        for finding in Doctor.findings(facts) {
            #expect(finding.level == .ok || finding.remedy?.isEmpty == false)
            #expect(!finding.line.contains("\n") && !finding.line.contains("\u{1b}"))
        }
    }

    @Test("a daemon that does not answer is started, restarted or installed, as things are")
    func daemon() {
        func silent(_ code: Int32, _ units: DaemonFacts.Units?) -> [String] {
            complaints { facts in
                facts.daemon = .init(socket: "/s", version: .failure(.cannotConnect(path: "/s", errno: code)), units: units)
                facts.tablets = .init(read: nil, nodes: [])
            }
        }
        #expect(silent(ENOENT, nil) == ["problem socket: The socket /s does not exist. Start inkd, or set INKD_SOCKET to its socket"])
        let stopped = silent(ENOENT, .init(service: "inactive", socket: "inactive"))
        #expect(stopped.count == 2 && stopped.allSatisfy { $0.hasSuffix("Start it: sudo systemctl enable --now inkd.socket inkd.service") })
        #expect(
            silent(ECONNREFUSED, .init(service: "failed", socket: "active")).first?.hasPrefix("problem service: inkd.service has failed")
                == true)
        #expect(silent(ENOENT, .init(service: "not-found", socket: "not-found")).first?.contains("Install inkd") == true)
        #expect(silent(EACCES, nil).first?.contains("permission to open /s") == true)
        #expect(complaints { $0.daemon.version = .failure(.timedOut) }.first?.contains("does not answer") == true)
        #expect(complaints { $0.daemon.version = .success("0.0.1") }.first?.hasPrefix("warning socket: inkd has version 0.0.1") == true)
        #expect(complaints { $0.daemon.units = nil } == [])
        #expect(complaints { $0.daemon.units = .init(service: "not-found", socket: "not-found") } == [])
    }

    @Test("a user whose session is not active is told so, and tablets are not missed then")
    func permission() {
        let refused = ClientError.refused(name: ServiceInterface.PermissionDenied.name, parameters: .object([:]))
        let said = complaints { facts in
            facts.daemon.pen = .failure(refused)
            facts.tablets.read = []
        }
        #expect(said.count == 1 && said[0].hasPrefix("problem access: Permission denied: your session is not the active one"))
    }

    @Test("without a model, or with the switch off, the pen writes nothing")
    func modelAndSwitch() {
        #expect(complaints { $0.daemon.abilities?.kinds = [.shapes] }.first?.hasPrefix("problem model: No model") == true)
        #expect(
            complaints { $0.daemon.pen = .success(PenCommandTests.status(enabled: false)) }
                == ["warning pen: Handwriting is off. Turn it on: inkctl pen on"])
        #expect(
            complaints { $0.daemon.pen = .success(PenCommandTests.status(locked: true)) } == [
                "warning pen: The session is locked. Unlock it"
            ])
    }

    @Test("tablets that udev knows and inkd does not read are told of")
    func tablets() {
        #expect(complaints { $0.tablets = .init(read: [], nodes: []) }.first?.hasPrefix("problem tablet: No tablet found") == true)
        #expect(complaints { $0.tablets.read = [] }.first?.contains("(/dev/input/event5) is plugged in, but inkd does not read it") == true)
        #expect(complaints { $0.tablets = .init(read: [], nodes: [Self.node(isVirtual: true)]) }.first?.contains("devices.virtual") == true)
        let twins = complaints { $0.tablets.nodes.append(Self.node("/dev/input/event9")) }
        #expect(twins.count == 1 && twins[0].contains("/dev/input/event9"))
        #expect(complaints { $0.tablets.read?[0].width = nil }.first?.contains("its size is unknown") == true)
    }

    @Test("tablets that are closed for now are no riddle; where logind is missing that is a problem")
    func pauses() {
        #expect(
            complaints { $0.tablets.seats = [.init(name: "seat0", paused: .locked, unopened: 0)] }
                == ["warning tablet: The tablets of seat0 are closed: the session is locked. Unlock it"])
        let without = complaints {
            $0.tablets.read = []
            $0.tablets.seats = [.init(name: "seat0", paused: .noLogind, unopened: 1)]
        }
        #expect(without.count == 1 && without[0].hasPrefix("problem tablet:") && without[0].contains("devices.sessions: none"))
        #expect(complaints { $0.tablets.seats = [.init(name: "seat0", unopened: 0)] } == [])
    }

    @Test("who else has a tablet open is told unless that is as it should be; what comes tells the rest")
    func holders() {
        #expect(complaints { $0.tablets.nodes[0].holders = ["gnome-shell", "systemd-logind"] } == [])
        #expect(complaints { $0.tablets.nodes[0].holders = ["evtest", "sway"] }.first?.hasPrefix("warning tablet: evtest has") == true)
        func watched(_ events: Int, _ strokes: Int, _ holders: [String]?) -> [String] {
            complaints {
                $0.tablets.watched = .init(seconds: 10, events: events, strokes: strokes)
                $0.tablets.nodes[0].holders = holders
            }
        }
        #expect(watched(80, 1, []) == [])
        #expect(watched(80, 0, []).first?.contains("wrote no stroke within 10 seconds") == true)
        #expect(watched(0, 0, nil).first?.contains("sudo inkctl doctor") == true)
        #expect(watched(0, 0, []).first?.contains("libinput debug-events") == true)
        #expect(watched(0, 0, ["evtest"]).last?.contains("one of these programs may have grabbed the tablet: evtest") == true)
    }
}
