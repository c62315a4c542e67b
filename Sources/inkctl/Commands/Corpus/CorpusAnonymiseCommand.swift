internal import ArgumentParser
internal import PenLog

/// `inkctl corpus anonymise`.
struct CorpusAnonymiseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "anonymise",
        abstract: "Writes a corpus without what names its writers.",
        discussion: """
            Examples:
              inkctl corpus anonymise words/ -o shared   writes shared/inks.jsonl.gz

            Each writer becomes a hash with a salt that is not kept: the same in the whole \
            result, another one the next time. Ids are numbers. Of the names of devices, words \
            are gone that look like serial numbers; so are styles, times of day, and all \
            members of a row that are no part of an ink.

            What it does not do: handwriting tells who wrote it, as a fingerprint does, to \
            somebody who has more of it. What is written stays, too: labels and ink may hold \
            names and secrets. Speed, pressure and the order of the inks stay as they are.
            """)

    @OptionGroup var input: CorpusInput

    @Option(name: .shortAndLong, help: ArgumentHelp("The folder that the result is written to.", valueName: "folder"))
    var output: String

    @OptionGroup var writing: CorpusOutput

    func run() throws {
        var inks = try SoundInks(input.corpora, skipDamaged: writing.skipDamaged)
        try writing.makeFolder(output)
        let file = try NewFile(path: "\(output)/inks.jsonl.gz", isReplacing: writing.force)
        var anonymiser = Anonymiser()
        while let (ink, _) = try inks.next() { try file.writeLine(Array(anonymiser.anonymous(ink).line.utf8)) }
        try file.finish()
        writing.saySkipped(inks.skipped)
        let writers = DisplayText.count(anonymiser.writers.count, "writer")
        try StandardOutput.writeLine("\(file.path): \(DisplayText.count(anonymiser.inks, "ink")) by \(writers) without their names")
        StandardError.say("handwriting itself tells who wrote it, and what is written stays: look through it before you give it away")
    }
}
