internal import CLibcurl
internal import Glibc
internal import System
internal import YAML

/// Where a repository of models is.
public enum RepositorySource: Sendable, Hashable, CustomStringConvertible {
    /// A folder of this machine.
    case folder(String)
    /// An address without a slash at its end.
    /// - isLocal: it is this machine's.
    case web(String, isLocal: Bool)

    /// What names a repository in place of the configuration.
    public static let variable = "INKD_MODELS_SOURCE"
    /// The configuration of repositories.
    public static let configurationFile = InstalledFiles.own.configuration + "/models.yaml"

    /// The folder or the address.
    public var description: String {
        switch self {
        case .folder(let path): path
        case .web(let address, _): address
        }
    }

    /// Whether fetching from it goes over a network.
    public var isRemote: Bool { if case .web(_, isLocal: false) = self { true } else { false } }

    /// The source that a text names: an address if it has a scheme, or else a folder.
    ///
    /// - Throws: `invalidSource`, `insecureSource`.
    public init(_ text: String) throws(RepositoryError) {
        guard text.contains("://") else {
            guard !text.isEmpty, !text.utf8.contains(0) else { throw .invalidSource(text, reason: "it is no path") }
            self = .folder(text)
            return
        }
        let address = try WebAddress(text)
        guard address.scheme == "https" || address.scheme == "http" && address.isLocal else { throw .insecureSource(text) }
        self = .web(address.text, isLocal: address.isLocal)
    }

    /// The source that is meant: by the command line, or else by the environment, or else by the configuration.
    ///
    /// - Throws: `noSource`, `invalidConfiguration`, and as `init` does.
    public static func chosen(_ given: String?, configuration: String = configurationFile) throws(RepositoryError) -> RepositorySource {
        if let text = given ?? Folders.variable(variable), !text.isEmpty { return try RepositorySource(text) }
        guard let text = try configured(in: configuration), !text.isEmpty else { throw .noSource(file: configuration) }
        return try RepositorySource(text)
    }

    /// The text of `source` in the configuration; nil where there is none.
    private static func configured(in file: String) throws(RepositoryError) -> String? {
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try WholeFile.read(file, limit: 1 << 16)
        } catch {
            if error.code == ENOENT { return nil }
            throw .system(error)
        }
        let root: YAMLNode?
        do {
            root = try YAMLTree.read(bytes, limits: .init(nodes: 1000, depth: 4))
        } catch {
            throw .invalidConfiguration(file: file, reason: "\(error)")
        }
        guard let root, !root.isNull else { return nil }
        guard let pairs = root.mapping else { throw .invalidConfiguration(file: file, reason: "it has no keys") }
        for (key, value) in pairs {
            guard key.string == "source" else {
                throw .invalidConfiguration(file: file, reason: "line \(key.line): there is no key but `source`")
            }
            guard let text = value.string else {
                throw .invalidConfiguration(file: file, reason: "line \(value.line): `source` is a folder or an https address")
            }
            return value.isNull ? nil : text
        }
        return nil
    }
}

/// An address (RFC 3986), as libcurl understands it: what is checked of it is what is fetched.
struct WebAddress {
    let scheme: String
    /// The host is this machine.
    let isLocal: Bool
    /// The whole address, without a slash at its end.
    let text: String

    /// - Throws: `invalidSource`.
    init(_ address: String) throws(RepositoryError) {
        guard let handle = curl_url() else { throw .invalidSource(address, reason: "there is too little memory") }
        defer { curl_url_cleanup(handle) }
        let code = curl_url_set(handle, CURLUPART_URL, address, UInt32(CURLU_NON_SUPPORT_SCHEME))
        guard code == CURLUE_OK else { throw .invalidSource(address, reason: String(cString: curl_url_strerror(code))) }
        for (part, name) in [
            (CURLUPART_USER, "a user"), (CURLUPART_PASSWORD, "a password"), (CURLUPART_QUERY, "a question"),
            (CURLUPART_FRAGMENT, "a fragment"),
        ] where Self.part(part, of: handle) != nil {
            throw .invalidSource(address, reason: "it has \(name)")
        }
        guard let scheme = Self.part(CURLUPART_SCHEME, of: handle), let host = Self.part(CURLUPART_HOST, of: handle),
            var text = Self.part(CURLUPART_URL, of: handle)
        else { throw .invalidSource(address, reason: "it names no host") }
        while text.hasSuffix("/") { text.removeLast() }
        self.scheme = scheme
        self.text = text
        isLocal = ["localhost", "127.0.0.1", "[::1]"].contains(host.lowercased())
    }

    private static func part(_ part: CURLUPart, of handle: OpaquePointer) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        guard curl_url_get(handle, part, &text, 0) == CURLUE_OK, let text else { return nil }
        defer { curl_free(text) }
        return String(cString: text)
    }
}
