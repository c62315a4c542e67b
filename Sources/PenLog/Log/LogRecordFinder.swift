/// Finds records among bytes that may be damaged.
struct LogRecordFinder {
    /// A record whose checksum is correct.
    struct Found {
        let kind: UInt8
        let payload: Range<Int>
        /// The position after the checksum.
        let end: Int
    }

    /// The fault of a record.
    struct Fault: Error {
        let reason: String
        /// The beginning of the next record, if only this record's content is damaged.
        var end: Int?
    }

    /// The number of bytes whose checksums may still be computed while searching: without this limit, a file in which each byte looks
    /// like the beginning of a long record would take hours.
    private var budget: Int

    /// The number of bytes of the largest header: the kind and a varint.
    private static let longestHeader = 11
    /// Maximum length of a frame or state record that is searched for. Frame records are closed at 4 KiB, with room for one more frame.
    /// Records of other kinds are shorter, or are JSON, which is recognized by its beginning.
    private static let longestSearched = 64 << 10

    init(size: Int) { budget = 1 << 20 + 16 * size }

    /// Returns the record that begins at a byte.
    static func record(in bytes: [UInt8], at begin: Int) -> Result<Found, Fault> {
        var next = begin + 1
        var length: UInt64 = 0
        var shift: UInt64 = 0
        while true {
            guard next < bytes.count else { return .failure(Fault(reason: "it is cut off")) }
            let byte = bytes[next]
            length |= UInt64(byte & 127) << shift
            next += 1
            shift += 7
            if byte < 128 { break }
            guard next - begin < longestHeader, shift < 64 else { return .failure(Fault(reason: "a record's length is unterminated")) }
        }
        guard length <= UInt64(LogForm.longestPayload) else { return .failure(Fault(reason: "a record of \(length) bytes")) }
        let stop = next + Int(length)
        guard stop + LogForm.checksum <= bytes.count else { return .failure(Fault(reason: "it is cut off")) }
        let written = (0..<LogForm.checksum).reduce(UInt32(0)) { $0 | UInt32(bytes[stop + $1]) << UInt32(8 * $1) }
        guard Checksum.of(bytes[begin..<stop]) == written else {
            return .failure(Fault(reason: "its checksum is wrong", end: stop + LogForm.checksum))
        }
        return .success(Found(kind: bytes[begin], payload: next..<stop, end: stop + LogForm.checksum))
    }

    /// Returns the position of the next record of a known kind, starting the search at `place`; nil if no record is found, or too many
    /// bytes look like a record.
    mutating func next(in bytes: [UInt8], from place: Int) -> Int? {
        var place = place
        while place < bytes.count, budget > 0 {
            if let length = Self.plausibleLength(in: bytes, at: place) {
                budget -= length
                if case .success = Self.record(in: bytes, at: place) { return place }
            }
            place += 1
        }
        return nil
    }

    /// Returns the length of the record that may begin here; nil if these bytes cannot begin a record.
    private static func plausibleLength(in bytes: [UInt8], at place: Int) -> Int? {
        guard let kind = LogForm.Kind(rawValue: bytes[place]), place + 2 < bytes.count else { return nil }
        var length = Int(bytes[place + 1] & 127)
        var next = place + 2
        if bytes[place + 1] >= 128 {
            length |= Int(bytes[next] & 127) << 7
            if bytes[next] >= 128 {
                guard next + 1 < bytes.count, bytes[next + 1] < 128 else { return nil }
                length |= Int(bytes[next + 1]) << 14
                next += 1
            }
            next += 1
        }
        guard next + length + LogForm.checksum <= bytes.count else { return nil }
        switch kind {
        case .header, .device, .anchor, .annotation, .deviceAgain:
            return length > 1 && bytes[next] == UInt8(ascii: "{") && bytes[next + length - 1] == UInt8(ascii: "}") ? length : nil
        case .frames, .state: return length <= longestSearched ? length : nil
        case .paused: return length <= 1024 ? length : nil
        case .removed, .lost, .stroke, .arbitration, .resumed, .ended: return length <= 40 ? length : nil
        }
    }
}
