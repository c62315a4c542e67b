import InkTestSupport
import Testing

@testable import InkDaemon
@testable import InkLoop
@testable import InkWorkspace

/// Expects that a configuration file of this content is refused by a message that contains `message`.
func expectRefused(_ yaml: String, _ message: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let file = try TemporaryFile(yaml)
    do throws(DaemonError) {
        _ = try SettingsLoader(path: file.path, environment: [:]).load()
        Issue.record("taken", sourceLocation: sourceLocation)
    } catch {
        #expect(error.description.contains(message), "\(error)", sourceLocation: sourceLocation)
    }
}

/// Loads a good configuration file 300 times with one to four of its bytes changed: whether it is refused does not matter, as long as nothing crashes.
func loadBroken(_ good: String) throws {
    let good = Array(good.utf8)
    var generator = SeededGenerator.printingSeed()
    for _ in 0..<300 {
        var bytes = good
        for _ in 0...Int.random(in: 0..<4, using: &generator) {
            let place = Int.random(in: 0..<bytes.count, using: &generator)
            bytes[place] = UInt8.random(in: 9..<127, using: &generator)
        }
        let file = try TemporaryFile(String(decoding: bytes, as: UTF8.self))
        _ = try? SettingsLoader(path: file.path, environment: [:]).load()
    }
}
