internal import ArgumentParser

/// Which pens show their ink under the tip.
enum TipMode: String, CaseIterable, ExpressibleByArgument {
    /// Pens of screens.
    case displays
    /// All pens: those of tablets without a screen at the mouse cursor.
    case always
    /// The ink of all pens is in the panel.
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
