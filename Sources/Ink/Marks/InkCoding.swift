extension InkStroke {
    /// The version that `encoded` writes.
    private static let version: UInt8 = 1

    /// The optional fields that follow the style, as bits.
    private struct Parts: OptionSet {
        let rawValue: UInt8
        static let transform = Parts(rawValue: 1)
        static let mask = Parts(rawValue: 2)
        static let kept = Parts(rawValue: 4)
    }

    /// The stroke with its numbers rounded to the steps in which they are stored. The numbers of strokes drawn with a pen are rounded from
    /// the start, and stay rounded after erasing and transforming. `encoded` stores such strokes exactly.
    public var quantized: InkStroke {
        var stroke = self
        stroke.path = path.quantized
        stroke.mask = mask?.quantized(for: path)
        return stroke
    }

    /// Returns the stroke as bytes, rounded as in `quantized`. The transform must be finite: the decoder refuses any other.
    ///
    /// Format: a version (1); IDs, creation time and style; a byte that lists the optional parts present; the path; the transform; the range
    /// of the path that is kept (`StrokeMask.kept`); eraser tracks. Whole numbers are varints. The numbers of control points and tracks are
    /// stored as differences from the previous point.
    public func encoded() -> [UInt8] {
        let stroke = quantized
        var writer = InkBytesWriter()
        writer.write(Self.version)
        writer.write(unsigned: id.value)
        writer.write(unsigned: root.value)
        writer.write(signed: path.created)
        for byte in [style.kind.rawValue, style.red, style.green, style.blue, style.alpha] { writer.write(byte) }
        var parts: Parts = transform == .identity ? [] : .transform
        if let mask { parts.formUnion(mask.kept == nil ? .mask : [.mask, .kept]) }
        writer.write(parts.rawValue)
        stroke.path.write(to: &writer)
        if parts.contains(.transform) {
            for number in [transform.a, transform.b, transform.c, transform.d, transform.tx, transform.ty] { writer.write(number) }
        }
        stroke.mask?.write(to: &writer, precision: path.precision)
        return writer.bytes
    }

    /// Decodes a stroke written by `encoded`. For any bytes, memory use is proportional to their number.
    ///
    /// - Throws: ``InkCodingError`` for any other bytes.
    public init(decoding bytes: [UInt8]) throws(InkCodingError) {
        var reader = InkBytesReader(bytes)
        let version = try reader.byte()
        guard version == Self.version else { throw .unknownVersion(version) }
        let (id, root) = (StrokeID(try reader.unsigned("name")), StrokeID(try reader.unsigned("root")))
        let created = try reader.signed("creation")
        let number = try reader.byte()
        guard let kind = InkStyle.Kind(rawValue: number) else { throw .invalid(field: "kind", value: "\(number)") }
        let style = InkStyle(
            kind: kind, red: try reader.byte(), green: try reader.byte(), blue: try reader.byte(), alpha: try reader.byte())
        let parts = Parts(rawValue: try reader.byte())
        guard parts.rawValue < 8, parts.contains(.mask) || !parts.contains(.kept) else {
            throw .invalid(field: "list of parts", value: "\(parts.rawValue)")
        }
        let path = try StrokePath(from: &reader, created: created)
        var transform = InkTransform.identity
        if parts.contains(.transform) {
            func next() throws(InkCodingError) -> Double { try reader.finiteDouble("transform") }
            transform = InkTransform(a: try next(), b: try next(), c: try next(), d: try next(), tx: try next(), ty: try next())
        }
        let mask = parts.contains(.mask) ? try StrokeMask(from: &reader, of: path, hasKept: parts.contains(.kept)) : nil
        guard reader.remaining == 0 else { throw .trailingBytes(reader.remaining) }
        self.init(id: id, root: root, path: path, style: style, transform: transform, mask: mask)
    }
}

extension StrokeMask {
    fileprivate func write(to writer: inout InkBytesWriter, precision: Double) {
        if let kept {
            writer.write(signed: Int64(kept.lowerBound / Quantum.parameter))
            writer.write(signed: Int64(kept.upperBound / Quantum.parameter))
        }
        writer.write(unsigned: UInt64(tracks.count))
        for track in tracks {
            writer.write(signed: Quantum.steps(track.radius, precision, Quantum.coordinates))
            writer.write(unsigned: UInt64(track.places.count))
            writer.write(track.places, precision: precision)
        }
    }

    fileprivate init(from reader: inout InkBytesReader, of path: StrokePath, hasKept: Bool) throws(InkCodingError) {
        self.init()
        if hasKept {
            let most = Int64(path.parameters.upperBound / Quantum.parameter)
            let lower = try reader.signed("kept range", in: 0...most)
            let upper = try reader.signed("kept range", in: lower...most)
            kept = Double(lower) * Quantum.parameter...Double(upper) * Quantum.parameter
        }
        for _ in 0..<(try reader.count("number of tracks", size: 4)) {
            let radius = try reader.signed("radius", in: 1...Quantum.coordinates.upperBound)
            let count = try reader.count("number of places", size: 2)
            guard count > 0 else { throw .invalid(field: "number of places", value: "0") }
            tracks.append(EraserTrack(places: try reader.places(count, precision: path.precision), radius: Double(radius) * path.precision))
        }
    }
}

/// A failed decoding of a stroke.
public enum InkCodingError: Error, Hashable, CustomStringConvertible {
    /// The bytes end within the stroke.
    case truncated
    /// The number of bytes that follow after the stroke.
    case trailingBytes(Int)
    /// The stroke was written by a newer version.
    case unknownVersion(UInt8)
    /// A field has an impossible value.
    case invalid(field: String, value: String)

