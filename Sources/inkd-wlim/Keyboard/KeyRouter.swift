internal import InputMethod

/// Destination of routed key events.
protocol KeyTarget {
    /// Handles a pressed key in the input method: pending text is committed before the key. Returns whether the input method consumes the
    /// key.
    func press(_ key: Composition.Key) -> Bool
    /// Sends the event to the application, after all text that was put into its field.
    func send(_ event: KeyboardEvent)
}

/// Routes the keys of the seat's keyboard while the keyboard is grabbed. Keys that are not consumed are forwarded to the application, in
/// the order in which they were pressed.
///
/// A state machine without clock or compositor. Times may come from any clock, but always the same one.
struct KeyRouter {
    private enum Waiting {
        case key(Keystroke, Composition.Key)
        case modifiers(Modifiers)
    }

    /// Keys that wait while text in the field is being replaced.
    private var held = HeldKeys<Waiting>()
    /// Codes of consumed keys that are still down.
    private var kept: Set<UInt32> = []
    /// Codes of keys that are down for the application.
    private var down: Set<UInt32> = []

    private var text: [UInt8] = []
    /// The keymap, created from its text when the first key arrives, because most grabs end without keys; nil before that.
    private var keymap: Keymap?
    private var modifiers = Modifiers()
    /// Whether the application has received the current keymap.
    private var isKeymapSent = false
    /// The modifiers that the application has received; nil if the application still has the modifiers from before the grab.
    private var known: Modifiers?
    /// Whether an event was forwarded during this grab, so that the application now uses our virtual keyboard's keymap.
    private var isInUse = false
    private var last: Keystroke?

    /// A forwarded key that came back: the compositor also grabs the virtual keyboard, so key grabbing must be disabled.
    private(set) var looped: Keystroke?

    /// Whether keys are pressed for the application, or are waiting; their releases must be handled here, too.
    var isBusy: Bool { !down.isEmpty || !held.isEmpty }

    /// The latest time for the next call of `release`.
    var deadline: Duration? { held.deadline }

    /// Resets the state, because the keyboard grab has started.
    mutating func begin() {
        kept = []
        known = nil
        isInUse = false
    }

    /// Handles an event of the keyboard.
    ///
    /// - Parameters:
    ///   - isLate: Whether the event was sent before the compositor knew of the end of the grab, so that the key's release will not come.
    ///   - isChanging: Whether text in the field is being replaced.
    mutating func take(_ event: KeyboardEvent, isLate: Bool, isChanging: Bool, at now: Duration, to target: some KeyTarget) {
        switch event {
        case .keymap(let text):
            guard text != self.text else { return }
            self.text = text
            keymap = nil
            isKeymapSent = false
        case .modifiers(let modifiers):
            self.modifiers = modifiers
            keymap?.update(modifiers)
            pass(.modifiers(modifiers), isChanging: false, at: now, to: target)
        case .key(let key):
            guard key != last else { return looped = key }
            pass(.key(key, key.isPressed ? meaning(of: key) : .other), isChanging: key.isPressed && isChanging, at: now, to: target)
            guard isLate, key.isPressed else { return }
            let release = Keystroke(time: key.time, code: key.code, isPressed: false)
            pass(.key(release, .other), isChanging: false, at: now, to: target)
        }
    }

    /// Delivers the delayed keys whose time has come.
    mutating func release(isChanging: Bool, at now: Duration, to target: some KeyTarget) {
        for event in held.release(isChanging: isChanging, at: now) { deliver(event.key, to: target) }
    }

    /// Delivers an event. If keys are delayed, queues the event after them, to preserve the order.
    private mutating func pass(_ event: Waiting, isChanging: Bool, at now: Duration, to target: some KeyTarget) {
        guard held.isEmpty, !isChanging else { return held.hold(event, until: now + held.patience) }
        deliver(event, to: target)
    }

    private mutating func deliver(_ event: Waiting, to target: some KeyTarget) {
        switch event {
        case .modifiers(let modifiers):
            // the first modifiers of a grab are those that the application already has
            let isNews = isInUse || known.map { $0 != modifiers } ?? false
            known = modifiers
            if isNews { send(.modifiers(modifiers), to: target) }
        case .key(let key, let meaning) where key.isPressed:
            guard !target.press(meaning) else {
                kept.insert(key.code)
                return
            }
            kept.remove(key.code)
            down.insert(key.code)
            send(.key(key), to: target)
        case .key(let key, _):
            guard kept.remove(key.code) == nil else { return }
            // also for a key that went down before the grab
            down.remove(key.code)
            send(.key(key), to: target)
        }
    }

    private mutating func send(_ event: KeyboardEvent, to target: some KeyTarget) {
        if !isKeymapSent {
            target.send(.keymap(text))
            isKeymapSent = true
        }
        if !isInUse, case .key = event { target.send(.modifiers(known ?? modifiers)) }
        isInUse = true
        if case .key(let key) = event { last = key }
        target.send(event)
    }

    private mutating func meaning(of key: Keystroke) -> Composition.Key {
        if keymap == nil {
            keymap = Keymap(text)
            keymap?.update(modifiers)
        }
        return keymap?.key(key.code) ?? .other
    }
}
