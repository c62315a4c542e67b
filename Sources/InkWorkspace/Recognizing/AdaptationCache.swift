internal import Recognition

/// A cache of users' adapted weights, which are read from their files only after a change.
package final class AdaptationCache {
    private let folder: String
    private var known: [UInt32: Adaptation?] = [:]
    /// The user whose adaptation is loaded in the recognizer.
    private var current: UInt32?
    /// Whether the loaded weights are out of date.
    private var isStale = false

    /// Maximum number of users whose weights are kept in memory; they take a few megabytes each.
    private static let limit = 2

    /// - Parameter folder: contains a file for each user, named by the user's number.
    init(folder: String) { self.folder = folder }

    /// Returns the path of a user's adaptation.
    package static func path(of user: UInt32, in folder: String) -> String { "\(folder)/\(user).safetensors" }

    /// Loads the user's adaptation into the recognizer. If the user has no adaptation, removes the previous user's.
    func use(_ user: UInt32?, in recognizer: Recognizer) {
        guard user != current || isStale else { return }
        (current, isStale) = (user, false)
        // an adaptation of another model is never returned
        try? recognizer.adapt(to: user.flatMap { adaptation(of: $0, for: recognizer) })
    }

    /// Returns the user's adapted weights for this model; nil if there are no weights.
    func adaptation(of user: UInt32, for recognizer: Recognizer) -> Adaptation? {
        if let found = known[user] { return found }
        let found = try? Adaptation(path: Self.path(of: user, in: folder), for: recognizer)
        if known.count >= Self.limit { known = [:] }
        known.updateValue(found, forKey: user)
        return found
    }

    /// Discards the user's adapted weights, which have changed.
    func forget(_ user: UInt32) {
        known[user] = nil
        if current == user { isStale = true }
    }
}