    /// The error and its fix.
    public var description: String {
        switch self {
        case .truncated: "the bytes end within the stroke; read all of them"
        case .trailingBytes(let count): "\(count) bytes follow the stroke; give the bytes of one stroke only"
        case .unknownVersion(let version): "the stroke has version \(version), and this program supports 1; use a newer program"
        case .invalid(let field, let value): "\(field) of the stroke has the invalid value \(value): the bytes are damaged"
        }
    }
}

/// Writes whole numbers as varints, as in Protocol Buffers: seven bits a byte, lowest bits first, with the highest bit set on all bytes but
/// the last.
package struct InkBytesWriter {
    /// The bytes written so far.
    package private(set) var bytes: [UInt8] = []
    /// Whether a number was written that readers reject: NaN or an infinity.
    package var isUnreadable = false

    /// A writer with no bytes.
    package init() {}

    /// Writes one byte unchanged.
    package mutating func write(_ byte: UInt8) { bytes.append(byte) }

    /// Writes bytes as they are.
    package mutating func write(contentsOf values: some Collection<UInt8>) { bytes += values }

    /// Writes a number as an unsigned varint (LEB128): one byte for values up to 127, at most ten bytes.
    package mutating func write(unsigned value: UInt64) {
        var rest = value
        while rest > 127 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 128)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    /// Writes a number, with few bytes for small numbers of either sign: 0, −1, 1, −2 … become 0, 1, 2, 3 …
    package mutating func write(signed value: Int64) { write(unsigned: UInt64(bitPattern: (value << 1) ^ (value >> 63))) }

    /// Writes eight bytes, the lowest first.
    package mutating func write(_ value: Double) {
        isUnreadable = isUnreadable || !value.isFinite
        for shift in stride(from: 0, to: 64, by: 8) { bytes.append(UInt8(truncatingIfNeeded: value.bitPattern >> UInt64(shift))) }
    }
}

/// The error of a reader of bytes.
package protocol BytesFailure: Error {
    /// The bytes end too early.
    static var truncated: Self { get }
    /// A field has an impossible value.
    static func invalid(field: String, value: String) -> Self
    /// Whether each number has only one valid encoding. If true, trailing zero bytes are invalid.
    static var isStrict: Bool { get }
}

extension InkCodingError: BytesFailure {
    package static var isStrict: Bool { false }
}

/// Reads the bytes of a stroke, or of a log.
package typealias InkBytesReader = BytesReader<InkCodingError>

/// Reads the bytes of `InkBytesWriter`, from untrusted sources. `field` names the value in errors.
package struct BytesReader<Failure: BytesFailure> {
    private let bytes: [UInt8]
    private var position = 0

    /// A reader that starts at the first byte.
    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The number of unread bytes.
    package var remaining: Int { bytes.count - position }

    /// Reads one byte unchanged.
    /// - Throws: `truncated` at the end, as all reading methods here do.
    package mutating func byte() throws(Failure) -> UInt8 {
        guard position < bytes.count else { throw Failure.truncated }
        defer { position += 1 }
        return bytes[position]
    }

    /// Reads a number written by `write(unsigned:)`.
    /// - Throws: `invalid` for a number of too many bytes.
    package mutating func unsigned(_ field: String = "number") throws(Failure) -> UInt64 {
        var value: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 70, by: 7) {
            let byte = try byte()
            guard shift < 63 || byte < 2, byte != 0 || shift == 0 || !Failure.isStrict else { break }
            value |= UInt64(byte & 127) << shift
            if byte < 128 { return value }
        }
        throw Failure.invalid(field: field, value: "a number of too many bytes")
    }

    /// Reads a number written by `write(signed:)`.
    /// - Throws: `invalid` for a number of too many bytes.
    package mutating func signed(_ field: String) throws(Failure) -> Int64 {
        let value = try unsigned(field)
        return Int64(bitPattern: (value >> 1) ^ (0 &- (value & 1)))
    }

    /// Reads a number written by `write(signed:)`, and checks its bounds.
    /// - Throws: `invalid` for a number out of bounds.
    package mutating func signed(_ field: String, in bounds: ClosedRange<Int64>) throws(Failure) -> Int64 {
        let value = try signed(field)
        guard bounds.contains(value) else { throw Failure.invalid(field: field, value: "\(value)") }
        return value
    }

    /// Reads the number of elements that follow, each of at least `size` bytes. More elements than fit into the remaining bytes are
    /// invalid.
    package mutating func count(_ field: String = "count", size: Int = 1) throws(Failure) -> Int {
        let value = try unsigned(field)
        guard value <= UInt64(remaining / size) else { throw Failure.invalid(field: field, value: "\(value)") }
        return Int(value)
    }

    /// Reads a byte count, and then that many bytes, unchanged.
    package mutating func slice() throws(Failure) -> ArraySlice<UInt8> {
        let count = try count()
        defer { position += count }
        return bytes[position..<(position + count)]
    }

    /// Reads a difference and returns its sum with `last`.
    package mutating func next(_ field: String, after last: Int64, in bounds: ClosedRange<Int64>) throws(Failure) -> Int64 {
        let (value, overflow) = last.addingReportingOverflow(try signed(field))
        guard !overflow, bounds.contains(value) else {
            throw Failure.invalid(field: field, value: overflow ? "beyond 64 bits" : "\(value)")
        }
        return value
    }

    /// Reads eight bytes, the lowest first.
    /// - Throws: `invalid` for an infinite number or NaN.
    package mutating func finiteDouble(_ field: String = "number") throws(Failure) -> Double {
        var bits: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 64, by: 8) { bits |= UInt64(try byte()) << shift }
        let value = Double(bitPattern: bits)
        guard value.isFinite else { throw Failure.invalid(field: field, value: "\(value)") }
        return value
    }
}
