internal import Accessibility
internal import InputMethod
internal import System

/// The search for password boxes on the accessibility bus. The user switches it on or off, and the choice persists after a restart.
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
    /// - Throws: An error if the choice was not saved. The choice then applies only until the process ends.
    func toggle() throws(SystemError) {
        if bus.isOn { bus.stop() } else { bus.start() }
        try choice.set(isOn: bus.isOn)
    }
}
