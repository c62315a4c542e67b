internal import Foundation
internal import Ink
internal import InkProtocol
internal import PenLog

/// What clients are told of what is recorded.
extension Daemon {
    /// Tells everybody who watches how recording stands.
    func tellRecorders() {
        for client in clients.values {
            if case .recorder = client.watch { tellRecorders(to: client) }
        }
    }

    func tellRecorders(to client: Client) {
        let (state, others) = recorderStates(for: client)
        stream(RecorderInterface.Watch.self, to: client, as: .boundary) { .init(sequence: $0, state: state, others: others) }
    }

    /// What is recorded for a client's user, and what of devices that this user may use is recorded for others.
    func recorderStates(for client: Client) -> (RecorderInterface.State, others: [RecorderInterface.State]) {
        let own = recorders[client.peer.user].map(message)
        let others = recorders.values.filter { $0.user != client.peer.user }.filter { recorder in
            devices.values.contains { $0.log === recorder.thread.queue && mayUse($0, client) }
        }
        return (own ?? .init(devices: [], frames: 0, lost: 0, bytes: 0), others.map(message))
    }

    func message(_ recorder: Recorder) -> RecorderInterface.State {
        let progress = recorder.thread.now
        let recorded = devices.values.filter { $0.log === recorder.thread.queue }.map { Int($0.id.value) }
        return .init(
            recording: recorder.name, user: Int(recorder.user), since: recorder.note.began, paused: recorder.pause,
            devices: recorded.sorted(), frames: progress.frames, lost: progress.lost, bytes: progress.bytes)
    }
}

extension StoredRecording {
    /// In the words of the interface.
    func message(active: String?) -> RecorderInterface.Recording {
        .init(
            name: name, label: note?.label, writer: note?.writer, began: note?.began, ended: note?.ended, files: files.map(\.name),
            bytes: bytes, active: name == active, problem: note?.problem)
    }
}

extension RecordingFiles {
    /// Most of a file that is read at once.
    private static let piece = 524_288

    /// A piece of a file.
    func read(_ asked: RecorderInterface.Read.Parameters) throws -> RecorderInterface.Read.Reply {
        guard let stored = stored(asked.name), let folder = folder(of: asked.name) else {
            throw RecorderInterface.NoSuchRecording(name: asked.name)
        }
        guard let file = stored.files.first(where: { $0.name == asked.file }),
            let handle = FileHandle(forReadingAtPath: folder + "/" + file.name)
        else { throw RecorderInterface.NoSuchFile(file: asked.file) }
        defer { try? handle.close() }
        try handle.seek(toOffset: UInt64(max(0, asked.offset)))
        let data = try handle.read(upToCount: Self.piece) ?? Data()
        return .init(data: data.base64EncodedString(), size: file.bytes)
    }
}
