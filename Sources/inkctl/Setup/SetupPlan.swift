internal import InkProtocol

/// A change of the user's settings.
struct SetupStep: Sendable, Hashable {
    /// The way to make the change.
    enum Action: Sendable, Hashable {
        /// A program with its arguments.
        case run([String])
        /// A line at the end of a file.
        case append(String, to: String)
    }

    /// The purpose of the step.
    var title: String
    var action: Action

    /// The step as a user would type it.
    var text: String {
        switch action {
        case .run(let command):
            command.map { $0.allSatisfy { $0.isLetter || $0.isNumber || ".-_:/=".contains($0) } ? $0 : "\"\($0)\"" }.joined(separator: " ")
        case .append(let line, let path): "“\(line)” in \(path)"
        }
    }
}

/// The changes that `inkctl setup` makes, as pure functions of the facts.
enum SetupPlan {
    /// Returns the changes that this desktop needs, in order. Leaves out changes that need an administrator, which `inkctl doctor` reports.
    static func steps(_ facts: DoctorFacts) -> [SetupStep] {
        let session = facts.session
        guard !session.isRoot, let desktop = Desktop(session.environment) else { return [] }
        // a user of fcitx5 adds inkd in the settings of fcitx5
        guard !session.processes.contains("fcitx5") else { return [] }
        switch desktop {
        case .gnome: return gnome(facts)
        case .x11, .plasmaOnWayland: return ibus(facts, desktop)
        case .wlroots: return wlroots(session)
        }
    }

    /// Returns the manual steps and other remarks.
    static func remarks(_ facts: DoctorFacts, _ steps: [SetupStep]) -> [String] {
        let session = facts.session
        if session.processes.contains("fcitx5") {
            return ["fcitx5 is running. Add “Pen handwriting” in fcitx5-configtool, Add Input Method."]
        }
        var remarks: [String] = []
        if steps.contains(where: { $0.action == .run(imConfig) }) { remarks.append("Log in again. Programs then use IBus.") }
        if Desktop(session.environment) == .gnome, !steps.isEmpty { remarks.append("Super+Space switches between the keyboard and inkd.") }
        return remarks
    }

    /// Returns a sentence about the first use of the pen on the desktop.
    static func next(_ mode: TextInputInterface.PenMode?) -> String {
        switch mode {
        case .pointsAndWrites: "Write in a text field. A tap places the cursor there, and the pen held still selects."
        case .points: "Run inkctl pen on, click into a text field and write."
        case .writes, nil: "Click into a text field and write."
        }
    }

    /// Returns the engine for the desktop's language if inkd supports this language, otherwise the engine for inkd's own language.
    static func engine(_ facts: DoctorFacts) -> String {
        guard let tag = facts.session.language, let language = tag.split(separator: "-").first.map(String.init),
            facts.daemon.abilities?.languages.contains(language) == true, facts.session.engines?.contains("inkd:\(language)") != false
        else { return "inkd" }
        return "inkd:\(language)"
    }

    private static let imConfig = ["im-config", "-n", "ibus"]

    private static func gnome(_ facts: DoctorFacts) -> [SetupStep] {
        guard !facts.session.components.isEmpty, let sources = facts.session.inputSources,
            !names(in: sources).contains(where: Doctor.isInkd)
        else { return [] }
        let engine = engine(facts)
        let value = appended("('ibus', '\(engine)')", to: sources)
        return [
            SetupStep(
                title: "Add inkd to the input sources",
                action: .run(["gsettings", "set", "org.gnome.desktop.input-sources", "sources", value]))
        ]
    }

    private static func ibus(_ facts: DoctorFacts, _ desktop: Desktop) -> [SetupStep] {
        let session = facts.session
        guard session.programs.contains("ibus"), !session.components.isEmpty else { return [] }
        var steps: [SetupStep] = []
        let engine = engine(facts)
        if let engines = session.preloadEngines, !names(in: engines).contains(where: Doctor.isInkd) {
            // the present keyboard comes first
            let keyboard = names(in: engines).isEmpty ? session.engine.map { appended("'\($0)'", to: engines) } ?? engines : engines
            steps.append(
                SetupStep(
                    title: "Add inkd to IBus's input methods",
                    action: .run([
                        "gsettings", "set", "org.freedesktop.ibus.general", "preload-engines", appended("'\(engine)'", to: keyboard),
                    ])))
        }
        if session.programs.contains("im-config"), desktop == .x11 || session.canIBusBeVirtualKeyboard != true,
            Doctor.variables(session, mustBeSet: true).contains(where: { $0.level != .ok })
        {
            steps.append(SetupStep(title: "Make programs use IBus", action: .run(imConfig)))
        }
        if !session.isIBusRunning {
            steps.append(SetupStep(title: "Start IBus", action: .run(["ibus-daemon", "-drxR"])))
        } else if let engines = session.engines, !engines.contains(where: Doctor.isInkd) {
            steps.append(SetupStep(title: "Make IBus find inkd", action: .run(["ibus", "write-cache"])))
            steps.append(SetupStep(title: "Make IBus find inkd", action: .run(["ibus", "restart"])))
        }
        if session.engine.map(Doctor.isInkd) != true {
            steps.append(SetupStep(title: "Select inkd", action: .run(["ibus", "engine", engine])))
        }
        return steps
    }

    private static func wlroots(_ session: SessionFacts) -> [SetupStep] {
        var steps: [SetupStep] = []
        for program in ["inkd-wlim", "inkd-overlay"] where session.programs.contains(program) {
            if let sway = session.swayConfiguration, !sway.text.contains(program) {
                steps.append(SetupStep(title: "Start \(program) at each login", action: .append("exec \(program)", to: sway.path)))
            }
            // process names are cut after 15 characters
            if !session.processes.contains(program) {
                steps.append(SetupStep(title: "Start \(program) now", action: .run(["setsid", "-f", program])))
            }
        }
        return steps
    }

    // MARK: Lists of GVariant

    /// Returns the quoted texts of a list as `gsettings get` prints it: "[('xkb', 'us'), ('ibus', 'inkd')]", "@as []".
    static func names(in list: String) -> [String] {
        list.split(separator: "'", omittingEmptySubsequences: false).enumerated().compactMap {
            $0.offset % 2 == 1 ? String($0.element) : nil
        }
    }

    /// Returns the text of a GVariant list with another element, which must be in the same notation.
    static func appended(_ element: String, to list: String) -> String {
        let inner = list.drop { $0 != "[" }.dropFirst().reversed().drop { $0 != "]" }.dropFirst().reversed()
        let text = String(inner).trimmingSpaces
        return text.isEmpty ? "[\(element)]" : "[\(text), \(element)]"
    }
}

extension String {
    fileprivate var trimmingSpaces: String { String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
}
