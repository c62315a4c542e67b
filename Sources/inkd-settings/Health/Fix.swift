/// A fix for a finding that a button can apply.
struct Fix: Sendable, Hashable {
    /// A step of the fix.
    enum Step: Sendable, Hashable {
        /// Runs a program with its arguments.
        case run([String])
        /// Adds an element to a list of the desktop's settings (gsettings).
        case append(schema: String, key: String, element: String)
    }

    /// The button's title.
    var title: String
    /// The steps, in their order.
    var steps: [Step]

    /// Returns the fix for a finding; nil if only the user can fix it.
    static func of(_ finding: Finding) -> Fix? {
        guard finding.level != .ok else { return nil }
        return known.first { finding.remedy.contains($0.phrase) }?.mend
    }

    /// Returns a gsettings list, as text, with one more element; nil if the list already contains the element, or the text is not a list.
    static func list(_ text: String, with element: String) -> String? {
        // an empty list has its type: "@as []"
        guard let begin = text.firstIndex(of: "["), let end = text.lastIndex(of: "]"), begin < end, !text.contains(element) else {
            return nil
        }
        let elements = text[text.index(after: begin)..<end]
        return elements.allSatisfy(\.isWhitespace) ? "[\(element)]" : "[\(elements), \(element)]"
    }

    /// The fixes, each with a phrase of the remedy for which it applies; longer phrases come first. systemctl itself asks for the password,
    /// through polkit.
    private static let known: [(phrase: String, mend: Fix)] = [
        (
            "systemctl enable --now inkd.socket inkd.service",
            .init("Start inkd", .command("systemctl enable --now inkd.socket inkd.service"))
        ),
        ("systemctl restart inkd.socket inkd.service", .init("Restart inkd", .command("systemctl restart inkd.socket inkd.service"))),
        ("systemctl restart inkd.service", .init("Restart inkd", .command("systemctl restart inkd.service"))),
        ("inkctl pen on", .init("Turn on", .command("inkctl pen on"))),
        ("dd inkd in Settings, Keyboard, Input Sources", .init("Add input source", gnomeSource)),
        ("ibus write-cache; ibus restart", .init("Refresh IBus", .command("ibus write-cache"), .command("ibus restart"))),
        ("then ibus restart", .init("Restart IBus", .command("ibus restart"))),
        ("Start it again: ibus restart", .init("Restart IBus", .command("ibus restart"))),
        ("ibus engine inkd", .init("Add and select", ibusEngine, .command("ibus engine inkd"))),
        ("ibus-daemon -drxR", .init("Start IBus", .command("ibus-daemon -drxR"))),
        ("setsid -f inkd-overlay", .init("Start inkd-overlay", .command("setsid -f inkd-overlay"))),
        ("setsid -f inkd-wlim", .init("Start inkd-wlim", .command("setsid -f inkd-wlim"))),
        ("at each login: im-config -n ibus", .init("Use IBus from the next login", .command("im-config -n ibus"))),
    ]

    private static let gnomeSource = Step.append(
        schema: "org.gnome.desktop.input-sources", key: "sources", element: "('ibus', 'inkd')")
    private static let ibusEngine = Step.append(schema: "org.freedesktop.ibus.general", key: "preload-engines", element: "'inkd'")

    private init(_ title: String, _ steps: Step...) { (self.title, self.steps) = (title, steps) }
}

extension Fix.Step {
    /// Creates a command whose arguments contain no spaces.
    fileprivate static func command(_ words: String) -> Self { .run(words.split(separator: " ").map(String.init)) }
}
