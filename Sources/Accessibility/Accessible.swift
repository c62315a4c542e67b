internal import DBus
internal import InputMethod

/// Messages of objects on the accessibility bus, and their interpretation.
enum Accessible {
    static let interface = "org.a11y.atspi.Accessible"
    static let events = "org.a11y.atspi.Event.Object"
    /// The registry's root: its children are the applications, whose children at the same path are the windows.
    static let (registry, root) = ("org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root")
    /// ATSPI_ROLE_PASSWORD_TEXT.
    private static let passwordText: UInt32 = 40

    /// States in the first half of a state set (AtspiStateType).
    private enum State: UInt32 { case active = 1, focused = 12, showing = 25 }

    static func isActive(states: UInt32) -> Bool { has(.active, states) }
    static func hasFocus(states: UInt32) -> Bool { has(.focused, states) }
    static func isShowing(states: UInt32) -> Bool { has(.showing, states) }

    private static func has(_ state: State, _ states: UInt32) -> Bool { states & 1 << state.rawValue != 0 }

    /// Returns the event in a signal; nil for other signals.
    static func event(_ signal: BusMessage) -> PasswordGuard.Event? {
        do throws(BusError) {
            switch signal.member {
            case "StateChanged":
                // only the changed state and its new value are needed
                guard signal.interface == events, try signal.readString() == "focused" else { return nil }
                let object = PasswordGuard.Object(application: signal.sender, path: signal.path)
                return try signal.readInt32() != 0 ? .focused(object) : .unfocused(object)
            case "NameOwnerChanged":
                guard signal.interface == "org.freedesktop.DBus" else { return nil }
                return .applicationGone(try signal.readString())
            default: return nil
            }
        } catch {
            return nil
        }
    }

    /// Returns the event in the answer to a question.
    static func event(_ answer: BusMessage?, _ question: PasswordGuard.Question, _ object: PasswordGuard.Object) -> PasswordGuard.Event {
        switch question {
        case .role: .role(object, isPassword: answer.flatMap(role).map { $0 == passwordText })
        case .focus: .focus(object, isThere: answer.flatMap(states).map(hasFocus))
        }
    }

    /// Returns the first 32 bits of the state set in an answer; nil for an answer without a set.
    static func states(_ answer: BusMessage) -> UInt32? {
        do throws(BusError) {
            return try answer.first(in: "a", "u") { () throws(BusError) in try answer.readUInt32() }
        } catch {
            return nil
        }
    }

    /// Returns the objects in an answer with their bus names and paths; at most the first `limit`.
    static func children(_ answer: BusMessage, limit: Int) -> [PasswordGuard.Object] {
        var objects: [PasswordGuard.Object] = []
        do throws(BusError) {
            try answer.first(in: "a", "(so)") { () throws(BusError) in
                while objects.count < limit {
                    let object = try answer.inside("r", "so") { () throws(BusError) in
                        PasswordGuard.Object(application: try answer.readString(), path: try answer.readPath())
                    }
                    objects.append(object)
                }
            }
        } catch {
            // the end of the array
        }
        return objects
    }

    private static func role(_ answer: BusMessage) -> UInt32? {
        do throws(BusError) {
            return try answer.readUInt32()
        } catch {
            return nil
        }
    }
}
