internal import InputMethod

/// Who gets keys.
protocol KeyTarget {
    /// The input method sees a key that is pressed: what is pending goes into the field before it. Whether the input method keeps it.
    func press(_ key: Composition.Key) -> Bool
    /// The application gets the event, behind all that was put into its field.
    func send(_ event: KeyboardEvent)
}

/// Keys of the seat's keyboard while they come to the input method: each goes on to the application, unless it is kept, in the order in which they
/// were pressed.
///
/// A state machine without clock or compositor. Times are of any one clock.
struct KeyRouter {
    private enum Waiting {
        case key(Keystroke, Composition.Key)
        case modifiers(Modifiers)
    }

    /// Keys wait while text in the field is being exchanged.
    private var held = HeldKeys<Waiting>()
    /// Codes of keys that the input method kept, and that are still down.
    private var kept: Set<UInt32> = []
    /// Codes of keys that are down for the application.
    private var down: Set<UInt32> = []

    private var text: [UInt8] = []
    /// Made of the text when a key needs it: most grabs end without one.
    private var keymap: Keymap?
    private var modifiers = Modifiers()
    /// The application has the present keymap.
    private var isKeymapSent = false
    /// The modifiers that the application knows of; nil if it knows those from before the grab.
    private var known: Modifiers?
    /// The application has got something since the grab began, and so looks at the keyboard of the input method.
    private var isInUse = false
    private var last: Keystroke?

    /// A key that the compositor has sent back when it was handed on, as others than the usual ones might: keys must not be grabbed there.
    private(set) var looped: Keystroke?

    /// Keys are down for the application, or wait: their releases have to come here too.
    var isBusy: Bool { !down.isEmpty || !held.isEmpty }

    /// When `release` must be called at the latest.
    var deadline: Duration? { held.deadline }

    /// Keys come from now on.
    mutating func begin() {
        kept = []
        known = nil
        isInUse = false
    }

    /// Takes an event of the keyboard.
    ///
    /// - Parameters:
    ///   - isLate: It was sent before the compositor knew that the grab is over: the key's release will not come.
    ///   - isChanging: Text in the field is being exchanged.
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

    /// Lets keys go on whose time has come.
    mutating func release(isChanging: Bool, at now: Duration, to target: some KeyTarget) {
        for event in held.release(isChanging: isChanging, at: now) { deliver(event.key, to: target) }
    }

    /// None overtakes those that wait.
    private mutating func pass(_ event: Waiting, isChanging: Bool, at now: Duration, to target: some KeyTarget) {
        guard held.isEmpty, !isChanging else { return held.hold(event, until: now + held.patience) }
        deliver(event, to: target)
    }

    private mutating func deliver(_ event: Waiting, to target: some KeyTarget) {
        switch event {
        case .modifiers(let modifiers):
            // what comes first is what the application knows already
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
            // of one that went down before the grab, too
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
