internal import InkProtocol

/// The languages for which inkd has data, and further ones in a repository of models. A pure value.
struct LanguagesState: Sendable, Hashable {
    /// A model of a repository, as `inkctl models available --json` writes it.
    struct Offer: Sendable, Hashable {
        var tag: String
        /// The size in bytes.
        var size: Int
        var license: String
    }

    /// A language of the list.
    struct Line: Sendable, Hashable {
        /// The action of the language's button.
        enum Action: Sendable, Hashable {
            case none
            case remove
            case add
        }

        var tag: String
        var text: String
        var action: Action

        /// The language's name for the user.
        var title: String { LanguageName.of(tag) }
    }

    /// The known state of a repository.
    private enum Repository: Hashable {
        /// The repository was not queried yet; it is only queried at the user's request.
        case unknown
        case found([Offer])
        /// The repository cannot be queried, or a model cannot be added; the text is the reason.
        case failed(String)
    }

    private var installed: [ModelsInterface.Model] = []
    private var repository = Repository.unknown
    /// The current work in a few words; nil if there is no work.
    private(set) var work: String?

    /// Records the models.
    mutating func read(_ models: [ModelsInterface.Model]) {
        installed = models.filter { $0.kind == .language }.sorted { LanguageName.of($0.tag) < LanguageName.of($1.tag) }
    }

    /// Begins work that takes some time.
    mutating func begin(_ work: String) { self.work = work }

    /// Records a repository's answer.
    mutating func offered(_ output: String?) {
        work = nil
        let lines = (output ?? "").split(separator: "\n").map(String.init)
        let offers = lines.compactMap(Self.offer)
        repository = !lines.isEmpty && offers.count == lines.count ? .found(offers) : .failed(Self.problem(lines))
    }

    /// Records the output of adding a model. The repository's models are still known.
    ///
    /// - Returns: the reason if the model was not added.
    mutating func added(_ output: String?) -> String? {
        work = nil
        let lines = (output ?? "").split(separator: "\n").map(String.init)
        return lines.contains { $0.contains(": installed ") } ? nil : Self.problem(lines)
    }

    /// A sentence about the repository; may be empty.
    var remark: String {
        if let work { return work }
        switch repository {
        case .unknown: return ""
        case .failed(let reason): return reason
        case .found: return lines.contains { $0.action == .add } ? "" : "The repository has no other languages."
        }
    }

    /// The installed languages, then the languages that can be added.
    var lines: [Line] {
        let have = installed.map { model in
            let from =
                switch (model.origin, model.user) {
                case (.system, _): "Installed with inkd's packages"
                case (.own, nil): "Installed for all users"
                case (.own, _): "Installed by you"
                }
            return Line(tag: model.tag, text: from, action: model.origin == .own && model.user != nil ? .remove : .none)
        }
        guard case .found(let offers) = repository else { return have }
        let tags = Set(installed.map(\.tag))
        let others = offers.filter { !tags.contains($0.tag) && Self.isLanguage($0.tag) }
        return have + others.map { Line(tag: $0.tag, text: "\(Self.size($0.size)) · \($0.license)", action: .add) }
    }

    /// Whether a tag is that of a language. Networks and data for other purposes have tags for several languages ("mul"), for no language
    /// ("zxx"), or with private parts ("x").
    private static func isLanguage(_ tag: String) -> Bool {
        let parts = tag.split(separator: "-")
        return !parts.contains("x") && parts.first.map { $0 != "mul" && $0 != "zxx" } ?? false
    }

    private static func offer(_ line: String) -> Offer? {
        guard let value = try? JSONValue(parsing: Array(line.utf8)), let tag = value["tag"]?.string, let size = value["size"]?.int,
            let license = value["licence"]?.string
        else { return nil }
        return Offer(tag: tag, size: Int(size), license: license)
    }

    /// Returns inkctl's last message, as a sentence.
    private static func problem(_ lines: [String]) -> String {
        guard let last = lines.last else { return "Cannot run inkctl, which downloads models. Install the package inkd-tools." }
        let prefix = "inkctl: "
        let text = last.hasPrefix(prefix) ? last.dropFirst(prefix.count) : last[...]
        return text.hasPrefix("inkd") ? String(text) : text.prefix(1).uppercased() + text.dropFirst()
    }

    private static func size(_ bytes: Int) -> String {
        let tenths = (bytes + 50_000) / 100_000
        return "\(tenths / 10).\(tenths % 10) MB"
    }
}
