import Foundation
import Glibc
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

    /// The command line: it runs for five minutes at most, then its status is 124.
    static func command(_ arguments: [String]) -> [String] {
        ["/usr/bin/timeout", "-k", "5", "300", path ?? "/nonexistent/inkctl"] + arguments
    }

    /// Runs it to its end. Standard input is nothing.
    static func run(_ arguments: [String]) throws -> Result {
        try withFolder { folder in
            let places = ["output", "errors"].map { folder.appending(path: $0) }
            let descriptors = places.map { open($0.path(), O_WRONLY | O_CREAT | O_CLOEXEC, 0o600) }
            defer { for descriptor in descriptors { close(descriptor) } }
            let status = try ChildProgram(command(arguments), output: descriptors[0], errors: descriptors[1]).wait()
            let texts = try places.map { String(decoding: try Data(contentsOf: $0), as: UTF8.self) }
            return Result(status: status, output: texts[0], errors: texts[1])
        }
    }
}
