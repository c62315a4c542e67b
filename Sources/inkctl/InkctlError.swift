internal import Bytes
internal import InkCorpus
internal import System

/// The errors of commands.
enum InkctlError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A command needs the only editor, and there is no editor.
    case noEditor
    /// A command needs the only editor, and there are several.
    case severalEditors([String])
    /// A command concerns the focused field, and no field has the focus.
    case noField
    /// A folder contains no model file.
    case noModelFiles(folder: String)
    /// Standard output cannot be written to.
    case unwritable(code: Int32)
    /// The reader of standard output has exited.
    case outputClosed
    /// Waiting for the daemon failed.
    case waiting(code: Int32)
    /// A line of a file is not ink, and nothing was written.
    case notInk(path: String, line: Int, reason: String)
    /// No word of a writer yields letters.
    case noLetters(writer: String, writers: [String])
    /// A binary export was to go to a terminal.
    case binaryToTerminal(String)
    /// The file name's extension is not an export format.
    case unknownEnding(String)
    /// The file name's extension is not a format of recordings or ink.
    case unknownFormat(String)
    /// A file cannot be written as another format.
    case notConverted(path: String, reason: String)
    /// A recording cannot be played.
    case notReplayed(String)
    /// There is no recording of this name.
    case noSuchRecording(String)
    /// A recording cannot be written to that path.
    case noPlaceForRecording(String)
    /// A file is of another kind than the command needs.
    case otherKind(path: String, kind: FileKind, wanted: String)
    /// A file is neither PNG nor JPEG.
    case notPicture(path: String)
    /// The user lacks the permission; the text includes the remedy.
    case notPermitted(String)
    /// The configuration has no such key.
    case noSuchKey(String)
    /// A key of the configuration needs another kind of value.
    case wrongKind(key: String, value: String, wanted: String)
    /// A file has no settings that can be imported.
    case notSettings(path: String, reason: String)

    /// No ink matches the request.
    case noSuchInk(String)
    /// A picture or an HTML page was to be written to a terminal.
    case pageToTerminal(String)

    /// The file name's extension is not a picture format.
    case unknownPicture(String)
    /// The file name's extension is neither a picture format nor that of JSON lines.
    case unknownInkFile(String)
    /// A text cannot be written as ink; the text is the reason.
    case notSynthesized(String)
    /// A picture cannot be drawn.
    case notDrawn(String)

    /// No tablet is plugged in, or no tablet has this name; includes the names of the others.
    case noTablet(String?, there: [String])
    /// A command needs the only tablet, and there are several.
    case severalTablets([String])
    /// A tablet of unknown size cannot be drawn.
    case noSize(String)
    /// Pressures yield no curve; the text is the reason.
    case notFitted(String)
    /// inkd exited, or the tablet was removed.
    case watchEnded
    /// The desktop cannot be set up; the text is the reason.
    case setup(String)

    /// The problem and its remedy, on one line.
    var description: String {
        switch self {
        case .noField: "no field that the pen writes into has the focus: click into one, and see “inkctl pen status”"
        case .noEditor: "there is no editor: plug in a pen tablet; `inkctl devices` lists those that inkd sees"
        case .severalEditors(let names): "there are several editors; name one of \(names.joined(separator: ", "))"
        case .noModelFiles(let folder): "there is no model (.safetensors) in \(folder)"
        case .unwritable(let code): "cannot write to standard output: \(SystemError.reason(code))"
        case .outputClosed: "nobody reads standard output any more"
        case .waiting(let code): "cannot wait for inkd: \(SystemError.reason(code))"
        case .notInk(let path, let line, let reason): "\(path == "-" ? "" : "\(path): ")line \(line): \(reason). Nothing was written"
        case .noLetters(let writer, let writers):
            writers.contains(writer)
                ? "none of the words\(writer.isEmpty ? "" : " of \(DisplayText.escaped(writer))") is read as its label says: give more words, or --language"
                : "there are no words of \(DisplayText.escaped(writer)) with a label; there are words of \(writers.prefix(20).map(DisplayText.escaped).joined(separator: ", "))"
        case .binaryToTerminal(let format): "\(format) is nothing for a terminal: give --to and a file, or send it on with > or |"
        case .unknownEnding(let path):
            "the name \(path) does not tell a format: let it end in .txt, .jiix, .inkml, .svg, .png, .pdf, .docx, .html or .md, or give --format"
        case .unknownFormat(let path):
            "the name \(path) does not tell a format: let it end in .events, .yml, .inkml, .unp, .xml or .jsonl, or give --from or --to"
        case .notConverted(let path, let reason): "cannot convert \(path): \(reason)"
        case .notReplayed(let reason): "\(reason)"
        case .noSuchRecording(let name): "there is no recording \"\(name)\"; `inkctl record list` lists yours"
        case .noPlaceForRecording(let path):
            "\(path) is neither a folder nor a name that ends in .jsonl, .inkml, .unp, .yml or .events: make the folder, or name a file"
        case .otherKind(let path, let kind, let wanted):
            "\(path == "-" ? "standard input" : path) is \(kind.name), not \(wanted)" + (kind.remedy.map { ": \($0)" } ?? "")
        case .notPicture(let path): "\(path) is neither a PNG nor a JPEG picture"
        case .noSuchInk(let reason): reason
        case .notPermitted(let reason): reason
        case .pageToTerminal(let format): "\(format) is nothing for a terminal: give -o and a file, or send it on with > or |"
        case .unknownPicture(let path): "the name \(path) does not tell a format: let it end in .png, .svg or .pdf, or give --format"
        case .unknownInkFile(let path):
            "the name \(path) does not tell a format: let it end in .svg, .png, .pdf or .jsonl, or give --format"
        case .notSynthesized(let reason): reason
        case .notDrawn(let reason): reason
        case .noTablet(let name, let others):
            (name.map { "there is no tablet \"\($0)\"" } ?? "there is no tablet")
                + (others.isEmpty ? ": plug one in" : "; there are \(others.joined(separator: ", "))")
        case .severalTablets(let names): "there are several tablets; name one of \(names.joined(separator: ", "))"
        case .noSize(let name): "nothing knows the size of \(name): it cannot be drawn"
        case .notFitted(let reason): reason
        case .setup(let reason): reason
        case .watchEnded: "inkd has ended before there was enough: start it (systemctl start inkd), and begin again"
        case .wrongKind(let key, let value, let wanted): "\(key) cannot be \"\(value)\": give \(wanted)"
        case .noSuchKey(let key): "there is no key \"\(key)\"; `inkctl config list` lists them"
        case .notSettings(let path, let reason): "\(path) was not taken over: \(reason)"
        }
    }
}
