import InkCorpus
import InkProtocol
import Testing

@testable import inkctl

@Suite("inkctl setup")
struct SetupTests {
    /// The command lines of the steps after a change of facts where all is well.
    private func steps(_ change: (inout DoctorFacts) -> Void) -> [String] {
        var facts = DoctorTests.healthy
        change(&facts)
        return SetupPlan.steps(facts).map(\.text)
    }

    @Test("where all is well nothing is changed, nor for root, nor without a desktop, nor beside fcitx5")
    func nothing() {
        #expect(steps { $0.session.inputSources = "[('xkb', 'us'), ('ibus', 'inkd:de')]" } == [])
        #expect(
            steps {
                $0.session.inputSources = "[('xkb', 'us')]"
                $0.session.isRoot = true
            } == [])
        #expect(
            steps {
                $0.session.inputSources = "[('xkb', 'us')]"
                $0.session.environment = [:]
            } == [])
        #expect(
            steps {
                $0.session.inputSources = "[('xkb', 'us')]"
                $0.session.processes = ["fcitx5"]
            } == [])
        // without inkd-ibus there is nothing to choose
        #expect(
            steps {
                $0.session.inputSources = "[('xkb', 'us')]"
                $0.session.components = []
            } == [])
        // not what it does not know
        #expect(steps { $0.session.inputSources = nil } == [])
    }

    @Test(
        "on GNOME inkd is added behind the input sources there are, in the desktop's language if it is read",
        arguments: [
            ("[('xkb', 'us')]", "", "[('xkb', 'us'), ('ibus', 'inkd')]"), ("@a(ss) []", "de_AT.UTF-8", "[('ibus', 'inkd:de')]"),
            ("[('xkb', 'fr')]", "fr_FR.UTF-8", "[('xkb', 'fr'), ('ibus', 'inkd')]"),
        ])
    func gnome(sources: String, locale: String, wanted: String) {
        let found = steps {
            $0.session.inputSources = sources
            $0.session.environment["LANG"] = locale
        }
        #expect(found == ["gsettings set org.gnome.desktop.input-sources sources \"\(wanted)\""])
    }

    @Test("on X11 inkd joins IBus's engines behind the keyboard, programs are told to ask IBus, and inkd is chosen")
    func x11() {
        let found = steps {
            $0.session.environment = ["XDG_CURRENT_DESKTOP": "XFCE", "DISPLAY": ":0"]
            $0.session.programs = ["ibus", "im-config", "gsettings"]
            $0.session.engine = "xkb:us::eng"
            $0.session.engines = ["xkb:us::eng", "inkd"]
            $0.session.preloadEngines = "@as []"
        }
        #expect(
            found == [
                "gsettings set org.freedesktop.ibus.general preload-engines \"['xkb:us::eng', 'inkd']\"", "im-config -n ibus",
                "ibus engine inkd",
            ])
        #expect(SetupPlan.remarks(DoctorTests.healthy, []) == [])
        let stopped = steps {
            $0.session.environment = [
                "XDG_CURRENT_DESKTOP": "XFCE", "DISPLAY": ":0", "GTK_IM_MODULE": "ibus", "QT_IM_MODULE": "ibus", "XMODIFIERS": "@im=ibus",
            ]
            $0.session.isIBusRunning = false
            $0.session.engines = nil
            $0.session.engine = nil
        }
        #expect(stopped == ["ibus-daemon -drxR", "ibus engine inkd"])
        // without inkd-ibus there is nothing to choose
        #expect(
            steps {
                $0.session.environment = ["DISPLAY": ":0"]
                $0.session.components = []
            } == [])
    }

    @Test("on sway its configuration starts what is installed, once")
    func sway() {
        func found(_ text: String, running: Set<String> = []) -> [String] {
            steps {
                $0.session.environment = ["XDG_CURRENT_DESKTOP": "sway", "WAYLAND_DISPLAY": "wayland-1"]
                $0.session.programs = ["inkd-wlim"]
                $0.session.processes = running
                $0.session.swayConfiguration = .init(path: "/home/ada/.config/sway/config", text: text)
            }
        }
        #expect(found("set $mod Mod4") == ["“exec inkd-wlim” in /home/ada/.config/sway/config", "setsid -f inkd-wlim"])
        #expect(found("exec inkd-wlim", running: ["inkd-wlim"]) == [])
    }

    @Test(
        "lists of GVariant are read and written as gsettings does",
        arguments: ["@as []", "[]", "['a', 'b:c']", "[('xkb', 'us')]", "", "[", "']"])
    func lists(text: String) {
        let longer = SetupPlan.appended("'x'", to: text)
        #expect(longer.hasPrefix("[") && longer.hasSuffix("'x']"))
        #expect(SetupPlan.names(in: "['a', 'b:c']") == ["a", "b:c"] && SetupPlan.names(in: "@as []") == [])
    }

    @Test("the first word is what the pen wrote before it rested: strokes of the pen alone, cancelled ones not")
    func firstWord() {
        func event(_ phase: PointerInterface.Phase, _ tool: PointerInterface.Tool = .pen, x: Double = 0) -> PointerInterface.Event {
            var event = WatchFormatterTests.event(phase)
            (event.tool, event.x) = (tool, x)
            return event
        }
        var word = FirstWord()
        for one in [
            event(.down, x: 1), event(.move, x: 2), event(.up), event(.down, .finger), event(.up, .finger), event(.down, x: 5),
            event(.cancel),
        ] {
            word.take(one)
        }
        #expect(word.isWaiting && word.strokes.map(\.x) == [[1, 2]])
        word.take(event(.down))
        #expect(!word.isWaiting)
    }
}
