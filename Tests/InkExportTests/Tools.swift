import Foundation
import InkTestSupport

/// Programs that other people wrote, which read what is exported.
enum Tools {
    static let rsvg = "/usr/bin/rsvg-convert"
    static let pdftotext = "/usr/bin/pdftotext"

    static func has(_ program: String) -> Bool { FileManager.default.fileExists(atPath: program) }

    /// The output of a program that is given the bytes as a file, whose name is put where the arguments have "-".
    static func run(_ program: String, _ arguments: [String], on bytes: [UInt8], ending: String) throws -> [UInt8] {
        let file = FileManager.default.temporaryDirectory.appending(path: "inkd-\(UUID().uuidString).\(ending)")
        try Data(bytes).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        return Array(try ChildProgram.run([program] + arguments.map { $0 == "-" ? file.path : $0 }).output)
    }
}
