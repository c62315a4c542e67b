import Compression
import FoundationEssentials
import System

/// The header of a safetensors file, with every entry validated against the file's size.
///
/// Eight bytes of length, that number of bytes of JSON, then the data. Source: github.com/huggingface/safetensors, "Format".
struct Safetensors {
    /// The maximum length of the header.
    static let longestHeader = 1 << 20

    /// The supported number types. The data is little-endian.
    enum Number: String, CaseIterable {
        case float32 = "F32"
        case int32 = "I32"
        case int8 = "I8"
        case uint8 = "U8"

        /// The number of bytes of one number.
        var size: Int { self == .float32 || self == .int32 ? 4 : 1 }
    }

    private struct Entry: Decodable {
        var dtype: String
        var shape: [Int]
        var offsets: [Int]

        private enum CodingKeys: String, CodingKey {
            case dtype, shape
            case offsets = "data_offsets"
        }
    }

    private struct Header: Decodable {
        var metadata: [String: String] = [:]
        var entries: [String: Entry] = [:]

        private struct Name: CodingKey {
            var stringValue: String
            var intValue: Int? { nil }
            init(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Name.self)
            for name in container.allKeys {
                if name.stringValue == "__metadata__" {
                    metadata = try container.decode([String: String].self, forKey: name)
                } else {
                    entries[name.stringValue] = try container.decode(Entry.self, forKey: name)
                }
            }
        }
    }

    /// The file's metadata.
    let metadata: [String: String]
    private let entries: [String: Entry]
    private let data: UnsafeRawBufferPointer

    /// Reads the header. `bytes` must outlive it.
    ///
    /// - Throws: `truncated`, `notSafetensors`, and `tensor` for a tensor that lies outside the file or does not fit its shape.
    init(_ bytes: UnsafeRawBufferPointer) throws(RecognitionError) {
        guard bytes.count >= 8 else { throw .truncated("its first 8 bytes") }
        let length = UInt64(littleEndian: bytes.loadUnaligned(as: UInt64.self))
        guard length <= UInt64(Self.longestHeader) else {
            throw .notSafetensors("its length is \(length), more than \(Self.longestHeader)")
        }
        let size = Int(length)
        guard size <= bytes.count - 8 else { throw .truncated("its header") }
        let header: Header
        do {
            header = try JSONDecoder().decode(Header.self, from: Data(bytes[8..<(8 + size)]))
        } catch {
            throw .notSafetensors("it is not the expected JSON")
        }
        data = UnsafeRawBufferPointer(rebasing: bytes[(8 + size)...])
        metadata = header.metadata
        entries = header.entries
        for (name, entry) in entries { try Self.check(name, entry, available: data.count) }
    }

    private static func check(_ name: String, _ entry: Entry, available: Int) throws(RecognitionError) {
        guard entry.offsets.count == 2, entry.offsets[0] >= 0, entry.offsets[0] <= entry.offsets[1] else {
            throw .tensor(name, problem: "has offsets \(entry.offsets)")
        }
        guard entry.offsets[1] <= available else { throw .truncated("tensor \(name)") }
        guard var size = Number(rawValue: entry.dtype)?.size else {
            let known = Number.allCases.map(\.rawValue).joined(separator: ", ")
            throw .tensor(name, problem: "has type \(entry.dtype), expected one of \(known)")
        }
        for dimension in entry.shape {
            let (product, overflow) = size.multipliedReportingOverflow(by: dimension)
            guard dimension >= 0, !overflow else { throw .tensor(name, problem: "has shape \(entry.shape)") }
            size = product
        }
        guard size == entry.offsets[1] - entry.offsets[0] else {
            throw .tensor(name, problem: "has shape \(entry.shape) but \(entry.offsets[1] - entry.offsets[0]) bytes")
        }
    }

    /// Compares the data section with its SHA-256 in the metadata, in hexadecimal digits as `data_sha256`.
    ///
    /// - Throws: `metadata` if the digest is missing, `checksum` if the data was changed.
    func verify() throws(RecognitionError) {
        guard let expected = metadata["data_sha256"] else { throw .metadata(key: "data_sha256", problem: "is missing") }
        guard expected == Self.digest(data) else { throw .checksum }
    }

    /// Returns the SHA-256 of some data in hexadecimal digits.
    static func digest(_ data: UnsafeRawBufferPointer) -> String { SHA256.hexadecimal(of: data) }

    /// Whether the file contains a tensor of this name.
    func contains(_ name: String) -> Bool { entries[name] != nil }

