internal import Editing
internal import Glibc
internal import InkProtocol
internal import Synchronization
internal import System
internal import YAML

/// The file of one user's stored settings: a YAML mapping of configuration keys to values, accessible to the daemon alone and replaced
/// atomically.
///
/// The daemon stores the file in its own folder, because it cannot write into users' homes (`ProtectHome`), and so that all clients of a
/// user find the same settings. Usable from any thread.
final class UserSettingsFile: Sendable {
    /// The content of a file.
    struct Content {
        /// Valid values of known keys.
        var values = Editing.Configuration()
        /// The omitted entries with the reasons, without any value.
        var problems: [String] = []
    }

    /// Maximum number of bytes of a file; a larger one is neither read nor written.
    static let limit = 64 << 10
    /// Maximum number of reported problems; a file can have thousands.
    private static let mostProblems = 8

    private let state: String
    private let folder: String
    private let path: String
    /// The newest content that is not on disk.
    private let pending = Mutex<[UInt8]?>(nil)
    /// The lock that is held while the file is written.
    private let writing = Mutex<Void>(())

    /// - Parameter state: the folder of persistent state.
    init(of user: UInt32, state: String) {
        self.state = state
        folder = state + "/settings"
        path = "\(folder)/\(user).yaml"
    }

    // MARK: Reading

    /// Reads the settings in the file; empty if there is no file.
    func read() -> Content {
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try Descriptor(opening: path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).readAll(limit: Self.limit)
        } catch {
            guard error.code != ENOENT, error.code != ENOTDIR else { return Content() }
            let reason = error.code == EFBIG ? "it has more than \(Self.limit) bytes" : "\(error)"
            return Content(problems: ["it cannot be read: \(reason)"])
        }
        return Self.content(of: bytes)
    }

    /// Parses YAML. Unknown keys, and values that a key does not accept, are left out.
    static func content(of bytes: [UInt8]) -> Content {
        var content = Content()
        let root: YAMLNode?
        do throws(YAMLError) {
            root = try YAMLTree.read(bytes)
        } catch {
            content.problems.append("it is not YAML")
            return content
        }
        // an empty file
        guard let root else { return content }
        guard let mapping = root.mapping else {
            if !root.isNull { content.problems.append("it is not a mapping of keys to values") }
            return content
        }
        for (name, node) in mapping {
            let name = name.string ?? "?"
            let problem: String
            do throws(ConfigurationError) {
                let key = try ConfigurationKey.named(name)
                guard let value = parsed(node, as: key) else { throw .invalid(key: name, reason: "") }
                try content.values.set(name, to: value)
                continue
            } catch {
                // do not log the value: it may reveal something about its user
                let isKnown = if case .noSuchKey = error { false } else { true }
                problem = isKnown ? "\(shown(name)) has an invalid value" : "unknown key \(shown(name))"
            }
            if content.problems.count < mostProblems { content.problems.append(problem) }
        }
        return content
    }

    private static func parsed(_ node: YAMLNode, as key: ConfigurationKey) -> ConfigurationValue? {
        switch key.kind {
        case .flag: node.bool.map { .flag($0) }
        case .number, .count: node.float.map { .number($0) }
        case .text: node.string.map { .text($0) }
        }
    }

    /// Quotes a key, which may be arbitrary text, for the journal.
    private static func shown(_ key: String) -> String { JSONValue.string(String(key.prefix(64))).description }

    // MARK: Writing

    /// Encodes the values as YAML, one key per line, sorted by key.
    static func yaml(_ values: Editing.Configuration) -> [UInt8] {
        let lines = values.values.sorted { $0.key < $1.key }.map { key, value in
            switch value {
            case .flag(let flag): "\(key): \(flag)\n"
            case .number(let number): "\(key): \(Int(exactly: number).map(String.init) ?? "\(number)")\n"
            // a JSON string is also a YAML string
            case .text(let text): "\(key): \(JSONValue.string(text).description)\n"
            }
        }
        return Array(lines.joined().utf8)
    }

    /// Queues values for `flush`; they replace values that are not written yet.
    func put(_ values: Editing.Configuration) {
        let bytes = Self.yaml(values)
        pending.withLock { $0 = bytes }
    }

    /// Writes the last queued values if they are not written yet; without any values the file is removed.
    /// - Throws: `SystemError`; the next call then tries again.
    func flush() throws(SystemError) {
        let result = writing.withLock { _ in
            Result { () throws(SystemError) in
                guard let bytes = pending.withLock({ $0.take() }) else { return }
                do throws(SystemError) {
                    try write(bytes)
                } catch {
                    pending.withLock { $0 = $0 ?? bytes }
                    throw error
                }
            }
        }
        try result.get()
    }

    private func write(_ bytes: [UInt8]) throws(SystemError) {
        guard !bytes.isEmpty else {
            guard unlink(path) == 0 || errno == ENOENT || errno == ENOTDIR else { throw SystemError("remove", path) }
            return Folder.sync(containing: path)
        }
        try Folder.make(state)
        try Folder.make(folder)
        try WholeFile.write(bytes, to: path)
    }
}
