internal import InkClient
internal import InkProtocol

extension ClientError {
    /// What went wrong with a recording, in words; nil if it is something else.
    var recorderExplanation: String? {
        if refusal(as: RecorderInterface.NotRecording.self) != nil {
            return "you record nothing; `inkctl record start` begins"
        }
        if let refusal = refusal(as: RecorderInterface.AlreadyRecording.self) {
            return "you record \(refusal.name) already; `inkctl record stop` ends it"
        }
        if let refusal = refusal(as: RecorderInterface.NoSuchRecording.self) {
            return "there is no recording \"\(refusal.name)\"; `inkctl record list` lists yours"
        }
        if let refusal = refusal(as: RecorderInterface.NoSuchFile.self) { return "the recording has no file \"\(refusal.file)\"" }
        if let refusal = refusal(as: RecorderInterface.RecordingInUse.self) {
            return "\(refusal.name) is being recorded; `inkctl record stop` ends it"
        }
        if let refusal = refusal(as: RecorderInterface.Full.self) {
            return "your recordings have \(DisplayText.size(refusal.limit)) already: delete some with `inkctl record delete`, "
                + "or raise recorder.limit in inkd's configuration"
        }
        if let refusal = refusal(as: RecorderInterface.Unusable.self) { return "inkd cannot record here: \(refusal.reason)" }
        return nil
    }
}
