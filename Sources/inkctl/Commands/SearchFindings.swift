internal import Ink
internal import InkCorpus
internal import InkProtocol

/// The results of `inkctl search`: words, drawings, or both.
struct SearchFindings {
    /// The words found; nil if words were not searched for.
    var words: SearchInterface.Find.Reply?
    /// The drawings found; nil if drawings were not searched for.
    var drawings: SearchInterface.FindDrawings.Reply?

    /// A page of a package.
    struct Page: Hashable {
        let package: String
        /// The part's number.
        let part: Int
    }

    /// The page of the best hit. Hits by words take precedence over drawings.
    var bestPage: Page? {
        words?.hits.first.map { Page(package: $0.package, part: $0.part) }
            ?? drawings?.drawings.first.map { Page(package: $0.package, part: $0.part) }
    }

    /// One JSON object for each hit.
    var objects: [String] {
        get throws { try (words?.hits ?? []).map(JSONLine.text(of:)) + (drawings?.drawings ?? []).map(JSONLine.text(of:)) }
    }

    /// Returns marks for all matches on a page.
    func marks(on page: Page) -> [TranscribedWord] {
        func mark(_ text: String, _ box: SearchInterface.Box) -> TranscribedWord {
            TranscribedWord(text: text, box: Box(x: box.x, y: box.y, width: box.width, height: box.height), ranges: [])
        }
        let words = (words?.hits ?? []).filter { Page(package: $0.package, part: $0.part) == page }.flatMap(\.words)
        let drawings = (drawings?.drawings ?? []).filter { Page(package: $0.package, part: $0.part) == page }
        return words.compactMap { word in word.box.map { mark(word.found, $0) } } + drawings.map { mark("", $0.box) }
    }
}
