public import System

/// A failure to fetch models from a repository, or to create one.
public enum RepositoryError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Neither the command line nor the configuration names a repository; `file` is the configuration.
    case noSource(file: String)
    /// The configuration cannot be parsed.
    case invalidConfiguration(file: String, reason: String)
    /// The text is neither a folder nor a URL.
    case invalidSource(String, reason: String)
    /// The URL would be fetched without encryption, or with another protocol.
    case insecureSource(String)
    /// No folder contains a public key.
    case noKeys(folders: [String])
    /// The file is not a public key.
    case invalidKey(file: String, reason: String)
    /// A file cannot be read or written.
    case system(SystemError)
    /// The environment specifies no folder for files of this kind.
    case noHome(variable: String)
    /// The server, or the connection to it, failed.
    case notFetched(address: String, reason: String)
    /// A transfer was interrupted; the received bytes are retained.
    case interrupted(address: String, received: Int, size: Int, reason: String)
    /// The signed index cannot be parsed.
    case invalidIndex(reason: String)
    /// The format of the index is that of a later program.
    case newerIndex(format: Int)
    /// The file beside the index is not a signature.
    case invalidSignature(reason: String)
    /// The signature is by a key that is not trusted.
    case unknownKey(identifier: String, known: [String])
    /// The signature does not match this index: the index was changed after it was signed.
    case wrongSignature(identifier: String)
    /// The index is older than one seen before.
    case rolledBack(name: String, version: Int, seen: Int, file: String)
    /// The index expired on a day such as 2026-11-26.
    case expired(name: String, day: String)
    /// The index has no such model.
    case noSuchModel(tag: String, available: [String])
    /// The file has more bytes than allowed.
    case tooLarge(file: String, limit: Int)
    /// The file has fewer bytes than the index states.
    case tooShort(file: String, size: Int, received: Int)
    /// The file has another hash than the index states.
    case wrongHash(file: String)
    /// The model has another tag than the index states.
    case wrongTag(file: String, promised: String, found: String)
    /// The file is not a model; with the reason.
    case invalidModel(file: String, reason: String)
    /// Another process is fetching the same file.
    case busy(file: String)
    /// The connection is charged by volume.
    case metered

    /// The problem and its fix.
    public var description: String {
        switch self {
        case .noSource(let file):
            "No repository of models is configured. Name a folder or an https address, or set `source` in \(file)."
        case .invalidConfiguration(let file, let reason): "Cannot read \(file): \(reason)."
        case .invalidSource(let text, let reason):
            "\"\(text)\" is not a repository: \(reason). Use a folder, or an address such as https://example.org/models."
        case .insecureSource(let text):
            "The address \(text) is not secure. Use an address that begins with https:// (http:// only for localhost)."
        case .noKeys(let folders):
            "No repository is trusted. Put its public key (a .pub file of minisign) into "
                + folders.joined(separator: " or ") + ", or use --key."
        case .invalidKey(let file, let reason): "\(file) is not a public key of minisign: \(reason)."
        case .system(let error): error.description
        case .noHome(let variable): "Neither \(variable) nor HOME names a folder. Set one of them."
        case .notFetched(let address, let reason): "Cannot download \(address): \(reason)."
        case .interrupted(let address, let received, let size, let reason):
            "The transfer of \(address) was interrupted after \(received) of \(size) bytes: \(reason). Repeat the command to resume it."
        case .invalidIndex(let reason): "The repository's index is invalid: \(reason). Report this to its maintainer."
        case .newerIndex(let format): "The repository's index has format \(format), which is newer than this inkctl. Update inkd."
        case .invalidSignature(let reason): "The signature of the index is invalid: \(reason). Report this to the repository's maintainer."
        case .unknownKey(let identifier, let known):
            "The index is signed by the key \(identifier), which is not trusted. Trusted: \(known.joined(separator: ", ")). "
                + "Nothing was installed."
        case .wrongSignature(let identifier):
            "The index does not match its signature by the key \(identifier): it was changed in transit, or not signed again. "
                + "Nothing was installed."
        case .rolledBack(let name, let version, let seen, let file):
            "The index of \"\(name)\" has version \(version), which is older than the known version \(seen). Nothing was "
                + "installed. If the maintainer restarted the numbering, remove \(file)."
        case .expired(let name, let day):
            "The index of \"\(name)\" expired on \(day): there is no newer one, or an old one was substituted. Nothing was installed. If "
                + "this machine's clock is correct (date), report this to the repository's maintainer."
        case .noSuchModel(let tag, let available):
            "The repository has no model for \(tag). \(available.isEmpty ? "It has no models." : "Available: \(available.joined(separator: ", ")).")"
        case .tooLarge(let file, let limit): "\(file) is larger than the limit of \(limit) bytes. Nothing was installed."
        case .tooShort(let file, let size, let received): "\(file) has \(received) bytes instead of \(size). Nothing was installed."
        case .wrongHash(let file): "The SHA-256 hash of \(file) differs from the index. The file was deleted."
        case .wrongTag(let file, let promised, let found):
            "\(file) is a model for \(found), not for \(promised) as in the index. The file was deleted."
        case .invalidModel(let file, let reason): "\(file) is not a model: \(reason)."
        case .busy(let file): "Another inkctl is downloading \(file). Wait until it is done."
        case .metered:
            "NetworkManager reports a metered connection, so nothing was downloaded. Use another connection, or --metered."
        }
    }
}
