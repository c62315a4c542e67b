internal import Glibc

/// Why a command cannot do what it is asked for.
enum InkctlError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A command wants the one editor there is, and there is none.
    case noEditor
    /// A command wants the one editor there is, and there are several.
    case severalEditors([String])
    /// None of these files is there.
    case noModel(searched: [String])
    /// A folder has no model file in it.
    case noModelFiles(folder: String)
    /// A file has no ink that could be measured on.
    case noLabels(path: String)
    /// A file cannot be opened or read.
    case unreadable(path: String, code: Int32)
    /// A file is compressed, and `gzip` cannot be run or does not take it.
    case notDecompressed(path: String, reason: String)
    /// Standard output takes no more.
    case unwritable(code: Int32)
    /// Waiting for the daemon failed.
    case waiting(code: Int32)

    /// What went wrong, and what to do about it.
    var description: String {
        switch self {
        case .noEditor: "there is no editor: plug in a pen tablet; `inkctl devices` lists those that inkd sees"
        case .severalEditors(let names): "there are several editors; name one of \(names.joined(separator: ", "))"
        case .noModel(let searched):
            "there is no model at \(searched.joined(separator: " or ")); name one with --model or in INKD_MODEL"
        case .noModelFiles(let folder): "there is no model (.safetensors) in \(folder)"
        case .noLabels(let path): "\(path) has no labelled ink to measure on"
        case .unreadable(let path, let code): "cannot read \(path): \(Self.text(code))"
        case .notDecompressed(let path, let reason): "cannot decompress \(path): \(reason)"
        case .unwritable(let code): "cannot write to standard output: \(Self.text(code))"
        case .waiting(let code): "cannot wait for inkd: \(Self.text(code))"
        }
    }

    private static func text(_ code: Int32) -> String { strerror(code).map { String(cString: $0) } ?? "error \(code)" }
}
