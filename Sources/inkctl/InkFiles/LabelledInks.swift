internal import PenLog
internal import Recognition

/// The labelled inks of some files.
struct LabelledInks {
    /// By writer; those without one are the same writer's. In the order of the files.
    private(set) var byWriter: [String: [Adapter.Example]] = [:]

    /// Reads the files.
    ///
    /// - Parameter progress: told which file is read and how far all are, 0 to 1.
    /// - Throws: `InkctlError` for a file that cannot be read, `RecordingError` for a line that is no ink.
    init(paths: [String], progress: (String, Double) -> Void = { _, _ in }) throws {
        for (index, path) in paths.enumerated() {
            let file = try InkFile(path: path)
            while let line = try file.nextLine() {
                let ink = try JSONInk(line: line, number: file.lineNumber)
                let label = ErrorCount.collapsed(ink.label ?? "")
                guard !label.isEmpty else { continue }
                byWriter[ink.writer ?? "", default: []].append(Adapter.Example(strokes: ink.deviceStrokes, text: label))
                progress(path, (Double(index) + file.fractionRead) / Double(paths.count))
            }
        }
    }
}
