internal import InkProtocol
internal import InkWorkspace
internal import PenLog

/// A recording in progress. Loop thread only.
final class Recorder {
    let user: UInt32
    /// The recording's name and thread, and pseudonyms for serial numbers.
    private let started: StartedRecording
    /// The note as written at the beginning of the recording. The counts are added at the end.
    let note: RecordingNote
    /// The reason why the recording is paused; nil if it is not.
    var pause: RecorderInterface.Pause?
    /// Callers that wait for the recording's end.
    var waiters: [CheckedContinuation<StoredRecording, any Error>] = []
    var isEnding = false

    init(user: UInt32, _ started: StartedRecording, _ note: RecordingNote) {
        self.user = user
        self.started = started
        self.note = note
    }

    var name: String { started.name }
    var thread: RecordingThread { started.thread }
    var names: Pseudonym { started.names }
}

/// A recording whose thread is running.
struct StartedRecording: Sendable {
    let name: String
    let thread: RecordingThread
    /// Pseudonyms for serial numbers.
    let names: Pseudonym
}

/// A request to start a recording.
struct RecordingRequest: Sendable {
    let files: RecordingFiles
    /// The daemon's own folder.
    let state: String
    /// Maximum size of all of the user's recordings, in bytes.
    let limit: Int
    let note: RecordingNote
    /// The time of the request.
    let anchor: TimeAnchor

    /// Creates the recording's folder and first file, and starts its thread. Blocks.
    /// - Parameter ended: called on the recording's thread when it has ended, with the recording's name.
    /// - Throws: `RecorderInterface.Full`; `LogError` and `DaemonError` if nothing can be written. A failed recording leaves no files.
    func start(_ ended: @escaping @Sendable (String, RecordingProgress) -> Void) throws -> StartedRecording {
        let kept = files.bytes
        guard kept < limit else { throw RecorderInterface.Full(limit: limit) }
        let (name, folder) = try files.make(at: anchor.wall, state: state)
        let opening = [("label", note.label), ("writer", note.writer)].compactMap { key, text in
            text.map { LogRecord.annotation(Annotation(key: key, text: $0, at: anchor.instant)) }
        }
        do {
            try files.write(note, of: name)
            let names = try Pseudonym(saltFile: state + "/recordings/salt")
            let thread = try RecordingThread(
                folder: folder, session: name, limit: limit, kept: kept, names: names, opening: opening
            ) { progress in
                ended(name, progress)
            }
            return StartedRecording(name: name, thread: thread, names: names)
        } catch {
            try? files.delete(name)
            throw error
        }
    }
}
