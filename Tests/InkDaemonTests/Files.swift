import Foundation

/// The project's folder.
let projectRoot = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()

/// The value of an environment variable, or else a path in the project.
func place(_ variable: String, else path: String) -> String { ProcessInfo.processInfo.environment[variable] ?? projectRoot + "/" + path }

/// A trained model; tests of the text that is read need it.
let modelPath = place("INKD_MODEL", else: "models/latin.safetensors")

/// Whether there is a trained model.
let hasModel = FileManager.default.fileExists(atPath: modelPath)

/// Recordings of real devices, which do not belong to the project.
let rigRecordings: [String] = {
    let folder = place("INKD_RIG", else: "../shared/rig") + "/data/evemu/"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix(".events") }.sorted().map { folder + $0 }
}()

/// The sample session that comes with the project, and its text.
let samplePath = projectRoot + "/Tests/Fixtures/sample-session.events"
let sampleText = (try? String(contentsOfFile: projectRoot + "/Tests/Fixtures/sample-session.txt", encoding: .utf8)) ?? ""

/// A folder that goes away with this object.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        path = "/tmp/inkd-test-\(UInt32.random(in: .min ... .max))"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}

/// A file that goes away with this object.
final class TemporaryFile {
    let path: String
    private let folder: TemporaryFolder

    init(bytes: [UInt8]) throws {
        folder = try TemporaryFolder()
        path = folder.path + "/inkd.yaml"
        try Data(bytes).write(to: URL(fileURLWithPath: path))
    }

    convenience init(_ text: String) throws { try self.init(bytes: Array(text.utf8)) }
}
