internal import InputMethod

/// A key that goes to the application later.
struct HeldKey {
    let key: KeyPress
    /// The composition knows of it.
    let isPressed: Bool
}

/// Keys on their way to the application.
extension Service {
    /// How long after a commit a key may follow it. X11 programs get commits and keys by different ways, and xterm needs this long to put
    /// the commit into its window.
    private static let pause: Duration = .milliseconds(50)
    /// How long a key waits for text in the field to be exchanged, at most.
    private static let patience: Duration = .milliseconds(350)

    /// Whether the key is kept; it may yet be forwarded.
    func take(_ key: KeyPress, for engine: Engine, _ session: InputMethodSession) -> Bool {
        // none overtakes those that wait
        guard heldKeys.isEmpty else {
            if key.isRelease, keptKeys.remove(key.code) != nil { return true }
            heldKeys.append(HeldKey(key: key, isPressed: false))
            return true
        }
        guard !key.isRelease else { return keptKeys.remove(key.code) != nil }
        if session.isChanging {
            hold(key, isPressed: false, for: Self.patience)
            return true
        }
        let wasComposing = session.isComposing
        let isKept = session.press(key.key)
        if isKept {
            keptKeys.insert(key.code)
        } else if wasComposing, !session.isComposing, !engine.seesText {
            hold(key, isPressed: true, for: Self.pause)
            return true
        } else {
            keptKeys.remove(key.code)
        }
        return isKept
    }

    private func hold(_ key: KeyPress, isPressed: Bool, for pause: Duration) {
        keptKeys.remove(key.code)
        heldKeys = [HeldKey(key: key, isPressed: isPressed)]
        heldKeysDue = InputMethodSession.now + pause
    }

    /// Lets keys go whose time has come.
    func forwardHeldKeys() {
        guard let heldKeysDue, let session, let first = heldKeys.first else { return }
        let isDone = !first.isPressed && !session.isChanging
        if isDone || heldKeysDue <= InputMethodSession.now { forwardAllKeys() }
    }

    /// The field they were for has lost the focus: in the next one they would be wrong.
    func dropHeldKeys() {
        heldKeys = []
        heldKeysDue = nil
    }

    private func forwardAllKeys() {
        let keys = heldKeys
        heldKeys = []
        heldKeysDue = nil
        for held in keys {
            if !held.isPressed, !held.key.isRelease, session?.press(held.key.key) == true { continue }
            forward(held.key)
        }
    }
}