    /// Returns the sizes of a tensor's dimensions.
    ///
    /// - Throws: `missingTensor`.
    func shape(of name: String) throws(RecognitionError) -> [Int] {
        guard let entry = entries[name] else { throw .missingTensor(name) }
        return entry.shape
    }

    /// Returns the data of a tensor in place, possibly unaligned; the last dimension varies fastest.
    ///
    /// - Throws: `missingTensor`, `shape`, and `tensor` if it has another number type.
    func bytes(of name: String, as number: Number, shape: [Int]) throws(RecognitionError) -> UnsafeRawBufferPointer {
        guard let entry = entries[name] else { throw .missingTensor(name) }
        guard entry.dtype == number.rawValue else {
            throw .tensor(name, problem: "has type \(entry.dtype), expected \(number.rawValue)")
        }
        guard entry.shape == shape else { throw .shape(tensor: name, found: entry.shape, expected: shape) }
        return UnsafeRawBufferPointer(rebasing: data[entry.offsets[0]..<entry.offsets[1]])
    }

    /// Returns the numbers of a tensor in single precision.
    ///
    /// - Throws: `missingTensor`, `shape`, and `tensor` if it has another number type, or a number that is not finite.
    func tensor(_ name: String, shape: [Int]) throws(RecognitionError) -> [Float] {
        let bytes = try bytes(of: name, as: .float32, shape: shape)
        let count = bytes.count / 4
        let values = [Float](unsafeUninitializedCapacity: count) { buffer, filled in
            for i in 0..<count {
                let bits = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 4 * i, as: UInt32.self))
                buffer.initializeElement(at: i, to: Float(bitPattern: bits))
            }
            filled = count
        }
        guard values.allSatisfy(\.isFinite) else { throw .tensor(name, problem: "holds a number that is not finite") }
        return values
    }

    /// Returns a matrix of weights in the file's precision: F32, or I8 with one scale per row in `NAME.scale`.
    ///
    /// - Parameter shape: The number of rows, then the dimensions of a row.
    /// - Throws: `missingTensor`, `shape`, and `tensor` for values that are invalid in both precisions.
    func matrix(_ name: String, shape: [Int]) throws(RecognitionError) -> Matrix {
        guard entries[name]?.dtype == Number.int8.rawValue else { return .float32(try tensor(name, shape: shape)) }
        let values = [Int8](try bytes(of: name, as: .int8, shape: shape).bindMemory(to: Int8.self))
        guard !values.contains(.min) else { throw .tensor(name, problem: "holds -128") }
        let scales = try tensor("\(name).scale", shape: [shape.first ?? 0])
        guard scales.allSatisfy({ $0 > 0 }) else { throw .tensor("\(name).scale", problem: "holds a number that is not positive") }
        return .int8(values, scales: scales)
    }
}

/// The weights of a layer, as in the file: row by row, with the weights of one output in each row.
enum Matrix {
    /// In single precision.
    case float32([Float])
    /// Signed bytes other than -128, and the scale of every row: positive, finite.
    case int8([Int8], scales: [Float])

    /// Quantizes `rows` rows of numbers to bytes: a row's largest magnitude becomes 127. The same as `training/inkd_training/quantize.py`.
    init(quantizing values: [Float], rows: Int) {
        let width = values.count / max(1, rows)
        var (bytes, scales) = ([Int8](), [Float]())
        bytes.reserveCapacity(values.count)
        for row in 0..<rows {
            let numbers = values[(row * width)..<((row + 1) * width)]
            let largest = numbers.reduce(0) { max($0, abs($1)) }
            // for a row of zeros, any scale is right
            let scale = largest > 1e-30 ? largest / 127 : 1
            scales.append(scale)
            for number in numbers { bytes.append(Int8(clamping: Int(max(-127, min(127, (number / scale).rounded(.toNearestOrEven)))))) }
        }
        self = .int8(bytes, scales: scales)
    }

    /// The weights as numbers, in either precision.
    var values: [Float] {
        switch self {
        case .float32(let values): return values
        case .int8(let values, let scales):
            let width = values.count / max(1, scales.count)
            return values.enumerated().map { Float($1) * scales[$0 / width] }
        }
    }
}

extension MappedFile {
    /// Maps a file of tensors.
    ///
    /// - Throws: `unreadable`, `truncated` for an empty file.
    static func tensors(at path: String) throws(RecognitionError) -> MappedFile {
        let file: MappedFile
        do throws(SystemError) { file = try MappedFile(path: path) } catch { throw .unreadable(path: path, code: error.code) }
        guard !file.bytes.isEmpty else { throw .truncated("its first bytes") }
        return file
    }
}
