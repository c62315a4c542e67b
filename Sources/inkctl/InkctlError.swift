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
    /// A file is compressed, and cannot be decompressed.
    case notDecompressed(path: String, reason: String)
    /// A file cannot be compressed.
    case notCompressed(path: String, reason: String)
    /// A file that shall not be overwritten is there.
    case exists(path: String)
    /// There is no ink in a folder.
    case noInkFiles(folder: String)
    /// A row of a corpus is no ink, or a file of it cannot be read to its end.
    case damaged(place: String, reason: String)
    /// No ink of a corpus has this name, or several have.
    case inkNames(missing: [String], ambiguous: [String])
    /// A corpus cannot be changed, or not so.
    case corpus(problem: String, remedy: String)
    /// Standard output takes no more.
    case unwritable(code: Int32)
    /// The system has no thread, or nothing that threads wait with.
    case noThread(code: Int32)
    /// Waiting for the daemon failed.
    case waiting(code: Int32)
    /// A line of a file is no ink, and nothing was written.
    case notInk(path: String, line: Int, reason: String)
    /// An export would be noise on a terminal.
    case binaryToTerminal(String)
    /// A file's name does not tell a format.
    case unknownEnding(String)
    /// A file cannot be written.
    case notWritten(path: String, code: Int32)
    /// A file's name does not tell a format of recordings or ink.
    case unknownFormat(String)
    /// A file cannot be written as another format.
    case notConverted(path: String, reason: String)
    /// A recording cannot be played.
    case notReplayed(String)
    /// There is no recording of this name.
    case noSuchRecording(String)
    /// A recording cannot go there.
    case noPlaceForRecording(String)
    /// A file has no sentence to write in it.
    case noPrompts(path: String)
    /// A file is neither PNG nor JPEG.
    case notPicture(path: String)
    /// The configuration has no such key.
    case noSuchKey(String)
    /// A key of the configuration takes another kind of value.
    case wrongKind(key: String, value: String, wanted: String)

    /// A line of a file is no ink, and the rest is read.
    case lineIsNoInk(path: String, line: Int, reason: String)
    /// There is no ink that was asked for.
    case noSuchInk(String)
    /// A picture or a page of ink would be noise on a terminal.
    case pageToTerminal(String)

    /// A file's name does not tell which kind of picture it is to be.
    case unknownPicture(String)
    /// A picture cannot be drawn.
    case notDrawn(String)

    /// No tablet is plugged in, or none that is called so; those that there are.
    case noTablet(String?, there: [String])
    /// A command wants the one tablet there is, and there are several.
    case severalTablets([String])
    /// A drawing of a tablet whose size nothing knows.
    case noSize(String)

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
        case .notCompressed(let path, let reason): "cannot compress \(path): \(reason)"
        case .exists(let path): "\(path) is there already: give another name, or --force to replace it"
        case .noInkFiles(let folder): "there is no ink in \(folder): no file in it ends in \(InkRows.endings.joined(separator: " or "))"
        case .damaged(let place, let reason):
            "\(place): \(reason). Nothing was written: `inkctl corpus check` lists all such rows, --skip-damaged leaves them out"
        case .inkNames(let missing, let ambiguous): Self.explanation(missing: missing, ambiguous: ambiguous)
        case .corpus(let problem, let remedy): "\(problem): \(remedy)"
        case .unwritable(let code): "cannot write to standard output: \(Self.text(code))"
        case .noThread(let code): "cannot start a thread: \(Self.text(code)); give a smaller --threads"
        case .waiting(let code): "cannot wait for inkd: \(Self.text(code))"
        case .notInk(let path, let line, let reason): "\(path == "-" ? "" : "\(path): ")line \(line): \(reason). Nothing was written"
        case .binaryToTerminal(let format): "\(format) is nothing for a terminal: give --to and a file, or send it on with > or |"
        case .unknownEnding(let path):
            "the name \(path) does not tell a format: let it end in .txt, .jiix, .inkml, .svg, .png, .pdf or .docx, or give --format"
        case .notWritten(let path, let code): "cannot write \(path): \(Self.text(code))"
        case .unknownFormat(let path):
            "the name \(path) does not tell a format: let it end in .events, .yml, .inkml, .unp or .jsonl, or give --from or --to"
        case .notConverted(let path, let reason): "cannot convert \(path): \(reason)"
        case .notReplayed(let reason): "\(reason)"
        case .noSuchRecording(let name): "there is no recording \"\(name)\"; `inkctl record list` lists yours"
        case .noPlaceForRecording(let path): "\(path) is neither a folder nor a name that ends in .jsonl: make the folder, or name a file"
        case .noPrompts(let path): "\(path) has no sentence in it: write one on every line"
        case .notPicture(let path): "\(path) is neither a PNG nor a JPEG picture"
        case .lineIsNoInk(let path, let line, let reason): "\(path == "-" ? "" : "\(path): ")line \(line): \(reason)"
        case .noSuchInk(let reason): reason
        case .pageToTerminal(let format): "\(format) is nothing for a terminal: give -o and a file, or send it on with > or |"
        case .unknownPicture(let path): "the name \(path) does not tell a format: let it end in .png, .svg or .pdf, or give --format"
        case .notDrawn(let reason): reason
        case .noTablet(let name, let others):
            (name.map { "there is no tablet \"\($0)\"" } ?? "there is no tablet")
                + (others.isEmpty ? ": plug one in" : "; there are \(others.joined(separator: ", "))")
        case .severalTablets(let names): "there are several tablets; name one of \(names.joined(separator: ", "))"
        case .noSize(let name): "nothing knows the size of \(name): it cannot be drawn"
        case .wrongKind(let key, let value, let wanted): "\(key) cannot be \"\(value)\": give \(wanted)"
        case .noSuchKey(let key): "there is no key \"\(key)\"; `inkctl config list` lists them"
        }
    }

    private static func explanation(missing: [String], ambiguous: [String]) -> String {
        func list(_ names: [String]) -> String { names.prefix(10).joined(separator: ", ") + (names.count > 10 ? ", …" : "") }
        var reasons: [String] = []
        if !missing.isEmpty { reasons.append("there is no ink \(list(missing)); `inkctl corpus list` lists those there are") }
        if !ambiguous.isEmpty { reasons.append("there are several inks \(list(ambiguous)); name one by its place, as in words.jsonl:12") }
        return reasons.joined(separator: "; ")
    }

    private static func text(_ code: Int32) -> String { strerror(code).map { String(cString: $0) } ?? "error \(code)" }
}
