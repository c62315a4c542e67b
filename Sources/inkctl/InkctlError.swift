internal import Compression
internal import Ink
internal import InkCorpus
internal import System

/// The errors of commands.
enum InkctlError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A command needs exactly one editor, but no editor exists.
    case noEditor
    /// A command needs exactly one editor, but several exist.
    case severalEditors([String])
    /// A command needs the focused field, and no field has the focus.
    case noField
    /// A folder contains no model file.
    case noModelFiles(folder: String)
    /// Standard output cannot be written to.
    case unwritable(code: Int32)
    /// The reader of standard output has exited.
    case outputClosed
    /// Waiting for the daemon failed.
    case waiting(code: Int32)
    /// A line of a file is not ink; nothing was written.
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
    /// The file name's extension is neither a picture format nor the extension of JSON lines.
    case unknownInkFile(String)
    /// A text cannot be written as ink; the text is the reason.
    case notSynthesized(String)
    /// A picture cannot be drawn.
    case notDrawn(String)

    /// No tablet is plugged in, or no tablet has this name; `there` contains the names of the tablets that are plugged in.
    case noTablet(String?, there: [String])
    /// A command needs exactly one tablet, but several are plugged in.
    case severalTablets([String])
    /// A tablet of unknown size cannot be drawn.
    case noSize(String)
    /// No curve can be fitted to the pressures; the text is the reason.
    case notFitted(String)
    /// inkd exited, or the tablet was removed.
    case watchEnded
    /// The desktop cannot be set up; the text is the reason.
    case setup(String)
    /// The user's data cannot be removed, or not all of it; the text is the reason.
    case notForgotten(String)

    /// The problem and its remedy, on one line.
    var description: String {
        switch self {
        case .noField: "No text field for the pen has the focus. Click into one, and check `inkctl pen status`."
        case .noEditor: "There is no editor. Plug in a pen tablet; `inkctl devices` lists the tablets that inkd reads."
        case .severalEditors(let names): "There are several editors. Name one of \(names.joined(separator: ", "))."
        case .noModelFiles(let folder): "There is no model file (.safetensors) in \(folder)."
        case .unwritable(let code): "Cannot write to standard output: \(SystemError.reason(code))."
        case .outputClosed: "The reader of standard output has exited."
        case .waiting(let code): "Cannot wait for inkd: \(SystemError.reason(code))."
        case .notInk(let path, let line, let reason): "\(path == "-" ? "Line" : "\(path): line") \(line): \(reason). Nothing was written."
        case .noLetters(let writer, let writers):
            writers.contains(writer)
                ? "No word\(writer.isEmpty ? "" : " of \(DisplayText.escaped(writer))") was recognized as its label. Add more words, or set --language."
                : "There are no labeled words of \(DisplayText.escaped(writer)). Choose one of \(writers.prefix(20).map(DisplayText.escaped).joined(separator: ", "))."
        case .binaryToTerminal(let format): "Refusing to write \(format.uppercased()) to a terminal. Use --to FILE or redirect the output."
        case .unknownEnding(let path):
            "Cannot tell the format from \"\(path)\". Use one of \(ExportFormat.allCases.map { "." + $0.fileEnding }.joined(separator: ", ")), or --format."
        case .unknownFormat(let path):
            "Cannot tell the format from \"\(path)\". Use one of .events, .yml, .inkml, .unp, .xml and .jsonl, or --from or --to."
        case .notConverted(let path, let reason): "Cannot convert \(path): \(reason)."
        case .notReplayed(let reason): "Cannot play the recording: \(reason)."
        case .noSuchRecording(let name): "There is no recording \"\(name)\". `inkctl record list` lists your recordings."
        case .noPlaceForRecording(let path):
            "\(path) is neither an existing folder nor a file name with .jsonl, .inkml, .unp, .yml or .events. Create the folder, or name a file."
        case .otherKind(let path, let kind, let wanted):
            "\(path == "-" ? "Standard input" : path) is \(kind.name), not \(wanted)\(kind.remedy.map { ": \($0)" } ?? "")."
        case .notPicture(let path): "\(path) is neither a PNG nor a JPEG picture."
        case .noSuchInk(let reason): reason
        case .notPermitted(let reason): reason
        case .pageToTerminal(let format): "Refusing to write \(format) to a terminal. Use -o FILE or redirect the output."
        case .unknownPicture(let path): "Cannot tell the format from \"\(path)\". Use one of .png, .svg and .pdf, or --format."
        case .unknownInkFile(let path):
            "Cannot tell the format from \"\(path)\". Use one of .svg, .png, .pdf and .jsonl, or --format."
        case .notSynthesized(let reason): reason
        case .notDrawn(let reason): "Cannot draw the ink: \(reason)."
        case .noTablet(let name, let others):
            (name.map { "There is no tablet \"\($0)\"." } ?? "There is no tablet.")
                + (others.isEmpty ? " Plug one in." : " Choose one of \(others.joined(separator: ", ")).")
        case .severalTablets(let names): "There are several tablets. Name one of \(names.joined(separator: ", "))."
        case .noSize(let name): "The size of \(name) is unknown, so it cannot be drawn."
        case .notFitted(let reason): "Cannot fit the pressure: \(reason)."
        case .setup(let reason), .notForgotten(let reason): reason
        case .watchEnded:
            "inkd stopped, or the tablet was removed, before the measurement was complete. Check `systemctl status inkd`, and start again."
        case .wrongKind(let key, let value, let wanted): "\(key) cannot be \"\(value)\". Use \(wanted)."
        case .noSuchKey(let key): "There is no key \"\(key)\". `inkctl config list` lists all keys."
        case .notSettings(let path, let reason): "\(path) was not imported: \(reason)."
        }
    }
}
