internal import InkProtocol
internal import PenLog

/// A recording that goes on. Loop thread only.
final class Recorder {
    let user: UInt32
    /// What the recording is called.
    let name: String
    /// What is known of it; what has been written is added in the end.
    var note: RecordingNote
    let thread: RecordingThread
    /// Stand for serial numbers.
    let names: Pseudonym
    /// Why nothing is recorded for the moment.
    var pause: RecorderInterface.Pause?
    /// Whom to answer when it has ended.
    var stops: [@Sendable (Result<[UInt8], any Error>) -> Void] = []
    var isEnding = false

    init(user: UInt32, name: String, note: RecordingNote, thread: RecordingThread, names: Pseudonym) {
        self.user = user
        self.name = name
        self.note = note
        self.thread = thread
        self.names = names
    }
}

/// A recording whose thread runs already.
struct StartedRecording: Sendable {
    let name: String
    let thread: RecordingThread
    let names: Pseudonym
}
