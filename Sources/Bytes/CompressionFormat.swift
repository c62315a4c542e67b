internal import CLibarchive
internal import Glibc

/// How a file is compressed.
public enum CompressionFormat: Sendable {
    /// RFC 1952.
    case gzip
    /// RFC 8878.
    case zstandard

    /// What such files begin with.
    private var magic: [UInt8] {
        switch self {
        case .gzip: [0x1f, 0x8b]
        case .zstandard: [0x28, 0xb5, 0x2f, 0xfd]
        }
    }

    /// Whether bytes begin as compressed ones do.
    public func begins(_ bytes: some Collection<UInt8>) -> Bool { bytes.starts(with: magic) }

    /// Whether a file begins as a compressed one does; it is not read, only looked into. False for what cannot be looked into, such as
    /// a pipe.
    public func begins(descriptor: Int32) -> Bool {
        var beginning = [UInt8](repeating: 0, count: magic.count)
        return pread(descriptor, &beginning, beginning.count, 0) == beginning.count && beginning == magic
    }
}

/// Why something cannot be compressed or decompressed.
public struct CompressionError: Error, Sendable, Hashable {
    /// What is wrong.
    public let reason: String
    /// The errno, where the system refused to read or write; 0 for what is wrong with the bytes.
    public let code: Int32

    init(_ reason: String, code: Int32 = 0) {
        self.reason = reason
        self.code = code
    }

    /// What libarchive says about the call that just failed.
    init(_ archive: OpaquePointer) {
        let code = archive_errno(archive)
        // libarchive's own numbers, for what is wrong with a file, are negative or EILSEQ and EINVAL
        self.init(
            archive_error_string(archive).map { String(cString: $0) } ?? "no reason given",
            code: code > 0 && code != EILSEQ && code != EINVAL ? code : 0)
    }
}
