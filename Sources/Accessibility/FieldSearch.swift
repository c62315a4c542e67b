internal import DBus
internal import InputMethod

/// A search for the text fields of the active window. Answers arrive while the bus is processed. The search ends at its deadline, even if
/// an application has not answered.
final class FieldSearch {
    typealias Object = PasswordGuard.Object

    /// The maximum numbers of objects that are queried one by one, of children per container, and of fields.
    private static let (limit, limitOfChildren, limitOfFields) = (500, 200, 256)
    /// The maximum time of a search.
    private static let patience: Duration = .milliseconds(800)

    /// The time at which the search ends, complete or not.
    let deadline = InputMethodSession.now + FieldSearch.patience
    private let bus: BusClient
    private let isWayland: Bool
    /// The object that reported the focus last, with its application; nil if unknown.
    private let focused: Object?
    private let done: (WindowFields?) -> Void
    private var step = Step.windows
    /// The number of calls of the current step without an answer.
    private var pending = 0
    private var isOver = false

    private var window: Object?
    private var (process, title): (Int?, String?)
    private var quirks = ToolkitQuirks(toolkit: "")
    private var asked: Set<Object> = []
    private var fields: [WindowFields.Field] = []
    private var isIncomplete = false
    /// The focused field; nil if no field has the focus.
    private(set) var focusedField: Object?

    private enum Step: Sendable { case windows, allWindows, toolkit, fields }

    /// - Parameters:
    ///   - focused: The object that reported the focus last; its application is asked first.
    ///   - done: Called once, with the fields; with nil if no window is active, or if the application of the active window does not answer.
    init(on bus: BusClient, focused: Object?, isWayland: Bool, done: @escaping (WindowFields?) -> Void) {
        self.bus = bus
        self.focused = focused
        self.isWayland = isWayland
        self.done = done
    }

    /// The application that owns the window.
    var application: String? { window?.application }

    func begin() {
        guard let focused else { return findAllWindows() }
        begin(.windows) { $0.findWindow(of: Object(application: focused.application, path: Accessible.root)) }
    }

    /// Ends the search if its deadline has passed.
    func tick(at now: Duration) {
        guard !isOver, deadline <= now else { return }
        isIncomplete = true
        finish()
    }

    // MARK: The window

    private func findAllWindows() {
        begin(.allWindows) { search in
            search.withChildren(of: Object(application: Accessible.registry, path: Accessible.root)) { search, application in
                if application.application != search.focused?.application { search.findWindow(of: application) }
            }
        }
    }

    private func findWindow(of application: Object) {
        withChildren(of: application) { search, window in
            search.call("GetState", window) { search, answer in
                guard let states = Accessible.states(answer), Accessible.isActive(states: states), search.window == nil else { return }
                search.describe(window)
            }
        }
    }

    /// Asks for the toolkit and the process of the window's application, and for the window's title.
    private func describe(_ window: Object) {
        self.window = window
        begin(.toolkit) { search in
            let application = Object(application: window.application, path: Accessible.root)
            search.withProperty("ToolkitName", "org.a11y.atspi.Application", of: application) { search, name in
                search.quirks = ToolkitQuirks(toolkit: name)
            }
            search.withProperty("Name", Accessible.interface, of: window) { $0.title = $1 }
            let process = BusMethod("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetConnectionUnixProcessID")
            search.call(process) { message throws(BusError) in
                try message.append(window.application)
            } reply: { search, answer in
                search.process = answer.flatMap { (answer) -> Int? in (try? answer.readUInt32()).map { Int($0) } }
            }
        }
    }

    // MARK: Its fields

    private func findFields(in window: Object) {
        begin(.fields) { search in
            // the search of the window misses terminals, and objects that their application does not list
            if let focused = search.focused, focused.application == window.application { search.describe(field: focused) }
            switch search.quirks.search {
            case .matches: search.match(in: window)
            case .walk: search.descend(into: window)
            }
        }
    }

    private func match(in window: Object) {
        let method = BusMethod(window.application, window.path, "org.a11y.atspi.Collection", "GetMatches")
        call(method) { message throws(BusError) in
            try Accessible.appendFieldRule(limit: Self.limitOfFields, to: message)
        } reply: { search, answer in
            guard let answer else { return search.descend(into: window) }
            let fields = Accessible.children(answer, limit: Self.limitOfFields)
            // applications build the objects of a window only when first asked, so fields may be missing
            if fields.isEmpty { search.isIncomplete = true }
            for field in fields { search.describe(field: field) }
        }
    }

