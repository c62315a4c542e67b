package import Recognition
internal import System

/// The character models, one for each language: `characters/ja.safetensors` and the like in the folders of models.
package enum CharacterModels {
    /// Returns the path of a language's model: the model of its tag, or of the longest prefix of the tag that has one, ignoring case.
    /// Chinese is matched by its script, which a tag with only a region implies.
    ///
    /// - Throws: `noCharacters`.
    package static func path(language: String, folders: [String] = ModelFiles.folders) throws(EvaluationError) -> String {
        let searched = folders.map { "\($0)/characters" }
        for tag in tags(language) {
            for folder in searched {
                let file = names(in: folder).first { $0.lowercased() == tag }
                if let file { return "\(folder)/\(file).safetensors" }
            }
        }
        throw .noCharacters(language: language, found: Set(searched.flatMap(names)).sorted(), searched: searched)
    }

    /// Returns the languages whose files are in a folder.
    private static func names(in folder: String) -> [String] {
        let suffix = ".safetensors"
        let files = (try? Folder.names(in: folder)) ?? []
        return files.filter { $0.hasSuffix(suffix) && !$0.hasPrefix(".") }.map { String($0.dropLast(suffix.count)) }
    }

    /// Returns the tags that may match a tag, in lowercase, the nearest first.
    static func tags(_ language: String) -> [String] {
        var parts = language.lowercased().split(separator: "-", omittingEmptySubsequences: false).map(String.init)
        if parts.first == "zh", !parts.contains("hans"), !parts.contains("hant") {
            // a tag with only a region: CLDR's likely subtags give the script
            parts.insert(parts.contains { ["tw", "hk", "mo"].contains($0) } ? "hant" : "hans", at: 1)
        }
        return (0..<parts.count).map { parts.dropLast($0).joined(separator: "-") }
    }
}

extension ModelSelection {
    /// Loads the character recognizer: the selected model, or the language's model if no model is selected.
    ///
    /// - Throws: `EvaluationError.noCharacters`, `RecognitionError`.
    package func characterRecognizer() throws -> CharacterRecognizer {
        try CharacterRecognizer(modelPath: model ?? CharacterModels.path(language: language))
    }
}
