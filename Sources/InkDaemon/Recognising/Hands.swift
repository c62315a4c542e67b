internal import Recognition

/// Cache of users' adapted weights: read from its files once, until it changes.
final class Hands {
    private let folder: String
    private var known: [UInt32: Adaptation?] = [:]
    /// The user whose adaptation the recogniser has loaded.
    private var current: UInt32?
    /// It has changed since.
    private var isStale = false

    /// Users whose weights are kept; a few megabytes each.
    private static let limit = 2

    /// - Parameter folder: has a file for each user, named by the user's number.
    init(folder: String) { self.folder = folder }

    /// The path of a user's adaptation.
    static func path(of user: UInt32, in folder: String) -> String { "\(folder)/\(user).safetensors" }

    /// Loads the user's adaptation into the recogniser; none where nothing was learnt.
    func use(_ user: UInt32?, in recogniser: Recognizer) {
        guard user != current || isStale else { return }
        (current, isStale) = (user, false)
        // what does not belong to this model was not given out
        try? recogniser.adapt(to: user.flatMap { adaptation(of: $0, for: recogniser) })
    }

    /// The user's adapted weights for this model; nil if there are none.
    func adaptation(of user: UInt32, for recogniser: Recognizer) -> Adaptation? {
        if let found = known[user] { return found }
        let found = try? Adaptation(path: Self.path(of: user, in: folder), for: recogniser)
        if known.count >= Self.limit { known = [:] }
        known.updateValue(found, forKey: user)
        return found
    }

    /// The user's adapted weights have changed.
    func forget(_ user: UInt32) {
        known[user] = nil
        if current == user { isStale = true }
    }
}
