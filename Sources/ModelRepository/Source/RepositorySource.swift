internal import CLibcurl
internal import Glibc
internal import System
internal import YAML

/// The location of a repository of models.
public enum RepositorySource: Sendable, Hashable, CustomStringConvertible {
    /// A folder on this machine.
    case folder(String)
    /// A URL without a trailing slash.
    /// - isLocal: whether the host is this machine.
    case web(String, isLocal: Bool)

    /// The environment variable that overrides the configuration.
    public static let variable = "INKD_MODELS_SOURCE"
    /// The configuration file of repositories.
    public static let configurationFile = InstalledFiles.own.configuration + "/models.yaml"

    /// The folder or the URL.
    public var description: String {
        switch self {
        case .folder(let path): path
        case .web(let address, _): address
        }
    }

    /// Whether fetching uses a network.
    public var isRemote: Bool { if case .web(_, isLocal: false) = self { true } else { false } }

    /// Parses a source: a URL if the text has a scheme, or else a folder.
    ///
    /// - Throws: `invalidSource`, `insecureSource`.
    public init(_ text: String) throws(RepositoryError) {
        guard text.contains("://") else {
            guard !text.isEmpty, !text.utf8.contains(0) else { throw .invalidSource(text, reason: "it is not a path") }
            self = .folder(text)
            return
        }
        let address = try WebAddress(text)
        guard address.scheme == "https" || address.scheme == "http" && address.isLocal else { throw .insecureSource(text) }
        self = .web(address.text, isLocal: address.isLocal)
    }

    /// Returns the chosen source: from the command line; if not given there, from the environment; otherwise from the configuration.
    ///
    /// - Throws: `noSource`, `invalidConfiguration`, and as `init` does.
    public static func chosen(_ given: String?, configuration: String = configurationFile) throws(RepositoryError) -> RepositorySource {
        if let text = given ?? Folders.variable(variable), !text.isEmpty { return try RepositorySource(text) }
        guard let text = try configured(in: configuration), !text.isEmpty else { throw .noSource(file: configuration) }
        return try RepositorySource(text)
    }

    /// Returns the text of `source` in the configuration; nil if it is missing.
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
                throw .invalidConfiguration(file: file, reason: "line \(key.line): the only key is `source`")
            }
            guard let text = value.string else {
                throw .invalidConfiguration(file: file, reason: "line \(value.line): `source` must be a folder or an https address")
            }
            return value.isNull ? nil : text
        }
        return nil
    }
}

/// A URL (RFC 3986), parsed by libcurl, so that the checked URL is exactly the fetched one.
struct WebAddress {
    let scheme: String
    /// Whether the host is this machine.
    let isLocal: Bool
    /// The whole URL, without a trailing slash.
    let text: String

    /// - Throws: `invalidSource`.
    init(_ address: String) throws(RepositoryError) {
        guard let handle = curl_url() else { throw .invalidSource(address, reason: "out of memory") }
        defer { curl_url_cleanup(handle) }
        let code = curl_url_set(handle, CURLUPART_URL, address, UInt32(CURLU_NON_SUPPORT_SCHEME))
        guard code == CURLUE_OK else { throw .invalidSource(address, reason: String(cString: curl_url_strerror(code))) }
        for (part, name) in [
            (CURLUPART_USER, "a user"), (CURLUPART_PASSWORD, "a password"), (CURLUPART_QUERY, "a query"),
            (CURLUPART_FRAGMENT, "a fragment"),
        ] where Self.part(part, of: handle) != nil {
            throw .invalidSource(address, reason: "it contains \(name)")
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
