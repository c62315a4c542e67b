internal import DBus
internal import InputMethod

/// Messages of objects on the accessibility bus, and their interpretation.
enum Accessible {
    static let interface = "org.a11y.atspi.Accessible"
    static let events = "org.a11y.atspi.Event.Object"
    /// The signal of a window that gets the focus.
    static let windowEvents = [("org.a11y.atspi.Event.Window", "Activate")]
    /// The signals of content that moves.
    static let contentEvents = [(events, "BoundsChanged"), (events, "VisibleDataChanged")]
    /// The registry's bus name, and the path of its root object, whose children are the applications. Each application has a root object at
    /// the same path, whose children are its windows.
    static let (registry, root) = ("org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root")
    /// Returns a method of the registry that manages the registration for events.
    static func registration(_ member: String) -> BusMethod {
        BusMethod(registry, "/org/a11y/atspi/registry", "org.a11y.atspi.Registry", member)
    }

    /// ATSPI_ROLE_PASSWORD_TEXT.
    static let passwordText: UInt32 = 40
    /// ATSPI_ROLE_TERMINAL.
    static let terminal: UInt32 = 60
    /// Roles of objects that contain no text fields, or have more children than a search may query: lists, menus, scroll bars, tables and
    /// trees, and their cells.
    static let withoutFields: Set<UInt32> = [31, 32, 33, 34, 35, 41, 48, 55, 56, 65, 66, 91]

    /// States in the first half of a state set (AtspiStateType).
    private enum State: UInt32 { case active = 1, editable = 7, focused = 12, multiLine = 17, showing = 25 }

    static func isActive(states: UInt32) -> Bool { has(.active, states) }
    static func hasFocus(states: UInt32) -> Bool { has(.focused, states) }
    static func isShowing(states: UInt32) -> Bool { has(.showing, states) }
    static func isEditable(states: UInt32) -> Bool { has(.editable, states) }
    static func isMultiLine(states: UInt32) -> Bool { has(.multiLine, states) }

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

    /// Returns the rectangle in an answer of `GetExtents`; nil if it is empty, as for objects without a position.
    static func extents(_ answer: BusMessage) -> PixelRectangle? {
        do throws(BusError) {
            return try answer.inside("r", "iiii") { () throws(BusError) in rectangle(answer) }
        } catch {
            return nil
        }
    }

    /// Returns the rectangle in an answer of `GetRangeExtents`; nil for an empty one.
    static func rectangle(_ answer: BusMessage) -> PixelRectangle? {
        do throws(BusError) {
            let (x, y) = (Double(try answer.readInt32()), Double(try answer.readInt32()))
            let (width, height) = (Double(try answer.readInt32()), Double(try answer.readInt32()))
            return width > 0 && height > 0 ? PixelRectangle(x: x, y: y, width: width, height: height) : nil
        } catch {
            return nil
        }
    }

    /// Writes the arguments of `GetMatches`: a rule for editable objects that are shown (AtspiMatchRule in atspi-matchrule.c), the order of
    /// the document, and at most `limit` results.
    static func appendFieldRule(limit: Int, to message: BusMessage) throws(BusError) {
        let (all, none): (Int32, Int32) = (1, 3)
        func numbers(_ values: [Int32]) throws(BusError) {
            try message.container("a", "i") { () throws(BusError) in for value in values { try message.append(value) } }
        }
        try message.container("r", "aiia{ss}iaiiasib") { () throws(BusError) in
            try numbers([1 << State.editable.rawValue | 1 << State.showing.rawValue, 0])
            try message.append(all)
            try message.container("a", "{ss}") { () throws(BusError) in }
            try message.append(none)
            try numbers([0, 0, 0, 0])
            try message.append(none)
            try message.container("a", "s") { () throws(BusError) in }
            try message.append(none)
            try message.append(false)
        }
        // in the order of the document
        try message.append(UInt32(1))
        try message.append(Int32(clamping: limit))
        try message.append(true)
    }

    static func role(_ answer: BusMessage) -> UInt32? {
        do throws(BusError) {
            return try answer.readUInt32()
        } catch {
            return nil
        }
    }
}
