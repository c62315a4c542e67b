internal import CZlib
internal import Glibc
internal import System

/// Compressed bytes in pieces, from memory or a descriptor.
final class PackedInput {
    private let descriptor: Int32?
    private let buffer: UnsafeMutableRawBufferPointer
    private var rest: UnsafeRawBufferPointer

    /// Maximum number of bytes per piece, as zlib counts in 32 bits.
    private static let longestPiece = 1 << 30

    /// Reads from a descriptor that the caller owns.
    init(_ descriptor: Int32) {
        self.descriptor = descriptor
        buffer = .allocate(byteCount: 1 << 16, alignment: 16)
        rest = UnsafeRawBufferPointer(start: nil, count: 0)
    }

    /// Reads bytes in memory; the caller owns them, and must not move them.
    init(_ bytes: UnsafeRawBufferPointer) {
        descriptor = nil
        buffer = UnsafeMutableRawBufferPointer(start: nil, count: 0)
        rest = bytes
    }

    deinit { buffer.deallocate() }

    /// Returns the next bytes, valid until the next call; empty at the end.
    func next() throws(CompressionError) -> UnsafeRawBufferPointer {
        guard let descriptor else {
            let piece = rest.prefix(Self.longestPiece)
            rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(piece.count))
            return UnsafeRawBufferPointer(rebasing: piece)
        }
        while true {
            let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
            if count >= 0 { return UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[..<count]) }
            guard errno == EINTR else { throw CompressionError(SystemError.reason(errno), code: errno) }
        }
    }
}

/// Decompressed bytes of gzip (RFC 1952), by zlib. As in gzip, concatenated files are joined, and trailing data is ignored.
final class GzipStream: PlainStream {
    /// The stream's state; it must not move, because zlib stores a pointer to it.
    private let stream: UnsafeMutablePointer<z_stream>
    private let input: PackedInput
    private var hasInput = true
    /// The number of bytes in all pieces so far.
    private var received = 0
    /// The number of the current file in the sequence, from 1; 0 before the first.
    private var member = 0
    private var isBetween = true
    private var isAtEnd = false
    /// An error found after bytes that had to be returned first.
    private var failure: CompressionError?

    /// The `windowBits` of zlib for the largest window, with gzip's header and trailer.
    private static let windowBits: Int32 = 15 + 16

    init(_ input: PackedInput) throws(CompressionError) {
        self.input = input
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        guard inflateInit2_(stream, Self.windowBits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
            throw CompressionError("out of memory")
        }
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
    }

    var place: Int? { received - Int(stream.pointee.avail_in) }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(CompressionError) -> Int {
        if let failure { throw failure }
        let room = min(buffer.count, 1 << 30)
        while !isAtEnd, room > 0 {
            if stream.pointee.avail_in == 0, hasInput { try refill() }
            if isBetween, try !beginMember() { break }
            stream.pointee.next_out = buffer.baseAddress?.assumingMemoryBound(to: UInt8.self)
            stream.pointee.avail_out = UInt32(room)
            let result = inflate(stream, Z_NO_FLUSH)
            let count = room - Int(stream.pointee.avail_out)
            if result == Z_STREAM_END {
                isBetween = true
            } else if let error = error(result) {
                guard !isTrailing(error, count) else { break }
                failure = error
                if count == 0 { throw error }
            }
            if count > 0 { return count }
        }
        isAtEnd = isAtEnd || room > 0
        return 0
    }

    private func refill() throws(CompressionError) {
        let piece = try input.next()
        hasInput = !piece.isEmpty
        received += piece.count
        stream.pointee.next_in = piece.baseAddress?.assumingMemoryBound(to: UInt8.self)
        stream.pointee.avail_in = UInt32(piece.count)
    }

    /// Begins the next file of the sequence; returns false at the end of the sequence.
    private func beginMember() throws(CompressionError) -> Bool {
        if member > 0 {
            guard stream.pointee.avail_in > 0, stream.pointee.next_in?.pointee == 0x1f else { return false }
            inflateReset(stream)
        }
        member += 1
        isBetween = false
        return true
    }

    /// Returns whether the error only means that the data after the last file is not gzip. A single trailing byte cannot be identified,
    /// and is ignored.
    private func isTrailing(_ error: CompressionError, _ count: Int) -> Bool {
        guard member > 1, count == 0 else { return false }
        return error.reason == "incorrect header check" || error.damage == .cutOff && stream.pointee.total_in < 2
    }

    private func error(_ result: Int32) -> CompressionError? {
        let reason = stream.pointee.msg.map { String(cString: $0) }
        switch result {
        case Z_OK, Z_BUF_ERROR:
            guard stream.pointee.avail_in == 0, !hasInput, stream.pointee.avail_out > 0 else { return nil }
            return CompressionError("it is cut off", damage: .cutOff)
        case Z_DATA_ERROR where ["incorrect data check", "incorrect length check"].contains(reason):
            return CompressionError("its checksum is wrong", damage: .checksum)
        case Z_DATA_ERROR, Z_NEED_DICT: return CompressionError(reason ?? "it is damaged", damage: .changed)
        default: return CompressionError(reason ?? "out of memory")
        }
    }
}
