internal import Glibc
internal import System

/// The public keys of repositories that this machine, or this user, trusts.
public enum TrustedKeys {
    /// Returns the folders of keys: the system-wide one, and the user's own.
    ///
    /// - Throws: `noHome`.
    public static func folders() throws(RepositoryError) -> [String] {
        [InstalledFiles.own.configuration + "/keys", try Folders.configuration() + "/keys"]
    }

    /// Reads all keys in files of these folders whose names end in `.pub`.
    ///
    /// - Throws: `noKeys`, `invalidKey`, `system`.
    public static func read(in folders: [String]) throws(RepositoryError) -> [MinisignKey] {
        var keys: [MinisignKey] = []
        for folder in folders {
            for name in (try? Folder.names(in: folder)) ?? [] where name.hasSuffix(".pub") && !name.hasPrefix(".") {
                keys.append(try read("\(folder)/\(name)"))
            }
        }
        guard !keys.isEmpty else { throw .noKeys(folders: folders) }
        return keys
    }

    /// Reads the key in a file.
    ///
    /// - Throws: `invalidKey`, `system`.
    public static func read(_ file: String) throws(RepositoryError) -> MinisignKey {
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try WholeFile.read(file, limit: MinisignKey.sizeLimit)
        } catch {
            throw .system(error)
        }
        do { return try MinisignKey(parsing: bytes) } catch { throw .invalidKey(file: file, reason: error.reason) }
    }
}
