internal import DBus
internal import InputMethod

/// A search for a password box that had the focus before the listener started, because objects report only focus changes. The search
/// descends into active windows, up to a limit.
final class FocusSearch {
    private typealias Object = PasswordGuard.Object

    /// The maximum number of objects queried, and of children per container.
    private static let (limit, limitOfChildren) = (1000, 200)
    private static let patience: Duration = .seconds(2)

    private let bus: BusClient
    private let found: (PasswordGuard.Object) -> Void
    private var count = 0
    /// Applications that have reported focus changes since the search began.
    private var heard: Set<String> = []

    /// - Parameter found: Called with each password box.
    init(on bus: BusClient, found: @escaping (PasswordGuard.Object) -> Void) {
        self.bus = bus
        self.found = found
    }

    /// Starts the search; answers arrive while the bus is processed.
    func begin() {
        withChildren(of: Object(application: Accessible.registry, path: Accessible.root)) { search, application in
            search.withChildren(of: application) { search, window in
                search.withStates(of: window) { search, states in if Accessible.isActive(states: states) { search.descend(into: window) } }
            }
        }
    }

    /// Marks an application that has reported its focus itself: pending answers about its objects may be outdated.
    func hear(_ application: String) { heard.insert(application) }

    private func descend(into object: Object) {
        guard count < Self.limit, !heard.contains(object.application) else { return }
        count += 1
        withStates(of: object) { search, states in
            if Accessible.hasFocus(states: states) { search.askRole(of: object) }
            if Accessible.isShowing(states: states) { search.withChildren(of: object) { $0.descend(into: $1) } }
        }
    }

    private func askRole(of object: Object) {
        call("GetRole", object) { search, answer in
            guard Accessible.event(answer, .role, object) == .role(object, isPassword: true), !search.heard.contains(object.application)
            else { return }
            search.found(object)
        }
    }

    private func withStates(of object: Object, _ body: @escaping (FocusSearch, UInt32) -> Void) {
        call("GetState", object) { if let states = Accessible.states($1) { body($0, states) } }
    }

    private func withChildren(of object: Object, _ body: @escaping (FocusSearch, Object) -> Void) {
        call("GetChildren", object) { search, answer in
            for child in Accessible.children(answer, limit: Self.limitOfChildren) { body(search, child) }
        }
    }

    private func call(_ member: String, _ object: Object, _ body: @escaping (FocusSearch, BusMessage) -> Void) {
        let method = BusMethod(object.application, object.path, Accessible.interface, member)
        bus.call(method, timeout: Self.patience) { [weak self] in if let self, let answer = $0 { body(self, answer) } }
    }
}
