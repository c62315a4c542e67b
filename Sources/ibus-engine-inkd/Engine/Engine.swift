internal import Glibc
internal import InkProtocol
internal import InputMethod

/// One of IBus's engine objects.
final class Engine {
    let path: String
    /// The language, from the engine's name or its menu; nil: inkd's own.
    var language: String?
    var purpose = TextInputInterface.Purpose.text
    var capitals = InsertionPlace.Capitals.asWritten
    /// Whether FocusIn was received, but IBus has not reported yet whether a real client owns the engine.
    var awaitsClient = false
    /// Whether the client supports surrounding text (IBUS_CAP_SURROUNDING_TEXT).
    var seesText = false
    /// Whether the client has IBUS_CAP_SYNC_PROCESS_KEY, which is set by GTK's IBus modules, and by IBus's Wayland input method.
    var isKeySynchronous = false
    /// The name that the focused client gave to IBus; nil: unknown. IBus never names the client that has the focus when the engine is
    /// chosen.
    var client: String?
    /// Whether the desktop shows candidates of this engine.
    var showsCandidates = false
    /// Whether clients are X11 clients, not those of a Wayland compositor.
    static let isX11 = getenv("WAYLAND_DISPLAY") == nil

    /// The known behavior of the focused client.
    var profile: ClientProfile {
        ClientProfile(ibusClient: client, isKeySynchronous: isKeySynchronous, reportsText: seesText, isX11: Self.isX11)
    }

    init(path: String, language: String?) {
        self.path = path
        self.language = language
    }
}

/// IBus's engine objects by their paths, one for each chosen input method, and the focused engine.
final class EngineRegistry {
    private enum Focus {
        /// No engine has had the focus yet.
        case none
        /// A field has lost the focus, and no other field has the focus yet.
        case released
        /// An engine has the focus. It may serve IBus's dummy context.
        case engine(Engine)
    }

    private var engines: [String: Engine] = [:]
    private var count = 0
    private var focus = Focus.none

    /// The focused engine; nil if no engine has the focus.
    var focused: Engine? {
        guard case .engine(let engine) = focus else { return nil }
        return engine
    }

    /// Whether a field has lost the focus, and no other field has the focus yet.
    var awaitsFocus: Bool {
        guard case .released = focus else { return false }
        return true
    }

    subscript(path: String) -> Engine? { engines[path] }

    /// Creates the object of an input method, under a new path.
    func create(language: String?) -> Engine {
        count += 1
        let engine = Engine(path: "/org/freedesktop/IBus/Engine/\(count)", language: language)
        engines[engine.path] = engine
        return engine
    }

    func remove(_ engine: Engine) { engines[engine.path] = nil }

    /// Moves the focus to an engine.
    func setFocus(to engine: Engine) { focus = .engine(engine) }

    /// Records that the focused engine has lost the focus.
    func releaseFocus() { focus = .released }
}
