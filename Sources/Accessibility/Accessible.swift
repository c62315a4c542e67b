internal import DBus
internal import InputMethod

/// Messages of objects on the accessibility bus, and what they mean.
enum Accessible {
    static let interface = "org.a11y.atspi.Accessible"
    static let events = "org.a11y.atspi.Event.Object"
    /// Its children are the applications, and theirs at the same path the windows.
    static let (registry, root) = ("org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root")
    /// ATSPI_ROLE_PASSWORD_TEXT.
    private static let passwordText: UInt32 = 40

    /// States that are in the first half of a set (AtspiStateType).
    private enum State: UInt32 { case active = 1, focused = 12, showing = 25 }

    static func isActive(states: UInt32) -> Bool { has(.active, states) }
    static func hasFocus(states: UInt32) -> Bool { has(.focused, states) }
    static func isShowing(states: UInt32) -> Bool { has(.showing, states) }

    private static func has(_ state: State, _ states: UInt32) -> Bool { states & 1 << state.rawValue != 0 }

    /// The news in a signal; nil: none.
    static func news(_ signal: BusMessage) -> PasswordGuard.News? {
        do throws(BusError) {
            switch signal.member {
            case "StateChanged":
                // what changed, and whether it is so now; the rest is for other events
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

    /// The news in the answer to a question; nil: there is none.
    static func news(_ answer: BusMessage?, _ question: PasswordGuard.Question, _ object: PasswordGuard.Object) -> PasswordGuard.News {
        switch question {
        case .role: .role(object, isPassword: answer.flatMap(role).map { $0 == passwordText })
        case .focus: .focus(object, isThere: answer.flatMap(states).map(hasFocus))
        }
    }

    /// The first half of the set of states in an answer; nil: it is none.
    static func states(_ answer: BusMessage) -> UInt32? {
        do throws(BusError) {
            return try answer.first(in: "a", "u") { () throws(BusError) in try answer.readUInt32() }
        } catch {
            return nil
        }
    }

    /// The objects in an answer, of which the bus knows where they are; of more than `limit` the first.
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
            // the end
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
