internal import Compression
internal import Glibc
internal import System

/// An open file that can be shared.
private final class OpenFile {
    let descriptor: Descriptor

    init(_ descriptor: consuming Descriptor) { self.descriptor = descriptor }
}

/// The bytes of a recording file, plain or compressed by gzip, which can be read repeatedly. A large file is never fully in memory.
final class RecordingInput {
    private let memory: [UInt8]?
    /// The file; nil if the bytes are in memory.
    private let file: OpenFile?
    private let name: String
    private let isPacked: Bool

    /// The number of bytes per piece.
    private static let pieceBytes = 1 << 16

    /// Uses plain bytes in memory.
    init(_ bytes: [UInt8]) {
        memory = bytes
        file = nil
        name = ""
        isPacked = false
    }

    /// Opens a finite, seekable file.
    ///
    /// - Throws: `RecordingError` if the file cannot be opened.
    init(path: String) throws(RecordingError) {
        memory = nil
        do throws(SystemError) {
            let file = try Descriptor(readingFile: path)
            isPacked = CompressionFormat.gzip.begins(descriptor: file.number)
            self.file = OpenFile(file)
        } catch {
            throw RecordingError(problem: "cannot read \(path): \(error.reason)", remedy: "check the name and its permissions")
        }
        name = path
    }

    /// Uses an open file. The descriptor is duplicated; the caller keeps ownership of the original.
    init(copyOf descriptor: Int32) throws(RecordingError) {
        memory = nil
        name = "the file"
        let copy = dup(descriptor)
        guard copy >= 0 else {
            throw RecordingError(problem: "a file cannot be opened: \(SystemError.reason(errno))", remedy: "close other files")
        }
        file = OpenFile(Descriptor(taking: copy))
        isPacked = CompressionFormat.gzip.begins(descriptor: copy)
    }

    /// Returns all bytes, decompressed.
    ///
    /// - Throws: `RecordingError` if the bytes exceed the limit.
    func all(limit: Int) throws(RecordingError) -> (bytes: [UInt8], damage: String?) {
        if let memory { return (memory, nil) }
        var pieces = try pieces()
        var bytes: [UInt8] = []
        while case let piece = try pieces.next(), !piece.isEmpty {
            guard piece.count <= limit - bytes.count else {
                throw RecordingError(problem: "\(name) has more than \(limit) bytes", remedy: "split it into smaller recordings")
            }
            bytes += piece
        }
        return (bytes, pieces.damage)
    }

    /// Starts reading from the beginning. A compressed file allows only one reader at a time.
    func pieces() throws(RecordingError) -> Pieces {
        guard isPacked, let number = file?.descriptor.number else {
            return Pieces(self, rest: memory.map { $0[...] } ?? [], unpacking: nil)
        }
        lseek(number, 0, Int32(SEEK_SET))
        do throws(CompressionError) {
            return Pieces(self, rest: [], unpacking: try DecompressingReader(.gzip, from: number))
        } catch {
            throw RecordingError(problem: "\(name) cannot be decompressed: \(error.reason)", remedy: "get the file again")
        }
    }

    private func read(at place: Int) throws(RecordingError) -> [UInt8] {
        do throws(SystemError) {
            return try file?.descriptor.read(Self.pieceBytes, at: place) ?? []
        } catch {
            throw RecordingError(problem: "cannot read \(name): \(error.reason)", remedy: "check the file and its disk")
        }
    }

    /// The bytes, one piece after the other.
    struct Pieces {
        private let input: RecordingInput
        private var rest: ArraySlice<UInt8>
        private let unpacking: DecompressingReader?
        private var place = 0
        /// The damage of a compressed file, as text; the bytes before it were returned.
        private(set) var damage: String?

        fileprivate init(_ input: RecordingInput, rest: ArraySlice<UInt8>, unpacking: DecompressingReader?) {
            self.input = input
            self.rest = rest
            self.unpacking = unpacking
        }

        /// Returns the next bytes; empty at the end.
        mutating func next() throws(RecordingError) -> [UInt8] {
            if let unpacking { return unpacked(unpacking) }
            if input.memory != nil {
                defer { rest = rest.dropFirst(RecordingInput.pieceBytes) }
                return Array(rest.prefix(RecordingInput.pieceBytes))
            }
            let piece = try input.read(at: place)
            place += piece.count
            return piece
        }

        private mutating func unpacked(_ reader: DecompressingReader) -> [UInt8] {
            guard damage == nil else { return [] }
            var failure: String?
            let piece = [UInt8](unsafeUninitializedCapacity: RecordingInput.pieceBytes) { buffer, count in
                do throws(CompressionError) {
                    count = try reader.read(into: UnsafeMutableRawBufferPointer(buffer))
                } catch {
                    (count, failure) = (0, "the compressed file is damaged: \(error.reason)")
                }
            }
            damage = failure
            return piece
        }
    }
}
