import Foundation

/// The results of the measurements, and the machine.
struct Report: Encodable {
    var machine = Machine()
    var latency: LatencyBenchmark.Outcome?
    var allocations: AllocationBenchmark.Outcome?
    var recording: RecordingBenchmark.Outcome?
    var recognition: RecognitionBenchmark.Outcome?
    var wire: WireBenchmark.Outcome?
    var stall: StallBenchmark.Outcome?
    var load: LoadBenchmark.Outcome?

    /// The machine, and its load before the measurements.
    struct Machine: Encodable {
        var processor = "unknown"
        var cores = ProcessInfo.processInfo.activeProcessorCount
        var load = "unknown"

        init() {
            let lines = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8))?.split(separator: "\n") ?? []
            if let line = lines.first(where: { $0.hasPrefix("model name") }), let colon = line.firstIndex(of: ":") {
                processor = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
            }
            if let text = try? String(contentsOfFile: "/proc/loadavg", encoding: .utf8) {
                load = text.split(separator: " ").prefix(1).joined()
            }
        }
    }

    /// Returns the report as JSON, for programs.
    func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }

    /// Returns the report as tables, for people.
    func text() -> String {
        var lines = ["\(machine.processor), \(machine.cores) cores, load before: \(machine.load)"]
        if let latency { lines += Self.lines(latency) }
        if let allocations { lines += Self.lines(allocations) }
        if let recording { lines += Self.lines(recording) }
        if let recognition { lines += Self.lines(recognition) }
        if let wire { lines += Self.lines(wire) }
        if let stall { lines += Self.lines(stall) }
        if let load { lines += Self.lines(load) }
        return lines.joined(separator: "\n")
    }

    private static func lines(_ outcome: LatencyBenchmark.Outcome) -> [String] {
        func row(_ name: String, _ figures: LatencyBenchmark.Percentiles) -> String {
            columns(name, [figures.p50, figures.p99, figures.p999, figures.max].map { number($0, 1) })
        }
        func ratio(_ name: String, _ a: LatencyBenchmark.Percentiles, _ b: LatencyBenchmark.Percentiles) -> String {
            columns(name, [a.p50 / b.p50, a.p99 / b.p99, a.p999 / b.p999, a.max / b.max].map { number($0, 2) })
        }
        let (inkd, reference) = (outcome.inkd, outcome.reference)
        return [
            "", columns("Latency at \(outcome.hertz) Hz, \(inkd.frames) frames each", ["p50 µs", "p99 µs", "p99.9 µs", "max µs"]),
            row("  frame to end of send, inkd", inkd.sent), row("  frame to end of send, C", reference.sent),
            ratio("  ratio", inkd.sent, reference.sent), row("  frame to client, inkd", inkd.received),
            row("  frame to client, C", reference.received), ratio("  ratio", inkd.received, reference.received),
            "  frames that no message told of: inkd \(inkd.untold), C \(reference.untold)",
            "", "Processor use of the loop's thread at \(outcome.hertz) Hz",
            "  inkd \(number(inkd.processorShare * 100, 2)) %, C \(number(reference.processorShare * 100, 2)) %, "
                + "ratio \(number(inkd.processorShare / reference.processorShare, 2))",
        ]
    }

    private static func lines(_ outcome: RecordingBenchmark.Outcome) -> [String] {
        let (with, without) = (outcome.latency.inkd, outcome.latency.reference)
        func row(_ name: String, _ figures: LatencyBenchmark.Percentiles) -> String {
            columns(name, [figures.p50, figures.p99, figures.p999, figures.max].map { number($0, 1) })
        }
        let ratios = [with.sent.p50 / without.sent.p50, with.sent.p99 / without.sent.p99, with.sent.p999 / without.sent.p999]
        let many = outcome.many
        return [
            "", columns("While recording, \(with.frames) frames each", ["p50 µs", "p99 µs", "p99.9 µs", "max µs"]),
            row("  frame to end of send, recording", with.sent), row("  frame to end of send, not", without.sent),
            columns("  ratio", ratios.map { number($0, 2) }),
            "  recorded \(outcome.recorded.frames) frames, lost \(outcome.recorded.lost)",
            "  \(many.devices) pens of \(many.hertz) Hz, \(many.seconds) s at \(number(many.speed, 0)) times the speed: "
                + "\(many.recorded.frames) of \(many.frames) frames, lost \(many.recorded.lost)",
            "  \(number(many.bytesPerFrame, 1)) bytes a frame: \(number(many.bytesPerFrame * 200 / 1024, 2)) KiB a second for a pen of 200 Hz",
        ] + lines(outcome.allocations, "Allocations of the loop's thread while recording (must be 0)")
    }

    private static func lines(
        _ outcome: AllocationBenchmark.Outcome, _ title: String = "Allocations of the loop's thread (must be 0)"
    ) -> [String] {
        func row(_ name: String, _ allocations: UInt64, _ frames: Int) -> String {
            "  \(name): \(allocations) for \(frames) frames, \(number(Double(allocations) / Double(frames), 4)) a frame"
        }
        return [
            "", title, row("in strokes", outcome.strokeAllocations, outcome.strokeFrames),
            row("hovering", outcome.hoverAllocations, outcome.hoverFrames),
        ]
    }

    private static func lines(_ outcome: RecognitionBenchmark.Outcome) -> [String] {
        func row(_ name: String, _ speed: RecognitionBenchmark.Speed) -> String {
            columns(
                "  \(name), \(speed.words) words",
                [
                    number(speed.wordsPerSecond, 1), number(speed.baselineWordsPerSecond, 1), number(speed.limitWordsPerSecond, 1),
                    "\(number(speed.wordsPerSecond / speed.limitWordsPerSecond * 100, 0)) %",
                ])
        }
        return [
            "", columns("Recognition on one core, words a second", ["inkd", "baseline", "limit", "of limit"]),
            row("artificial hand", outcome.artificial),
        ] + (outcome.people.map { [row("people", $0)] } ?? []) + [
            "  a line of ten words: \(number(outcome.tenWordsMedian, 1)) ms in the middle, \(number(outcome.tenWordsBest, 1)) ms at best",
            "  the processor's limit: \(number(outcome.multiplyAddsPerSecond, 1)) · 10⁹ multiply-adds a second",
        ]
    }

    private static func lines(_ outcome: WireBenchmark.Outcome) -> [String] {
        let reading = outcome.parsing + outcome.decoding
        func row(_ name: String, _ milliseconds: Double, _ reference: Double) -> String {
            columns(name, [milliseconds, reference, milliseconds / reference].map { number($0, 2) })
        }
        return [
            "", columns("A call of \(outcome.bytes) bytes, \(outcome.events) events", ["inkd ms", "JSON ms", "ratio"]),
            row("  which method it calls", outcome.envelope, outcome.referenceDecoding),
            row("  parsed", outcome.parsing, outcome.referenceDecoding), row("  parsed and decoded", reading, outcome.referenceDecoding),
            row("  encoded", outcome.encoding, outcome.referenceEncoding),
        ]
    }

    private static func lines(_ outcome: StallBenchmark.Outcome) -> [String] {
        let quiet = outcome.quiet.received
        func row(_ row: StallBenchmark.Row) -> String {
            let ratios = [row.received.p50 / quiet.p50, row.received.p99 / quiet.p99]
            return columns(
                "  " + row.name,
                [number(row.received.p50, 1), number(row.received.p99, 1)] + ratios.map { number($0, 2) } + [
                    "\(row.calls)", "\(row.untold)",
                ])
        }
        let title = "Frame to client at \(outcome.hertz) Hz beside a call"
        return ["", columns(title, ["p50 µs", "p99 µs", "ratio p50", "ratio p99", "calls", "untold"])]
            + ([outcome.quiet] + outcome.rows).map(row)
    }

    private static func lines(_ outcome: LoadBenchmark.Outcome) -> [String] {
        func row(_ name: String, _ figures: LatencyBenchmark.Percentiles) -> String {
            columns(name, [figures.p50, figures.p99, figures.p999, figures.max].map { number($0, 1) })
        }
        let (inkd, reference) = (outcome.received, outcome.reference)
        let title = "\(outcome.pens) pens of \(outcome.hertz) Hz, \(outcome.watchers) watchers of which \(outcome.idleWatchers) never read"
        return [
            "", title + ", \(outcome.seconds) s, every core busy, recording, recognition",
            columns("Frame to client", ["p50 µs", "p99 µs", "p99.9 µs", "max µs"]), row("  inkd", inkd), row("  C", reference),
            columns(
                "  ratio", [inkd.p50 / reference.p50, inkd.p99 / reference.p99, inkd.p999 / reference.p999].map { number($0, 2) }),
            "  frames: \(outcome.written) into the pipes, \(outcome.refused) had no room there; in the log \(outcome.recorded), "
                + "which says that it lost \(outcome.unrecorded), and \(outcome.endedLogs) times that a pen is not recorded any more",
            "  strokes by the log: \(outcome.loggedStrokes); each watcher was told of \(outcome.toldStrokes); "
                + "motion left out: \(outcome.thinned) of \(outcome.thinned + outcome.messages) messages",
            "  resident memory at the start and after each tenth: \(outcome.resident.map { number($0, 0) }.joined(separator: ", ")) MiB; "
                + "\(outcome.lines) lines read, \(outcome.hungUp) watchers cut off",
            outcome.isWhole ? "  nothing was lost without being said" : "  SOMETHING WAS LOST WITHOUT BEING SAID",
        ]
    }

    private static func number(_ value: Double, _ places: Int) -> String { String(format: "%.\(places)f", value) }

    private static func columns(_ name: String, _ values: [String]) -> String {
        func spaces(_ count: Int) -> String { String(repeating: " ", count: max(1, count)) }
        return name + spaces(48 - name.count) + values.map { spaces(10 - $0.count) + $0 }.joined()
    }
}
