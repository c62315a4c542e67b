internal import Editing
internal import Glibc
internal import InkProtocol
internal import Synchronization
internal import System
internal import YAML

/// The file of one user's kept settings: a YAML mapping of configuration keys to values, for the daemon alone, that is there whole or as it was
/// before.
///
/// The daemon keeps it because it cannot write into users' homes (`ProtectHome`), and so that every client of a user finds the same. May be used
/// from any thread.
final class UserSettingsFile: Sendable {
    /// What was found in a file.
    struct Content {
        /// Valid values of known keys.
        var values = Editing.Configuration()
        /// What was left out and why, without any value.
        var problems: [String] = []
    }

    /// Bytes of a file; more is neither read nor written.
    static let limit = 64 << 10
    /// Problems that are named; a file can have thousands.
    private static let mostProblems = 8

    private let state: String
    private let folder: String
    private let path: String
    /// The newest content that is not on the disk.
    private let pending = Mutex<[UInt8]?>(nil)
    /// Held while it is written.
    private let writing = Mutex<Void>(())

    /// - Parameter state: the folder of persistent state.
    init(of user: UInt32, state: String) {
        self.state = state
        folder = state + "/settings"
        path = "\(folder)/\(user).yaml"
    }

    // MARK: Reading

    /// The settings in the file; empty where there is none.
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

    /// Reads YAML. Keys that there are not, and values that a key does not take, are left out.
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
                // never the value: it may say something of its user
                let isKnown = if case .noSuchKey = error { false } else { true }
                problem = isKnown ? "\(shown(name)) has a value that it does not take" : "there is no key \(shown(name))"
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

    /// A key that somebody may have made up, for the journal.
    private static func shown(_ key: String) -> String { JSONValue.string(String(key.prefix(64))).description }

    // MARK: Writing

    /// The values as YAML, one key a line, in the order of the keys.
    static func yaml(_ values: Editing.Configuration) -> [UInt8] {
        let lines = values.values.sorted { $0.key < $1.key }.map { key, value in
            switch value {
            case .flag(let flag): "\(key): \(flag)\n"
            case .number(let number): "\(key): \(Int(exactly: number).map(String.init) ?? "\(number)")\n"
            // a JSON string is one of YAML's
            case .text(let text): "\(key): \(JSONValue.string(text).description)\n"
            }
        }
        return Array(lines.joined().utf8)
    }

    /// Takes values that `flush` will write, in place of any that it has not.
    func put(_ values: Editing.Configuration) {
        let bytes = Self.yaml(values)
        pending.withLock { $0 = bytes }
    }

    /// Writes what was put last, if it has not been; without any value the file is removed.
    /// - Throws: `SystemError`; then it is written by the next one.
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
