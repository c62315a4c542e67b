internal import Glibc
internal import InkClient
internal import InkProtocol

/// The languages that inkd can read in.
enum InstalledLanguages {
    /// Where the ones are that came with inkd, for when it is not there to be asked.
    private static let folders = ["/usr/share/inkd/models/language", "/usr/local/share/inkd/models/language"]

    /// Their tags, sorted.
    static func all(socket: String?) -> [String] {
        guard let models = try? InkConnection(path: socket).call(ModelsInterface.List.self, .init(), timeout: .seconds(1)).models else {
            let folders = getenv("INKD_MODELS").map { [String(cString: $0) + "/language"] } ?? folders
            return Set(folders.flatMap(tags)).sorted()
        }
        return models.filter { $0.kind == .language }.map(\.tag).filter(isTag).sorted()
    }

    /// The language tags of the model files in a folder; none if there is no such folder.
    static func tags(in folder: String) -> [String] {
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var tags: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            guard name.hasSuffix(".safetensors") else { continue }
            let tag = String(name.dropLast(".safetensors".count))
            if isTag(tag) { tags.append(tag) }
        }
        return tags.sorted()
    }

    /// Letters and digits in parts of 1 to 8, the first of 2 or 3 letters (BCP 47).
    static func isTag(_ text: String) -> Bool {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard let first = parts.first, (2...3).contains(first.count), first.allSatisfy(\.isLetter) else { return false }
        return parts.allSatisfy { (1...8).contains($0.count) && $0.utf8.allSatisfy { isalnum(Int32($0)) != 0 } }
    }
}
