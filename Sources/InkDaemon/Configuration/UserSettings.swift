internal import Editing
internal import Ink
internal import InkProtocol
internal import Logging

/// One user's settings that last: values that all of the user's editors follow, over a restart of the daemon. Belongs to a workspace.
final class UserSettings {
    /// Every value that is kept.
    private(set) var values = Editing.Configuration()
    private let file: UserSettingsFile
    private let work: ContentWork

    /// Reads the user's file; what is wrong with it is said in the journal.
    /// - Parameter work: the thread that writes it.
    init(of user: UInt32, shared: SharedState, work: ContentWork) {
        self.work = work
        file = UserSettingsFile(of: user, state: shared.settings.state)
        // strangers keep nothing
        guard user != .max else { return }
        let content = file.read()
        values = content.values
        guard !content.problems.isEmpty else { return }
        let problems = content.problems.joined(separator: "; ")
        shared.notice(
            .warning, causedBy: user,
            "of user \(user)'s kept settings some are left out: \(problems). The next key that is set writes them anew")
    }

    /// Keeps a value from now on; `save` has it on the disk.
    /// - Throws: `ConfigurationError` for one that the key does not take, or with which the settings are too large.
    func set(_ key: String, to value: ConfigurationValue) throws(ConfigurationError) {
        var next = values
        try next.set(key, to: value)
        let size = UserSettingsFile.yaml(next).count
        guard size <= UserSettingsFile.limit else {
            let remedy = "give a shorter value, \(UserSettingsFile.limit) bytes may be kept"
            throw .invalid(key: key, reason: "would make the kept settings \(size) bytes long: \(remedy)")
        }
        values = next
        file.put(values)
    }

    /// Keeps nothing of a key.
    func unset(_ key: String) throws(ConfigurationError) {
        guard values.sets(key) else { return }
        try values.unset(key)
        file.put(values)
    }

    /// Waits until everything is on the disk.
    /// - Throws: `Failed`, which says that the values hold until the daemon ends.
    func save() async throws {
        let file = file
        do {
            try await work.run { try file.flush() }
        } catch {
            throw ClientInterface.Failed(reason: "the setting holds, but is not kept over a restart: \(error)")
        }
    }

    /// Writes what is not on the disk: the daemon ends.
    func flush() { try? file.flush() }
}

/// What the loop follows of a user's configuration.
struct PenSettings: Sendable, Equatable {
    /// The switch "Pen writes text".
    var isEnabled = true
    /// Areas of the user's tablets.
    var areas = TabletAreas()
    /// How the user's tablets and pens are fitted to the user.
    var fits = TabletFits()

    init() {}

    /// - Parameter values: merged over those above, and checked.
    init(_ values: Editing.Configuration) {
        isEnabled = values.value(of: .penSwitch) == .flag(true)
        areas = (try? TabletAreas(values.text(ConfigurationKey.tabletAreas))) ?? TabletAreas()
        fits = (try? TabletFits(values.text(ConfigurationKey.tabletFit))) ?? TabletFits()
    }
}
