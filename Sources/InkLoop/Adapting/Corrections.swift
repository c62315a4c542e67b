internal import Editing
internal import Ink
internal import InkProtocol
internal import InkWorkspace
internal import Logging
internal import System

/// The words that users have corrected. A separate thread writes them to disk. Learning starts when there are enough new words. Loop thread
/// only.
final class Corrections {
    private let loop: EventLoop
    private let shared: SharedState
    /// Called when it is time to learn from a user's words.
    var areDue: (UInt32) -> Void = { _ in }
    private let work = ContentWork(named: "corrections")
    /// Number of words that are not on the disk yet.
    private var waiting = 0

    /// Maximum number of corrected words that wait for the disk; users correct more slowly than the disk writes.
    private static let mostWaiting = 16

    init(loop: EventLoop, shared: SharedState) {
        self.loop = loop
        self.shared = shared
    }

    func file(of user: UInt32) -> CorrectionFile { CorrectionFile(of: user, state: shared.settings.state) }

    /// Stores a word of a user who has enabled learning.
    func add(_ example: AdaptationInterface.Example, of user: UInt32) {
        guard waiting < Self.mostWaiting, CorrectionFile.takes(example) else { return }
        let (file, corrections) = (file(of: user), LoopBound(self, on: loop))
        do {
            try work.perform {
                let result = Result { try file.add(example) }
                corrections.post { $0.added(result, of: user) }
            }
            waiting += 1
        } catch {
            refused(error, of: user)
        }
    }

    private func added(_ result: Result<Bool, any Error>, of user: UInt32) {
        waiting -= 1
        switch result {
        case .success(let isDue): if isDue { areDue(user) }
        case .failure(let error): refused(error, of: user)
        }
    }

    private func refused(_ error: any Error, of user: UInt32) {
        shared.notice(.warning, causedBy: user, "cannot store a corrected word of user \(user): \(error)")
    }

    /// Returns the number of a user's words.
    func count(of user: UInt32) async -> Int {
        let file = file(of: user)
        return (try? await work.run { file.count() }) ?? 0
    }

    /// Forgets a user's words, including those being written.
    /// - Throws: `SystemError`
    func remove(of user: UInt32) async throws {
        let file = file(of: user)
        try await work.run { try file.remove() }
    }

    /// Ends the thread at the end of the daemon, after all corrected words are written.
    func stop() { work.leave() }
}
