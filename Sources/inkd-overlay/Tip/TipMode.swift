internal import ArgumentParser

/// The pens whose ink is shown under the tip.
enum TipMode: String, CaseIterable, ExpressibleByArgument {
    /// Only pens of tablets with a screen.
    case displays
    /// All pens. The ink of tablets without a screen appears at the mouse cursor.
    case always
    /// No pens: all ink is shown in the panel.
    case never

    /// Whether a pen shows its ink under the tip.
    func includes(display: Bool) -> Bool {
        switch self {
        case .displays: display
        case .always: true
        case .never: false
        }
    }
}

extension TabletToScreen: ExpressibleByArgument {
    init?(argument: String) {
        let parts = argument.split(separator: ",", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { Double($0) }
        guard numbers.count == parts.count else { return nil }
        self.init(numbers)
    }
}
