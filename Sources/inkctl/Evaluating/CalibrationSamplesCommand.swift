internal import ArgumentParser
internal import InkCorpus
internal import InkEvaluation
internal import InkProtocol
internal import PenLog
internal import Recognition

/// `inkctl calibration-samples`: the data with which `training/inkd_training/text/calibrate.py` calibrates a model's confidence.
struct CalibrationSamplesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "calibration-samples",
        abstract: "Write training data for a model's confidence and word spaces.",
        discussion: """
            Writes one line per labeled ink, \
            {"id","label","text","words","whole","gaps","isSpace"}: the features of the confidence \
            of every word and of the whole, the features of every possible space, and whether the \
            label has a space there.
            """,
        shouldDisplay: false)

    @OptionGroup var labeled: LabeledFiles

    @Option(help: ArgumentHelp("Use only every n-th ink.", valueName: "count"))
    var every = 1

    @OptionGroup var model: ModelOptions

    func validate() throws {
        guard every > 0 else { throw ValidationError("--every must be 1 or more, not \(every)") }
    }

    func run() throws {
        let recognizer = try model.selection.recognizer()
        for path in labeled.files {
            let file = try InkFile(path: path)
            var count = 0
            while let line = try file.nextLine() {
                defer { count += 1 }
                guard count.isMultiple(of: every) else { continue }
                let ink = try JSONInk(line: line, number: file.lineNumber)
                let label = ErrorCount.collapsed(ink.label ?? "")
                guard !label.isEmpty else { continue }
                let sample = try recognizer.calibrationSample(ink.deviceStrokes, label: label)
                try StandardOutput.writeLine(ReadingRecord.calibration(id: ink.id, label: label, sample).description)
            }
        }
    }
}
