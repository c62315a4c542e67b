internal import Recognition

/// One row of the table of what recognition must reach.
struct TableRow: Sendable {
    /// What is measured.
    var name: String
    /// What must be reached, and what is aimed at.
    var must: String
    var aim: String
    /// The command that measures this row alone; DATA and MODELS stand for folders.
    var command: String
    /// Measures it, telling how far it has come from 0 to 1; what was found, as it is to be shown.
    var measure: @Sendable (TableMeasurements, _ progress: (Double) -> Void) throws -> String

    /// All rows, in the order in which they matter.
    static let all = [
        TableRow(
            name: "words, CER greedy / with language", must: "7 % / 4.5 %", aim: "5 / 3",
            command: "inkctl evaluate text --also de --model MODELS/latin.safetensors DATA/dev/unipen_word.jsonl.gz",
            measure: { try $0.text("dev/unipen_word.jsonl.gz", progress: $1) }),
        TableRow(
            name: "single lines, CER greedy / with language", must: "9 % / 7 %", aim: "6 / 4",
            command: "inkctl evaluate text --also de --model MODELS/latin.safetensors DATA/dev/unipen_text.jsonl.gz",
            measure: { try $0.text("dev/unipen_text.jsonl.gz", progress: $1) }),
        TableRow(
            name: "ten-word line, pen-up to final candidates, one core", must: "30 ms", aim: "10 ms",
            command: "inkctl evaluate table --data DATA", measure: { table, _ in try table.tenWords() }),
        TableRow(
            name: "model and language data on disk, a language", must: "16 MB", aim: "8 MB",
            command: "du -b MODELS/latin.safetensors MODELS/language/*", measure: { table, _ in try table.sizeOnDisk() }),
        TableRow(
            name: "pendigits, test digits", must: "99 %", aim: "99.5 %",
            command: "inkctl evaluate symbols --among digit DATA/dev/pendigits.jsonl.gz",
            measure: { table, _ in try table.symbols("dev/pendigits.jsonl.gz", among: .digit) }),
        TableRow(
            name: "Detexify, top-1 / top-3", must: "80 % / 93 %", aim: "85 / 97",
            command: "inkctl evaluate symbols DATA/dev/detexify.jsonl.gz",
            measure: { table, _ in try table.symbols("dev/detexify.jsonl.gz", among: .latex) }),
        TableRow(
            name: "$1 gestures, never trained on", must: "97 %", aim: "99 %",
            command: "inkctl evaluate shapes DATA/eval/dollar1.jsonl.gz", measure: { table, _ in try table.shapes("eval/dollar1.jsonl.gz") }
        ),
        TableRow(
            name: "mixed multistrokes, never trained on", must: "97 %", aim: "99 %",
            command: "inkctl evaluate shapes DATA/eval/mmg.jsonl.gz", measure: { table, _ in try table.shapes("eval/mmg.jsonl.gz") }),
        TableRow(
            name: "adaptation, CER relative", must: "−20 %", aim: "−40 %",
            command: "inkctl adapt --measure --ink DATA/dev/unipen_word.jsonl.gz",
            measure: { try $0.adaptation("dev/unipen_word.jsonl.gz", progress: $1) }),
    ]
}
