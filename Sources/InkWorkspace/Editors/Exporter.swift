internal import Editing
internal import FoundationEssentials
internal import Ink
internal import InkExport
internal import InkProtocol

/// Exports a copy of an editor's ink as a file. This can take long: do not call it on a thread that callers wait for.
struct Exporter: Sendable {
    let ink: InkEditor
    let language: String?
    /// The block to export; nil for everything.
    let block: String?
    let format: ExportFormat
    let options: ExportOptions

    /// An upper bound for the memory needed, in bytes: for the copy, pixels, decoded pictures and paths.
    var memory: Int {
        let root = ink.root
        var bytes = Self.ownMemory + ink.strokeCount * Self.bytesOfStroke
        for child in root.all { if case .image(let image) = child.content { bytes += 4 * image.width * image.height } }
        if format == .png || format == .markdown, let box = (block.flatMap { root.block($0) } ?? root).box {
            let pixels = options.resolution / 25.4 / ink.configuration.unitsPerMillimeter
            // memory for the rendered picture and its encoded file
            bytes += Int(clamping: Int64(min(1e12, 5 * box.width * pixels * box.height * pixels)))
        }
        return bytes
    }

    private static let ownMemory = 8 << 20
    private static let bytesOfStroke = 4096

    /// Returns the file, and the revision that was exported.
    /// - Throws: `BlockInvalid`, `Unsupported`, `ExportFailed`
    func content() throws -> (revision: Int, bytes: [UInt8]) {
        let snapshot = ink.snapshot(language: language)
        let revision = Int(clamping: snapshot.revision)
        guard let found = snapshot.root.block(block ?? snapshot.root.id) else {
            throw BlocksInterface.BlockInvalid(block: block ?? "", revision: revision)
        }
        let bytes: [UInt8]
        do throws(ExportError) {
            bytes = try Export.data(of: found, in: snapshot, as: format, options: options)
        } catch {
            if case .unsupported(let block, _) = error {
                throw BlocksInterface.Unsupported(type: "\(block)", operation: "be exported as \(format.rawValue)")
            }
            throw BlocksInterface.ExportFailed(format: format.rawValue, reason: "\(error)")
        }
        return (revision, bytes)
    }

    /// Returns the reply of `Export` with the file in it.
    /// - Throws: `BlockInvalid`, `Unsupported`, `ExportFailed`
    func reply() throws -> BlocksInterface.Export.Reply {
        let (revision, bytes) = try content()
        return format.isText
            ? .init(revision: revision, text: String(decoding: bytes, as: UTF8.self))
            : .init(revision: revision, data: Data(bytes).base64EncodedString())
    }
}

extension ExportOptions {
    /// Creates the configured options.
    init(_ values: Editing.Configuration) {
        self.init()
        resolution = values.number("export.image-resolution")
        typesetsFormulas = values.flag("export.math.typeset")
        jiix = Set(JIIXPart.allCases.filter { values.flag($0.rawValue) })
    }
}

extension Block {
    /// The block and its descendants.
    fileprivate var all: [Block] { [self] + children.flatMap(\.all) }
}
