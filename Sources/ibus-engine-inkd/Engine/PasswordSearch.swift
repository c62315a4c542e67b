internal import Accessibility
internal import InputMethod
internal import System

/// The search for password boxes on the accessibility bus: it is on or off as the user has chosen, also after the next start.
struct PasswordSearch {
    let bus: AccessibilityBus
    private let choice: AccessibilityChoice

    init(for session: InputMethodSession, _ choice: AccessibilityChoice, trace: Trace) {
        self.choice = choice
        bus = AccessibilityBus(for: session, trace: trace)
        if choice.isOn { bus.start() }
    }

    var isOn: Bool { bus.isOn }

    /// Switches the search on or off at the user's request.
    ///
    /// - Throws: If the choice was not saved; it holds until the process ends.
    func toggle() throws(SystemError) {
        if bus.isOn { bus.stop() } else { bus.start() }
        try choice.set(isOn: bus.isOn)
    }
}
