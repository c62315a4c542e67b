internal import ArgumentParser
internal import InkClient
internal import InkProtocol

/// `inkctl status`.
struct StatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Tells what inkd does now: whether it records, what it reads, whom the pen serves.",
        discussion: """
            Ends with 0 if inkd answers. That something is recorded is the first thing told, in
            capitals.

            Examples:
              inkctl status
              inkctl status | grep RECORDING    in a script
            """)

    @OptionGroup var daemon: DaemonOptions

    func run() throws {
        let connection = try daemon.connect()
        let recorder = try connection.recorderState()
        let (devices, pen) = (try connection.devices(), try connection.textInputStatus())
        for line in Self.lines(recorder, devices, pen) { try StandardOutput.writeLine(line) }
    }

    static func lines(
        _ recorder: RecorderStory.Reply, _ devices: [DevicesInterface.Device], _ pen: TextInputInterface.Status
    ) -> [String] {
        let pens = devices.count { $0.kind == .pen }
        let story = PenStory(pen)
        return RecorderStory.lines(recorder) + [
            "\(DisplayText.count(pens, "pen")) and \(DisplayText.count(devices.count - pens, "touch device")); `inkctl devices` lists them.",
            story.enabled, story.captured,
        ]
    }
}