    /// Queries an object and its descendants.
    private func descend(into object: Object) {
        guard asked.count < Self.limit, asked.insert(object).inserted else { return }
        call("GetState", object) { search, answer in
            guard let states = Accessible.states(answer) else { return }
            guard Accessible.isShowing(states: states) || !search.quirks.reportsShowing || object == search.window else { return }
            search.call("GetRole", object) { search, answer in
                guard let role = Accessible.role(answer), !Accessible.withoutFields.contains(role) else { return }
                if Accessible.isEditable(states: states) { search.locate(object, states: states, role: role) }
                search.withChildren(of: object) { $0.descend(into: $1) }
            }
        }
    }

    private func describe(field: Object) {
        guard asked.insert(field).inserted else { return }
        call("GetState", field) { search, answer in
            guard let states = Accessible.states(answer) else { return }
            search.call("GetRole", field) { search, answer in
                guard let role = Accessible.role(answer), Accessible.isEditable(states: states) || role == Accessible.terminal else {
                    return
                }
                search.locate(field, states: states, role: role)
            }
        }
    }

    private func locate(_ field: Object, states: UInt32, role: UInt32) {
        let isScreen = quirks.origin(isWayland: isWayland) == .screen
        let method = BusMethod(field.application, field.path, "org.a11y.atspi.Component", "GetExtents")
        call(method) { message throws(BusError) in
            try message.append(UInt32(isScreen ? 0 : 1))
        } reply: { search, answer in
            guard var place = answer.flatMap(Accessible.extents) else { return search.isIncomplete = true }
            if !Accessible.isMultiLine(states: states) {
                place.x -= search.quirks.frame.x
                place.y -= search.quirks.frame.y
                place.width += 2 * search.quirks.frame.x
                place.height += 2 * search.quirks.frame.y
            }
            if Accessible.hasFocus(states: states), role != Accessible.passwordText { search.focusedField = field }
            search.fields.append(
                .init(place: place, hasFocus: Accessible.hasFocus(states: states), isSecret: role == Accessible.passwordText))
        }
    }

    // MARK: Calls

    /// Begins a step. The next step follows when all calls of this step are answered.
    private func begin(_ step: Step, _ body: (FieldSearch) -> Void) {
        self.step = step
        pending = 1
        body(self)
        answered(in: step)
    }

    private func answered(in step: Step) {
        // once the active window is found, late answers about other windows do not matter
        guard step == self.step, !isOver else { return }
        pending -= 1
        guard pending == 0 else { return }
        switch step {
        case .windows: findAllWindows()
        case .allWindows: finish()
        case .toolkit: if let window { findFields(in: window) }
        case .fields: finish()
        }
    }

    private func finish() {
        isOver = true
        guard window != nil else { return done(nil) }
        done(
            WindowFields(
                origin: quirks.origin(isWayland: isWayland), fields: fields, process: process, title: title, isIncomplete: isIncomplete))
    }

    private func withProperty(_ name: String, _ interface: String, of object: Object, _ body: @escaping (FieldSearch, String) -> Void) {
        call(BusMethod(object.application, object.path, "org.freedesktop.DBus.Properties", "Get")) { message throws(BusError) in
            try message.append(interface)
            try message.append(name)
        } reply: { search, answer in
            let value = answer.flatMap { (answer) -> String? in
                try? answer.inside("v", "s") { () throws(BusError) in try answer.readString() }
            }
            if let value { body(search, value) }
        }
    }

    private func withChildren(of object: Object, _ body: @escaping (FieldSearch, Object) -> Void) {
        call("GetChildren", object) { search, answer in
            for child in Accessible.children(answer, limit: Self.limitOfChildren) { body(search, child) }
        }
    }

    private func call(_ member: String, _ object: Object, _ body: @escaping (FieldSearch, BusMessage) -> Void) {
        call(BusMethod(object.application, object.path, Accessible.interface, member)) { _ throws(BusError) in
        } reply: { search, answer in
            if let answer { body(search, answer) } else { search.isIncomplete = true }
        }
    }

    private func call(
        _ method: BusMethod, _ arguments: @escaping BusMessage.Body, reply: @escaping (FieldSearch, BusMessage?) -> Void
    ) {
        pending += 1
        let step = step
        bus.call(method, timeout: Self.patience, arguments) { [weak self] answer in
            guard let self, !isOver, self.step == step else { return }
            reply(self, answer)
            answered(in: step)
        }
    }
}
