import Foundation
import InkTestSupport

/// The program as a shell would run it.
enum InkctlProcess {
    /// Beside the tests' bundle; nil if the tests are run from elsewhere.
    static let path: String? = {
        guard let bundle = CommandLine.arguments.first(where: { $0.contains(".xctest") }), let end = bundle.range(of: ".xctest") else {
            return nil
        }
        // a bundle may be a file or a folder
        let folder = URL(filePath: String(bundle[..<end.upperBound])).deletingLastPathComponent()
        let program = folder.appending(path: "inkctl").path()
        return FileManager.default.isExecutableFile(atPath: program) ? program : nil
    }()

    struct Result: Equatable {
        var status: Int32
        var output: String
        var errors: String
    }

    /// The process, to be run: for five minutes at most, then its status is 124.
    static func process(_ arguments: [String]) -> Process {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/timeout")
        process.arguments = ["-k", "5", "300", path ?? "/nonexistent/inkctl"] + arguments
        return process
    }

    /// Runs it to its end, as `process` would. Standard input is nothing.
    static func run(_ arguments: [String]) throws -> Result {
        try withFolder { folder in
            let process = process(arguments)
            process.standardInput = FileHandle.nullDevice
            let places = ["output", "errors"].map { folder.appending(path: $0) }
            for place in places { try Data().write(to: place) }
            process.standardOutput = try FileHandle(forWritingTo: places[0])
            process.standardError = try FileHandle(forWritingTo: places[1])
            try process.run()
            process.waitUntilExit()
            let texts = try places.map { String(decoding: try Data(contentsOf: $0), as: UTF8.self) }
            return Result(status: process.terminationStatus, output: texts[0], errors: texts[1])
        }
    }
}
