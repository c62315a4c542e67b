import System

extension MappedFile {
    /// Maps a file of tensors.
    ///
    /// - Throws: `unreadable`, `truncated` for an empty file.
    static func tensors(at path: String) throws(RecognitionError) -> MappedFile {
        let file: MappedFile
        do throws(SystemError) { file = try MappedFile(path: path) } catch { throw .unreadable(path: path, code: error.code) }
        guard !file.bytes.isEmpty else { throw .truncated("its first bytes") }
        return file
    }
}
