internal import ArgumentParser
internal import InkClient
internal import InkCorpus
internal import InkEvaluation
internal import InkProtocol
internal import Synthesis

extension CompletionKind {
    /// Names of the user's packages.
    static var packages: CompletionKind { names { connection throws(ClientError) in try connection.packages().map(\.name) } }

    /// Names of editors.
    static var editors: CompletionKind { names { connection throws(ClientError) in try connection.editors().map(\.editor) } }

    /// Pens by vendor:product.
    static var devices: CompletionKind {
        names { connection throws(ClientError) in
            Set(try connection.devices().filter { $0.kind == .pen }.map(\.configurationName)).sorted()
        }
    }

    /// Keys of the configuration of writing, recognition and export.
    static var keys: CompletionKind {
        names { connection throws(ClientError) in try connection.configuration().filter { !$0.isReplaced }.map(\.key) }
    }

    /// Tags of models.
    static var models: CompletionKind { names { connection throws(ClientError) in try connection.models().map(\.tag) } }

    /// Names of the user's recordings.
    static var recordings: CompletionKind {
        names { connection throws(ClientError) in try connection.recordings().recordings.map(\.name) }
    }

    /// Languages whose data came with this program, and "none".
    static var languages: CompletionKind { .custom { _, _, _ in InstalledLanguages.tags(in: ModelFiles.folders) + ["none"] } }

    /// Names of hands that came with this program.
    static var hands: CompletionKind { .custom { _, _, _ in SynthesizeCommand.files.names } }

    /// Returns names that the daemon reports when the user requests completion; empty if the daemon does not answer.
    private static func names(_ ask: @escaping @Sendable (InkConnection) throws(ClientError) -> [String]) -> CompletionKind {
        .custom { words, _, _ in
            guard let names = try? ask(InkConnection(path: socket(in: words))) else { return [] }
            // the shell reads one name per line
            return names.filter { DisplayText.escaped($0) == $0 }
        }
    }

    /// Returns the value of `--socket` on a command line.
    static func socket(in words: [String]) -> String? {
        for (index, word) in words.enumerated().reversed() {
            if word.hasPrefix("--socket=") { return String(word.dropFirst("--socket=".count)) }
            if word == "--socket", index + 1 < words.count { return words[index + 1] }
        }
        return nil
    }
}

/// The language data that `--language` finds by tag.
enum InstalledLanguages {
    /// Returns the sorted tags of the files in the folder `language` of each folder of models.
    static func tags(in folders: [String]) -> [String] {
        let names = folders.flatMap { SmallFiles.names(in: "\($0)/language") ?? [] }
        return Set(names.filter { $0.hasSuffix(".safetensors") }.map { String($0.dropLast(".safetensors".count)) }).sorted()
    }
}
