internal import Glibc
internal import ModelStore
internal import System

/// The number of bytes received of several models together.
final class FetchGroup {
    private let progress: (Int) -> Void
    private var received = 0

    init(progress: @escaping (Int) -> Void) { self.progress = progress }

    /// Adds received bytes; negative for discarded ones.
    func add(_ count: Int) {
        received += count
        progress(received)
    }
}

/// The download of one model from a repository to a verified file.
final class Fetch {
    /// The next step after a transfer.
    enum Step {
        /// Another transfer resumes from the bytes received.
        case again
        case ended(Result<String, RepositoryError>)
    }

    let entry: RepositoryIndex.Entry
    let part: PartFile
    /// Whether the fetch has ended.
    private(set) var isDone = false

    private let group: FetchGroup
    private var attempts = 0
    private var isResumed: Bool
    private var address = ""
    private var start = 0

    init(_ entry: RepositoryIndex.Entry, _ part: PartFile, _ group: FetchGroup) {
        self.entry = entry
        self.part = part
        self.group = group
        isResumed = part.size > 0
    }

    /// Copies the file from a folder: the copy cannot change after the check.
    func copy(from folder: String) -> Result<Void, RepositoryError> {
        let path = "\(folder)/\(entry.file)"
        restart()
        do throws(SystemError) {
            let file = try Descriptor(opening: path, O_RDONLY | O_NONBLOCK)
            while part.size <= entry.size {
                let bytes = try file.read(1 << 18, at: part.size)
                guard !bytes.isEmpty else { return .success(()) }
                guard part.size + bytes.count <= entry.size else { break }
                let code = bytes.withUnsafeBytes(part.append)
                guard code == 0 else { throw SystemError("write", part.path, code: code) }
                group.add(bytes.count)
            }
        } catch {
            return .failure(.system(error))
        }
        part.remove()
        return .failure(.tooLarge(file: entry.file, limit: entry.size))
    }

    /// Creates a transfer of the missing bytes; nil if libcurl cannot be used.
    func transfer(from address: String) -> WebTransfer? {
        self.address = "\(address)/\(entry.file)"
        start = part.size
        return WebTransfer(self.address, from: start, limit: entry.size) { [part, group] bytes in
            let code = part.append(bytes)
            if code == 0 { group.add(bytes.count) }
            return code
        }
    }

    /// Returns the next step after a transfer. An interrupted transfer is retried only if it received bytes.
    ///
    /// - Parameter attempts: the maximum number of attempts.
    func next(after outcome: WebTransfer.Outcome, attempts limit: Int) -> Step {
        attempts += 1
        let mayGoOn = attempts < limit
        switch outcome {
        case .complete:
            // an earlier transfer may have received a different file
            if isResumed, mayGoOn, (try? part.sha256()) != entry.sha256 {
                restart()
                return .again
            }
            return .ended(check())
        case .notResumed:
            guard mayGoOn, part.size > 0 else {
                return .ended(.failure(.notFetched(address: address, reason: "the server does not support ranges")))
            }
            restart()
            return .again
        case .interrupted(let reason):
            if mayGoOn, part.size > start { return .again }
            return .ended(
                .failure(.interrupted(address: address, received: part.size, size: entry.size, reason: reason)))
        case .refused(let reason): return .ended(.failure(.notFetched(address: address, reason: reason)))
        case .notStored(let code): return .ended(.failure(.system(SystemError("write", part.path, code: code))))
        case .tooLarge:
            part.remove()
            return .ended(.failure(.tooLarge(file: address, limit: entry.size)))
        }
    }

    /// Checks the received file: its size, its hash, and that it is a model of the promised tag.
    ///
    /// - Returns: the path of the file; a wrong file is deleted.
    func check() -> Result<String, RepositoryError> {
        isDone = true
        do throws(RepositoryError) {
            try checkFile()
            return .success(part.path)
        } catch {
            if case .system = error {} else { part.remove() }
            return .failure(error)
        }
    }

    private func checkFile() throws(RepositoryError) {
        guard part.size == entry.size else { throw .tooShort(file: entry.file, size: entry.size, received: part.size) }
        guard try part.sha256() == entry.sha256 else { throw .wrongHash(file: entry.file) }
        let found = ModelStore.look(at: part.path)
        guard let model = found.models.first else {
            throw .invalidModel(file: entry.file, reason: found.problems.first.map { "\($0.error)" } ?? "it cannot be read")
        }
        guard model.tag == entry.tag else {
            throw .wrongTag(file: entry.file, promised: entry.tag.description, found: model.tag.description)
        }
    }

    private func restart() {
        group.add(-part.size)
        part.clear()
        isResumed = false
    }
}
