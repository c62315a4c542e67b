import Glibc

/// What capitals cost: words are in small letters, begin with a capital or are all capitals, and seldom anything else.
enum Casing {
    /// Natural logarithm of the chance that the word's next letter is a capital, or that it is not; takes it into the word's pattern.
    static func cost(_ isUpper: Bool, _ state: inout TextState) -> Float {
        switch state.pattern {
        case .none:
            let upper = initial(state)
            state.pattern = isUpper ? .initial : .lower
            return isUpper ? log(upper) : log(1 - upper)
        case .initial:
            state.pattern = isUpper ? .capitals : .capitalised
            let upper: Float = state.before == .capitals ? 0.8 : 0.15
            return isUpper ? log(upper) : log(1 - upper)
        case .lower, .capitalised:
            guard isUpper else { return -0.01 }
            state.pattern = .mixed
            return -4.6
        case .capitals:
            guard !isUpper else { return -0.05 }
            state.pattern = .mixed
            return -3
        case .mixed:
            return -1.2
        }
    }

    /// The chance that a word begins with a capital. Names stand together.
    private static func initial(_ state: TextState) -> Float {
        switch (state.before, state.sentence) {
        case (.capitals, _), (_, .begins): 0.8
        case (.capitalised, _), (.initial, _): 0.4
        case (_, .within): 0.12
        case (_, .unknown): 0.3
        }
    }
}
