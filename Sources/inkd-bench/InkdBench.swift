import ArgumentParser
import Foundation
import Glibc
import InkDaemon
import InkLoop
import InkWorkspace
internal import System

/// The benchmarks' command line.
@main
struct InkdBench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inkd-bench",
        abstract:
            "Measures inkd next to references in the same run. Fails only if the input path allocates, or loses something without saying so.",
        discussion: """
            Examples:
              inkd-bench --model models/latin.safetensors
              inkd-bench --only latency --hz 500 --seconds 60
              inkd-bench --only allocations --json
              inkd-bench --only load --seconds 300

            With INKD_DATA set to a directory that has dev/unipen_word.jsonl.gz, real words \
            are read as well. docs/benchmarks.md says what each figure means.
            """)

    enum Part: String, ExpressibleByArgument, CaseIterable { case latency, allocations, recording, recognition, wire, stall, load }

    @Option(help: ArgumentHelp("The recognizer's model.", valueName: "file"))
    var model = "models/latin.safetensors"

    @Option(help: "Frames a second, 10 to 5000.")
    var hz = 1000

    @Option(help: "Seconds of frames for each of inkd and the reference, 1 to 3600.")
    var seconds = 10

    @Option(help: "Measure this alone; may be given more than once.")
    var only: [Part] = []

    @Flag(help: "Print JSON.")
    var json = false

    func validate() throws {
        guard (10...5000).contains(hz) else { throw ValidationError("--hz \(hz) is not between 10 and 5000") }
        guard (1...3600).contains(seconds) else { throw ValidationError("--seconds \(seconds) is not between 1 and 3600") }
    }

    func run() throws {
        // same as in the daemon
        DaemonProcess.returnFreedMemory()
        let parts = only.isEmpty ? Part.allCases : only
        var report = Report()
        if parts.contains(.latency) { report.latency = try LatencyBenchmark(hertz: hz, seconds: seconds).run() }
        if parts.contains(.allocations) { report.allocations = try AllocationBenchmark().run() }
        if parts.contains(.recording) { report.recording = try RecordingBenchmark(hertz: hz, seconds: seconds).run() }
        if parts.contains(.recognition) {
            report.recognition = try RecognitionBenchmark(modelPath: model, dataPath: ProcessInfo.processInfo.environment["INKD_DATA"])
                .run()
        }
        if parts.contains(.wire) { report.wire = try WireBenchmark().run() }
        if parts.contains(.stall) { report.stall = try StallBenchmark(hertz: hz, seconds: min(seconds, 5)).run() }
        if parts.contains(.load) { report.load = try LoadBenchmark(modelPath: model, seconds: seconds).run() }
        print(json ? try report.json() : report.text())
        if report.allocations?.isClean == false || report.recording?.allocations.isClean == false { throw ExitCode(1) }
        if report.load?.isWhole == false { throw ExitCode(1) }
    }
}

/// A failed measurement.
enum BenchmarkError: Error, CustomStringConvertible {
    /// The system refused an operation; `code` is the `errno` value.
    case system(operation: String, code: Int32)
    /// Frames or messages stopped; the text is the reason.
    case interrupted(String)
    /// A data set cannot be read.
    case data(path: String, reason: String)

    /// The error and its fix.
    var description: String {
        switch self {
        case .system(let operation, let code): "cannot \(operation): \(SystemError.reason(code))"
        case .interrupted(let what): "\(what); run the benchmark again"
        case .data(let path, let reason): "cannot read \(path): \(reason)"
        }
    }
}
