internal import ArgumentParser
internal import InkProtocol
internal import PenLog
internal import Recognition

/// `inkctl calibration-samples`: what `training/inkd_training/text/calibrate.py` fits a model's confidence to.
struct CalibrationSamplesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "calibration-samples",
        abstract: "Writes what a model's confidence and spaces are fitted to.",
        discussion: """
            For each labelled ink a line {"id","label","text","words","whole","gaps","isSpace"}: \
            the numbers behind the confidence of every word and of the whole, those behind \
            every possible space, and whether the label has one there.
            """,
        shouldDisplay: false)

    @Argument(help: ArgumentHelp("Files of labelled ink as JSON lines, plain or packed by gzip.", valueName: "file"))
    var files: [String]

    @Option(help: ArgumentHelp("Take the first ink of so many.", valueName: "count"))
    var every = 1

    @OptionGroup var model: ModelOptions

    func validate() throws {
        guard every > 0 else { throw ValidationError("--every is \(every): give a number greater than 0") }
    }

    func run() throws {
        let recognizer = try model.recognizer()
        for path in files {
            let file = try InkFile(path: path)
            var count = 0
            while let line = try file.nextLine() {
                defer { count += 1 }
                guard count % every == 0 else { continue }
                let ink = try JSONInk(line: line, number: file.lineNumber)
                let label = ErrorCount.collapsed(ink.label ?? "")
                guard !label.isEmpty else { continue }
                let sample = try recognizer.calibrationSample(ink.deviceStrokes, label: label)
                try StandardOutput.writeLine(Self.record(sample, id: ink.id, label: label).description)
            }
        }
    }

    private static func record(_ sample: CalibrationSample, id: String?, label: String) -> JSONValue {
        func numbers(_ values: [Double]) -> JSONValue { .array(values.map { .double($0) }) }
        var members: [String: JSONValue] = ["label": .string(label), "text": .string(sample.text), "whole": numbers(sample.whole)]
        members["id"] = id.map { .string($0) } ?? .null
        members["words"] = .array(sample.words.map(numbers))
        members["gaps"] = .array(sample.gaps.map(numbers))
        members["isSpace"] = sample.isSpace.map { spaces in .array(spaces.map { .bool($0) }) } ?? .null
        return .object(members)
    }
}
