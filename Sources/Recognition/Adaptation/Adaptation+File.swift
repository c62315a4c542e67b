import Glibc

extension Adaptation {
    private static let format = "inkd.adaptation"

    /// Reads an adaptation for a model.
    ///
    /// - Throws: `unusable`; `otherModel` if it was made for another.
    public init(path: String, for recognizer: Recognizer) throws(AdaptationError) {
        do {
            let file = try MappedFile(path: path)
            try self.init(file.bytes, base: recognizer.dataSHA256, architecture: recognizer.model.architecture)
            withExtendedLifetime(file) {}
        } catch let error as RecognitionError {
            throw .unusable(error)
        } catch let error as AdaptationError {
            throw error
        } catch {
            throw .unusable(.notSafetensors("it cannot be read"))
        }
    }

    /// Takes an adaptation from the bytes of its file.
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
            throw RecognitionError.metadata(key: "format_version", problem: "is not 1, the only one that this program reads")
        }
        let found = try value("base_data_sha256")
        guard found == base else { throw AdaptationError.otherModel(found: found, expected: base) }
        try file.verify()
        guard let inks = Int(try value("inks")), inks >= 0, let before = Double(try value("loss_before")),
            let after = Double(try value("loss_after")), before.isFinite, after.isFinite
        else { throw RecognitionError.metadata(key: "inks", problem: "or the losses are no numbers") }
        var tensors: [String: [Float]] = [:]
        for piece in TailLayout(architecture).pieces { tensors[piece.name] = try file.tensor(piece.name, shape: piece.shape) }
        self.init(base: base, inks: inks, lossBefore: before, lossAfter: after, tensors: tensors)
    }

    /// The bytes of its file: safetensors, like a model's.
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

    /// Writes it whole or not at all, for its owner's eyes only.
    ///
    /// - Throws: `unwritable`.
    public func write(to path: String, for recognizer: Recognizer) throws(AdaptationError) {
        let bytes = bytes(architecture: recognizer.model.architecture)
        let part = "\(path).part"
        // what an interrupted run left may have been opened by others
        unlink(part)
        let descriptor = open(part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw .unwritable(path: path, code: errno) }
        var written = 0
        var failure: Int32 = 0
        while written < bytes.count, failure == 0 {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress.map { $0 + written }, bytes.count - written) }
            if count > 0 { written += count } else if count == 0 || errno != EINTR { failure = count == 0 ? EIO : errno }
        }
        if failure == 0, fsync(descriptor) != 0 { failure = errno }
        if close(descriptor) != 0, failure == 0 { failure = errno }
        if failure == 0, rename(part, path) != 0 { failure = errno }
        guard failure == 0 else {
            unlink(part)
            throw .unwritable(path: path, code: failure)
        }
    }
}
