import Glibc
import System

/// The adaptation of a model to one person: the weights of the model's last recurrent and output layers, fitted to that person's ink.
///
/// An adaptation is personal: it is stored in a separate file, readable by its owner alone. Deleting the file reverts the adaptation.
public struct Adaptation: Sendable {
    /// SHA-256 of the data of the adapted model, in hexadecimal digits.
    public let base: String
    /// The number of inks that the weights were fitted to, including the held-out ones.
    public let inks: Int
    /// The mean loss of a held-out ink before adaptation: the negative log-probability per character.
    public let lossBefore: Double
    /// The mean loss of a held-out ink after adaptation.
    public let lossAfter: Double

    /// The fitted weights, with the names and shapes of `TailLayout`.
    let tensors: [String: [Float]]

    /// Returns the fitted matrix of this name, in the given precision; `rows` is its number of outputs.
    func matrix(_ name: String, rows: Int, isInt8: Bool) -> Matrix {
        let values = tensors[name] ?? []
        return isInt8 ? Matrix(quantizing: values, rows: rows) : .float32(values)
    }
}

extension Adaptation {
    private static let format = "inkd.adaptation"

    /// Reads an adaptation for a model.
    ///
    /// - Throws: `unusable`; `otherModel` if the adaptation was made for another model.
    public init(path: String, for recognizer: Recognizer) throws(AdaptationError) {
        do {
            let file = try MappedFile.tensors(at: path)
            try self.init(file.bytes, base: recognizer.dataSHA256, architecture: recognizer.model.architecture)
            withExtendedLifetime(file) {}
        } catch let error as RecognitionError {
            throw .unusable(error)
        } catch let error as AdaptationError {
            throw error
        } catch {
            throw .unusable(.notSafetensors("it is unreadable"))
        }
    }

    /// Decodes an adaptation from the bytes of its file.
    ///
    /// - Throws: `RecognitionError`, `AdaptationError.otherModel`.
    init(_ bytes: UnsafeRawBufferPointer, base: String, architecture: Architecture) throws {
        let file = try Safetensors(bytes)
        func value(_ key: String) throws(RecognitionError) -> String {
            guard let value = file.metadata[key] else { throw .metadata(key: key, problem: "is missing") }
            return value
        }
        guard try value("format") == Self.format else {
            throw RecognitionError.metadata(key: "format", problem: "is not \"\(Self.format)\"")
        }
        guard try value("format_version") == "1" else {
            throw RecognitionError.metadata(key: "format_version", problem: "is not 1, the only supported one")
        }
        let found = try value("base_data_sha256")
        guard found == base else { throw AdaptationError.otherModel(found: found, expected: base) }
        try file.verify()
        guard let inks = Int(try value("inks")), inks >= 0, let before = Double(try value("loss_before")),
            let after = Double(try value("loss_after")), before.isFinite, after.isFinite
        else { throw RecognitionError.metadata(key: "inks", problem: "or the losses are not numbers") }
        var tensors: [String: [Float]] = [:]
        for piece in TailLayout(architecture).pieces { tensors[piece.name] = try file.tensor(piece.name, shape: piece.shape) }
        self.init(base: base, inks: inks, lossBefore: before, lossAfter: after, tensors: tensors)
    }

    /// Returns the bytes of the adaptation's file: safetensors, like a model's.
    func bytes(architecture: Architecture) -> [UInt8] {
        var (data, entries) = ([UInt8](), [String]())
        for piece in TailLayout(architecture).pieces {
            let start = data.count
            for value in tensors[piece.name] ?? [] { withUnsafeBytes(of: value.bitPattern.littleEndian) { data.append(contentsOf: $0) } }
            entries.append(#""\#(piece.name)":{"dtype":"F32","shape":\#(piece.shape),"data_offsets":[\#(start),\#(data.count)]}"#)
        }
        let digest = data.withUnsafeBytes { Safetensors.digest($0) }
        let metadata = [
            ("base_data_sha256", base), ("data_sha256", digest), ("format", Self.format), ("format_version", "1"), ("inks", "\(inks)"),
            ("kind", "adaptation"), ("loss_after", "\(lossAfter)"), ("loss_before", "\(lossBefore)"),
        ]
        let about = metadata.map { #""\#($0)":"\#($1)""# }.joined(separator: ",")
        let header = Array("{\"__metadata__\":{\(about)},\(entries.joined(separator: ","))}".utf8)
        return withUnsafeBytes(of: UInt64(header.count).littleEndian) { Array($0) } + header + data
    }

    /// Writes the file atomically, readable by its owner only.
    ///
    /// - Throws: `unwritable`.
    public func write(to path: String, for recognizer: Recognizer) throws(AdaptationError) {
        let bytes = bytes(architecture: recognizer.model.architecture)
        do throws(SystemError) { try WholeFile.write(bytes, to: path) } catch { throw .unwritable(path: path, code: error.code) }
    }
}

/// A failed adaptation to a user's hand.
public enum AdaptationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Too few of the inks are usable for learning.
    case tooFewInks(usable: Int, needed: Int)
    /// No trial improved the reading of the held-out inks.
    case nothingGained
    /// The caller asked to stop.
    case stopped
    /// The adaptation belongs to another model; both are identified by the SHA-256 of their data.
    case otherModel(found: String, expected: String)
    /// The adaptation's file cannot be used.
    case unusable(RecognitionError)
    /// The adaptation's file cannot be written; `code` is the system's error number.
    case unwritable(path: String, code: Int32)

    /// The error and its remedy, without any recognized text.
    public var description: String {
        switch self {
        case .tooFewInks(let usable, let needed):
            "only \(usable) of the inks are usable for training, and \(needed) are needed: corrected words with characters that the model knows; correct more"
        case .nothingGained: "training did not improve recognition of the held-out inks; continue without, or correct more words"
        case .stopped: "training was stopped"
        case .otherModel(let found, let expected):
            "the adaptation belongs to the model \(found.prefix(12))…, but this is \(expected.prefix(12))…; adapt again, or use the other model"
        case .unusable(let error): "the adaptation cannot be used; delete it and adapt again: \(error)"
        case .unwritable(let path, let code): "cannot write the adaptation \(path): error \(code); check the folder and its permissions"
        }
    }
}
