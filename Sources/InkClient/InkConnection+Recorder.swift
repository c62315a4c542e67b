internal import Foundation
public import InkProtocol

/// The methods of org.inkd.Recorder. All throw as `call` and `watch` do.
extension InkConnection {
    /// Begins to record what the user's devices report. Refused with `AlreadyRecording`, `Full`, `Unusable`.
    public func startRecording(label: String? = nil, writer: String? = nil) throws(ClientError) -> RecorderInterface.State {
        try call(RecorderInterface.Start.self, .init(label: label, writer: writer)).state
    }

    /// Ends the user's recording; what was recorded is on the disk then. Refused with `NotRecording`.
    public func stopRecording() throws(ClientError) -> RecorderInterface.Recording {
        try call(RecorderInterface.Stop.self, .init()).recording
    }

    /// Says something of what is written. Refused with `NotRecording`.
    public func annotateRecording(_ key: String, _ text: String) throws(ClientError) {
        _ = try call(RecorderInterface.Annotate.self, .init(key: key, text: text))
    }

    /// How recording stands: the user's own, and other users' of devices that this user may use.
    public func recorderState() throws(ClientError) -> RecorderInterface.GetState.Reply {
        try call(RecorderInterface.GetState.self, .init())
    }

    /// How recording stands, whenever that changes.
    public func watchRecorder() throws(ClientError) -> Watch<RecorderInterface.Watch> {
        try watch(RecorderInterface.Watch.self, .init())
    }

    /// The user's recordings, the oldest first, and how many bytes they have and may have.
    public func recordings() throws(ClientError) -> RecorderInterface.List.Reply {
        try call(RecorderInterface.List.self, .init())
    }

    /// All of a file, piece by piece.
    /// - Parameter progress: told how many bytes of how many are there. Refused with `NoSuchRecording`, `NoSuchFile`.
    public func readRecording(
        _ name: String, file: String, _ progress: (_ read: Int, _ size: Int) -> Void = { _, _ in }
    ) throws(ClientError) -> [UInt8] {
        var bytes: [UInt8] = []
        while true {
            let piece = try call(RecorderInterface.Read.self, .init(name: name, file: file, offset: bytes.count))
            bytes += Data(base64Encoded: piece.data) ?? Data()
            progress(bytes.count, piece.size)
            // a piece of nothing would come for ever
            if bytes.count >= piece.size || piece.data.isEmpty { return bytes }
        }
    }

    /// Removes a recording and all its files. Refused with `NoSuchRecording`, `RecordingInUse`, `Unusable`.
    public func deleteRecording(_ name: String) throws(ClientError) {
        _ = try call(RecorderInterface.Delete.self, .init(name: name))
    }
}
