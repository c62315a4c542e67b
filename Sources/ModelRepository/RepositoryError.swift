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
    /// None of the folders has a public key.
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
            "no repository of models is set: name a folder or an https address, or write `source:` into \(file)"
        case .invalidConfiguration(let file, let reason): "\(file) cannot be read: \(reason)"
        case .invalidSource(let text, let reason):
            "\"\(text)\" is no repository: \(reason). Give a folder, or an address such as https://example.org/models"
        case .insecureSource(let text): "\(text) is not fetched: give an address that begins with https:// (http:// for localhost alone)"
        case .noKeys(let folders):
            "no repository is trusted here: put its public key, which minisign made, as a file that ends in .pub into "
                + folders.joined(separator: " or ") + ", or name it with --key"
        case .invalidKey(let file, let reason): "\(file) is no public key of minisign's: \(reason)"
        case .system(let error): error.description
        case .noHome(let variable): "neither \(variable) nor HOME names a folder: set one of them"
        case .notFetched(let address, let reason): "cannot fetch \(address): \(reason)"
        case .interrupted(let address, let received, let size, let reason):
            "\(address) broke off after \(received) of \(size) bytes: \(reason). The same command goes on from there"
        case .invalidIndex(let reason): "the repository's index cannot be used: \(reason). Tell who keeps it"
        case .newerIndex(let format): "the repository's index has format \(format), which is newer than this inkctl: update inkd"
        case .invalidSignature(let reason): "the index's signature cannot be read: \(reason). Tell who keeps the repository"
        case .unknownKey(let identifier, let known):
            "the index is signed by the key \(identifier), which is not trusted here (\(known.joined(separator: ", ")) "
                + "\(known.count == 1 ? "is" : "are")). Nothing was taken"
        case .wrongSignature(let identifier):
            "the index is not the one that was signed by the key \(identifier): somebody changed it on its way, or it was not signed again. "
                + "Nothing was taken"
        case .rolledBack(let name, let version, let seen, let file):
            "the index of \"\(name)\" has version \(version), and version \(seen) was seen before: somebody offers an old one. Nothing was "
                + "taken. If its keeper began anew, remove \(file)"
        case .expired(let name, let day):
            "the index of \"\(name)\" expired on \(day): its keeper has signed no later one, or somebody offers an old one. Nothing was taken. If "
                + "the clock of this machine is right (date), tell who keeps the repository"
        case .noSuchModel(let tag, let available):
            "the repository has no model for \(tag); it has \(available.isEmpty ? "none" : available.joined(separator: ", "))"
        case .tooLarge(let file, let limit): "\(file) is larger than the \(limit) bytes that it may have. Nothing was taken"
        case .tooShort(let file, let size, let received): "\(file) has \(received) bytes in place of \(size). Nothing was taken"
        case .wrongHash(let file): "\(file) is not the file that the index was signed with (SHA-256). It was deleted"
        case .wrongTag(let file, let promised, let found): "\(file) is a model for \(found), and the index says \(promised). It was deleted"
        case .invalidModel(let file, let reason): "\(file) is no model: \(reason)"
        case .busy(let file): "another inkctl fetches \(file) just now: wait for it"
        case .metered:
            "this connection is a metered one, as NetworkManager says, and nothing was fetched: try again on another, or give --metered"
        }
    }
}
