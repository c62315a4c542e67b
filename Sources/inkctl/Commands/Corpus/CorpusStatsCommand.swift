internal import ArgumentParser

/// `inkctl corpus stats`.
struct CorpusStatsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stats",
        abstract: "Counts what there is in a corpus: writers, devices, characters, hours of writing.",
        discussion: """
            Examples:
              inkctl corpus stats words/
              inkctl corpus stats words/ --json | jq '.characters | keys | length'

            The tables show the most frequent of each, --json all of them: {"inks", \
            "labelled","damaged","strokes","samples","hours","untimed","writers","devices", \
            "levels","rates","characters"}, the last five with a count for each name. Hours are \
            those of the inks that tell their time. The exit status is 1 if there are damaged rows.
            """)

    @OptionGroup var input: CorpusInput

    @Flag(help: "Write one JSON object in place of tables.")
    var json = false

    func run() throws {
        var reader = try CorpusReader(input.corpora)
        var statistics = CorpusStatistics()
        while let item = reader.next() {
            switch item {
            case .ink(let ink, _): statistics.add(ink)
            case .damaged: statistics.addDamage()
            }
        }
        for line in json ? [try JSONLine.text(statistics)] : statistics.lines { try StandardOutput.writeLine(line) }
        if statistics.damaged > 0 {
            StandardError.say("\(DisplayText.count(statistics.damaged, "damaged row")): `inkctl corpus check` lists them")
            throw ExitCode.failure
        }
    }
}
