/// The rows of some files, one file after the other. Here alone a file becomes inks: a further kind of file is told apart here.
struct InkRows {
    /// What the names of files of ink end in.
    static let endings = [".jsonl", ".jsonl.gz"]

    private let paths: [String]
    private var opened = 0
    private var file: InkFile?

    /// Reads these files; "-" is standard input.
    init(_ paths: [String]) { self.paths = paths }

    /// The next row; nil at the end. Empty lines are passed over. A file that cannot be read further is told of once, and then the next is read.
    ///
    /// - Throws: `unreadable`, `notDecompressed`.
    mutating func next() throws(InkctlError) -> InkRow? {
        while true {
            guard let file else {
                guard paths.indices.contains(opened) else { return nil }
                opened += 1
                file = try InkFile(path: paths[opened - 1])
                continue
            }
            do {
                while let line = try file.next() {
                    if !line.isEmpty { return InkRow(file: file.path, line: file.lineNumber, bytes: line.bytes) }
                }
                self.file = nil
            } catch {
                self.file = nil
                throw error
            }
        }
    }

    /// The file that was read last; nil before the first.
    var path: String? { opened > 0 ? paths[opened - 1] : nil }

    /// How much has been read, 0 to 1: every file counts the same.
    var fractionRead: Double {
        guard !paths.isEmpty else { return 1 }
        return (Double(opened) - (file.map { 1 - $0.fractionRead } ?? 0)) / Double(paths.count)
    }
}
