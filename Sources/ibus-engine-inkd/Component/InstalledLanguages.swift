internal import Glibc
internal import InkClient
internal import InkProtocol
internal import System

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
        ((try? Folder.names(in: folder)) ?? []).filter { $0.hasSuffix(".safetensors") }
            .map { String($0.dropLast(".safetensors".count)) }.filter(isTag).sorted()
    }

    /// Letters and digits in parts of 1 to 8, the first of 2 or 3 letters (BCP 47).
    static func isTag(_ text: String) -> Bool {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard let first = parts.first, (2...3).contains(first.count), first.allSatisfy(\.isLetter) else { return false }
        return parts.allSatisfy { (1...8).contains($0.count) && $0.utf8.allSatisfy { isalnum(Int32($0)) != 0 } }
    }
}
