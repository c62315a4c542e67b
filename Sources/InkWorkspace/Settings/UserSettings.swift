internal import Editing
package import Ink
internal import InkProtocol
internal import Logging

/// One user's persistent settings, which all of the user's editors follow, also after a restart of the daemon. Belongs to a workspace.
final class UserSettings {
    /// All stored values.
    private(set) var values = Editing.Configuration()
    private let file: UserSettingsFile
    private let work: ContentWork

    /// Reads the user's file; problems are logged in the journal.
    /// - Parameter work: the thread that writes the file.
    init(of user: UInt32, shared: SharedState, work: ContentWork) {
        self.work = work
        file = UserSettingsFile(of: user, state: shared.settings.state)
        // nothing is stored for strangers
        guard user != .max else { return }
        let content = file.read()
        values = content.values
        guard !content.problems.isEmpty else { return }
        let problems = content.problems.joined(separator: "; ")
        shared.notice(
            .warning, causedBy: user,
            "some stored settings of user \(user) are ignored: \(problems). The next change rewrites the file without them")
    }

    /// Stores a value; `save` writes it to disk.
    /// - Parameter present: the values in effect.
    /// - Throws: `ConfigurationError` for a value that the key does not accept, or with which the settings are too large.
    func set(_ key: String, to value: ConfigurationValue, in present: Editing.Configuration? = nil) throws(ConfigurationError) {
        var next = values
        try next.set(key, to: value, in: present)
        let size = UserSettingsFile.yaml(next).count
        guard size <= UserSettingsFile.limit else {
            let remedy = "give a shorter value; the limit is \(UserSettingsFile.limit) bytes"
            throw .invalid(key: key, reason: "would make the stored settings \(size) bytes long: \(remedy)")
        }
        values = next
        file.put(values)
    }

    /// Removes the stored value of a key.
    func unset(_ key: String) throws(ConfigurationError) {
        guard values.sets(key) else { return }
        try values.unset(key)
        file.put(values)
    }

    /// Waits until everything is on disk.
    /// - Throws: `Failed`, which says that the values hold until the daemon ends.
    func save() async throws {
        let file = file
        do {
            try await work.run { try file.flush() }
        } catch {
            throw ClientInterface.Failed(reason: "the setting is in effect, but cannot be saved for the next start: \(error)")
        }
    }

    /// Writes unsaved values, because the daemon ends.
    func flush() { try? file.flush() }
}

/// The part of a user's configuration that the loop follows.
package struct PenSettings: Sendable, Equatable {
    /// The mode of the user's pens.
    package var mode = PenMode.pointsAndWrites
    /// The applications in which the pen only points.
    package var excluded = ExcludedApplications(ConfigurationKey.penApplications.standard)
    /// Areas of the user's tablets.
    package var areas = TabletAreas()
    /// The user's settings of tablets and pens.
    package var fits = TabletFits()

    /// Creates the settings of a user who has not set any.
    package init() {}

    /// - Parameter values: the values of all levels, merged and checked.
    init(_ values: Editing.Configuration) {
        mode = values.penMode
        excluded = ExcludedApplications(values.value(of: .penApplications))
        areas = (try? TabletAreas(values.text(ConfigurationKey.tabletAreas))) ?? TabletAreas()
        fits = (try? TabletFits(values.text(ConfigurationKey.tabletFit))) ?? TabletFits()
    }
}
