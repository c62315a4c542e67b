internal import ArgumentParser
internal import Glibc

/// The corpora that a command goes through.
struct CorpusInput: ParsableArguments {
    @Argument(help: ArgumentHelp("Files of ink as JSON lines, plain or packed by gzip, and folders of them.", valueName: "corpus"))
    var corpora: [String]
}

/// The corpora that a command looks for an ink in.
struct CorpusPlace: ParsableArguments {
    @Option(
        name: .customLong("in"),
        help: ArgumentHelp("A file of ink, or a folder of them; may be given several times. By default this folder.", valueName: "corpus"))
    var corpora: [String] = []

    var paths: [String] { corpora.isEmpty ? ["."] : corpora }
}

/// How a corpus is written anew.
struct CorpusOutput: ParsableArguments {
    @Flag(help: "Replace files that are there.")
    var force = false

    @Flag(help: "Leave damaged rows out, in place of writing nothing.")
    var skipDamaged = false

    /// Makes a folder that only its owner can look into, unless it is there.
    ///
    /// - Throws: `notWritten`.
    func makeFolder(_ path: String) throws(InkctlError) {
        guard mkdir(path, 0o700) != 0, errno != EEXIST else { return }
        throw .notWritten(path: path, code: errno)
    }

    /// Says how many rows were left out.
    func saySkipped(_ count: Int) {
        if count > 0 { StandardError.say("\(DisplayText.count(count, "damaged row")) left out") }
    }
}
