import ArgumentParser
import Glibc
import InkClient
import InkCorpus
import InkProtocol
import Testing
@testable import inkctl

// checks of the desktop
extension DoctorTests {
    @Test("a desktop is known by its variables")
    func desktops() {
        #expect(Desktop([:]) == nil)
        #expect(Desktop(["XDG_SESSION_TYPE": "tty", "DISPLAY": ""]) == nil)
        #expect(Desktop(["XDG_CURRENT_DESKTOP": "ubuntu:GNOME", "DISPLAY": ":0"]) == .gnome)
        #expect(Desktop(["XDG_CURRENT_DESKTOP": "KDE", "WAYLAND_DISPLAY": "wayland-0"]) == .plasmaOnWayland)
        #expect(Desktop(["XDG_CURRENT_DESKTOP": "KDE", "DISPLAY": ":0", "XDG_SESSION_TYPE": "x11"]) == .x11)
        #expect(Desktop(["XDG_CURRENT_DESKTOP": "sway", "WAYLAND_DISPLAY": "wayland-1", "DISPLAY": ":0"]) == .wlroots)
        #expect(Desktop(["DISPLAY": ":0"]) == .x11)
    }

    @Test("without a desktop the rest is looked at")
    func noDesktop() {
        let said = complaints { $0.session.environment = [:] }
        #expect(
            said.count == 1 && said[0].hasPrefix("warning desktop: The desktop was not checked because this is not a graphical session"))
    }

    @Test("root has no desktop, though sudo leaves a part of the user's environment")
    func root() {
        let said = complaints { facts in
            facts.session = .init(isRoot: true, environment: ["XDG_CURRENT_DESKTOP": "sway", "DISPLAY": ":0", "HOME": "/root"])
        }
        #expect(said.count == 1 && said[0].hasPrefix("warning desktop: The desktop was not checked because inkctl runs as root"))
    }

    @Test("IBus must be there, run, and know and use inkd's engine, one after the other")
    func ibus() {
        #expect(complaints { $0.session.programs = [] }.first?.contains("IBus is not installed") == true)
        #expect(complaints { $0.session.isIBusRunning = false }.first?.contains("IBus is not running") == true)
        #expect(complaints { $0.session.components = [] }.first?.contains("component file is missing") == true)
        #expect(complaints { $0.session.engines = ["xkb:us::eng"] }.first?.contains("ibus write-cache") == true)
        #expect(complaints { $0.session.engines = nil }.first?.contains("does not list") == true)
        #expect(complaints { $0.session.engine = "xkb:us::eng" }.first?.contains("xkb:us::eng is selected, not inkd") == true)
        #expect(complaints { $0.session.engine = nil }.first?.contains("No engine is selected") == true)
        #expect(complaints { $0.session.engine = "inkdotter" }.count == 1)
    }

    @Test("on X11 programs must be told to ask IBus; on Wayland they may not be told to ask another")
    func variables() {
        let onX11 = complaints { $0.session.environment = ["DISPLAY": ":0", "GTK_IM_MODULE": "ibus", "XMODIFIERS": "@im=fcitx"] }
        #expect(onX11.count == 2 && onX11[0].contains("QT_IM_MODULE is not set") && onX11[1].contains("XMODIFIERS is @im=fcitx"))
        #expect(complaints { $0.session.environment["GTK_IM_MODULE"] = "xim" }.first?.contains("GTK_IM_MODULE is xim") == true)
        #expect(complaints { $0.session.environment["GTK_IM_MODULE"] = "wayland" } == [])
    }

    @Test("on GNOME the extension must be installed and enabled")
    func gnomeExtension() {
        func said(_ state: GnomeExtension.State) -> String? {
            complaints { $0.session.gnomeExtension = .init(identifier: "inkd@inkd.org", state: state) }.first
        }
        #expect(said(.enabled) == nil)
        #expect(said(.disabled)?.contains("gnome-extensions enable inkd@inkd.org") == true)
        #expect(said(.missing)?.contains("Install the package inkd-gnome") == true)
    }

    @Test(
        "GNOME's version decides about the form of the extension",
        arguments: [
            ("GNOME Shell 43.9\n", "inkd-43@inkd.org"), ("GNOME Shell 44.0", "inkd-43@inkd.org"), ("GNOME Shell 45.beta", "inkd@inkd.org"),
            ("GNOME Shell 48.7", "inkd@inkd.org"), ("", "inkd@inkd.org"),
        ])
    func gnomeVersion(text: String, identifier: String) { #expect(GnomeExtension.identifier(forVersion: text) == identifier) }

    @Test(
        "the extension is enabled if GNOME's settings say so",
        arguments: [
            ("['a@b', 'inkd@inkd.org']", "false", .enabled), ("@as []", "false", .disabled), ("['inkd@inkd.org']", "true", .disabled),
            ("['inkd-43@inkd.org']", "false", .disabled), (nil, nil, .disabled),
        ] as [(String?, String?, GnomeExtension.State)])
    func gnomeSettings(enabled: String?, areDisabled: String?, state: GnomeExtension.State) {
        #expect(GnomeExtension.State(of: "inkd@inkd.org", enabled: enabled, areDisabled: areDisabled) == state)
    }

    @Test("on wlroots' desktops inkd-wlim must run, and GTK ask the compositor")
    func wlroots() {
        func said(_ change: (inout SessionFacts) -> Void) -> [String] {
            complaints { facts in
                facts.session = .init(
                    environment: ["XDG_CURRENT_DESKTOP": "sway", "WAYLAND_DISPLAY": "wayland-1"], processes: ["inkd-wlim"],
                    programs: ["inkd-wlim"])
                change(&facts.session)
            }
        }
        #expect(said { _ in } == [])
        #expect(said { $0.processes = [] }.first?.contains("exec inkd-wlim to sway's configuration") == true)
        #expect(said { ($0.processes, $0.programs) = ([], []) }.first?.contains("is not installed") == true)
        for other in ["fcitx5", "ibus-daemon", "kime"] {
            #expect(said { $0.processes.insert(other) }.first?.contains("only one is possible") == true)
        }
        #expect(said { $0.processes.insert("wvkbd-mobintl") } == [])
        #expect(said { $0.environment["GTK_IM_MODULE"] = "ibus" }.first?.contains("do not use the compositor's input method") == true)
    }

    @Test("on Plasma IBus is the virtual keyboard, or programs ask it themselves")
    func plasma() {
        let environment = ["XDG_CURRENT_DESKTOP": "KDE", "WAYLAND_DISPLAY": "wayland-0"]
        #expect(complaints { $0.session.environment = environment }.first?.contains("Virtual Keyboard") == true)
        #expect(
            complaints { facts in
                facts.session.environment = environment
                facts.session.isIBusVirtualKeyboard = true
            } == [])
        func remedy(_ version: [Int]?) -> String? {
            complaints { ($0.session.environment, $0.session.ibusVersion) = (environment, version) }.first
        }
        // Debian 12 and 13
        #expect(remedy([1, 5, 27])?.contains("im-config -n ibus") == true && remedy([1, 5, 27])?.contains("IBus Wayland") == false)
        #expect(remedy([1, 5, 32])?.contains("IBus Wayland") == true && remedy([1, 5, 32])?.contains("im-config") == false)
        #expect(remedy(nil)?.contains("before IBus 1.5.29") == true)
        let old = complaints {
            ($0.session.environment, $0.session.ibusVersion) = (environment, [1, 5, 27])
            $0.session.processes = ["ibus-wayland"]
        }
        #expect(old.count == 2 && old[0].contains("cannot insert text into fields"))
        let asked = ["GTK_IM_MODULE": "ibus", "QT_IM_MODULE": "ibus", "XMODIFIERS": "@im=ibus"].merging(environment) { $1 }
        #expect(complaints { $0.session.environment = asked } == [])
    }

    @Test(
        "IBus says its version",
        arguments: [("IBus 1.5.27\n", [1, 5, 27]), ("1.6", [1, 6]), ("", nil), ("IBus 1..5", nil), ("IBus", nil)] as [(String, [Int]?)])
    func ibusVersion(text: String, version: [Int]?) { #expect(SessionFacts.ibusVersion(in: text) == version) }

    @Test("a finding is an object of four fields")
    func json() throws {
        #expect(try JSONLine.text(Finding.ok("socket", "fine")) == #"{"check":"socket","level":"ok","message":"fine"}"#)
        #expect(
            try JSONLine.text(Finding.problem("a", "b", "c")) == #"{"check":"a","level":"problem","message":"b","remedy":"c"}"#)
    }

    @Test("seconds to wait are 1 to 600")
    func validation() {
        for seconds in ["0", "601", "x"] { #expect(throws: (any Error).self) { try DoctorCommand.parse(["--watch", seconds]) } }
    }
}
