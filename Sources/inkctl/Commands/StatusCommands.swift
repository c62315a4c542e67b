internal import ArgumentParser
internal import InkClient
internal import InkCorpus
internal import InkProtocol
internal import Varlink

/// `inkctl devices`.
struct DevicesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "devices",
        abstract: "List the tablets that inkd reads.",
        discussion: """
            The keys, rings and strips of a pad are listed by their names in the configuration, \
            each with its configured action. The lines below the table list the adjustments of \
            each tablet (calibration, pressure, buttons) with their source: you, \
            /etc/inkd/inkd.yaml, or a quirk of the model.

            Examples:
              inkctl devices                    a table
              inkctl devices --json | jq .name  one JSON object per line
            """)

    @Flag(help: "Write one JSON object per device, as defined in org.inkd.Devices.")
    var json = false

    @OptionGroup var daemon: DaemonOptions

    func run() throws {
        let connection = try daemon.connect()
        let (devices, seats) = (try connection.accessibleDevices(), try connection.seats())
        try StandardOutput.writeLines(json ? devices.map(JSONLine.text(of:)) : Self.lines(devices, seats))
    }

    /// Returns the table of devices, or a hint if the table would be empty, and then the paused seats.
    static func lines(_ devices: [DevicesInterface.Device], _ seats: [DevicesInterface.Seat] = []) -> [String] {
        let pauses = seats.compactMap(\.pauseLine)
        guard !devices.isEmpty || !pauses.isEmpty else { return ["No tablets. Plug one in; `inkctl watch` shows new tablets."] }
        let titles = ["KIND", "NAME", "SIZE", "REPORTS", "PAIRED WITH", "EDITOR"]
        var table = TextTable(columns: [.init(title: "ID", alignment: .right)] + titles.map { .init(title: $0) })
        table.rows = devices.map { device in
            [
                String(device.id), device.kind.rawValue, DisplayText.escaped(device.name), device.sizeText, device.abilitiesText,
                device.pairedWith.map { String($0) } ?? "–", DisplayText.escaped(device.editor ?? "–"),
            ]
        }
        return (devices.isEmpty ? [] : table.lines) + devices.compactMap(\.adjustmentsLine) + pauses
    }
}

/// `inkctl status`.
struct StatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show the state of recordings, tablets and handwriting input.",
        discussion: """
            The exit status is 0 if inkd answers. The first line reports running recordings, in \
            capitals; the next lines report closed tablets with the reason.

            Examples:
              inkctl status
              inkctl status | grep RECORDING    in a script
              inkctl status --json | jq .textInput.enabled

            The object of --json is {"devices","recorder","seats","textInput"}, with the replies \
            of org.inkd.Devices.List, org.inkd.Recorder.GetState and org.inkd.TextInput.GetStatus.
            """)

    @Flag(help: "Write one JSON object.")
    var json = false

    @OptionGroup var daemon: DaemonOptions

    func run() throws {
        let connection = try daemon.connect()
        let recorder = try connection.recorderState()
        let (devices, seats, pen) = (try connection.devices(), try connection.seats(), try connection.textInputStatus())
        guard json else { return try StandardOutput.writeLines(Self.lines(recorder, devices, seats, pen)) }
        try StandardOutput.writeLine(Self.text(recorder, devices, seats, pen))
    }

    /// Returns one JSON object.
    static func text(
        _ recorder: RecorderFormatter.Reply, _ devices: [DevicesInterface.Device], _ seats: [DevicesInterface.Seat],
        _ pen: TextInputInterface.Status
    ) throws -> String {
        func list(_ values: [some VarlinkValue]) throws -> String {
            "[" + (try values.map(JSONLine.text(of:)).joined(separator: ",")) + "]"
        }
        return #"{"devices":"# + (try list(devices)) + #","recorder":"# + (try JSONLine.text(of: recorder)) + #","seats":"#
            + (try list(seats)) + #","textInput":"# + (try JSONLine.text(of: pen)) + "}"
    }

    static func lines(
        _ recorder: RecorderFormatter.Reply, _ devices: [DevicesInterface.Device], _ seats: [DevicesInterface.Seat] = [],
        _ pen: TextInputInterface.Status
    ) -> [String] {
        let pens = devices.count { $0.kind == .pen }
        let formatter = PenFormatter(pen)
        let touches = devices.count { $0.kind == .touch }
        return RecorderFormatter.lines(recorder) + seats.compactMap(\.pauseLine) + [
            "\(DisplayText.count(pens, "pen")) and \(DisplayText.count(touches, "touch device")); `inkctl devices` lists them.",
            formatter.enabled, formatter.captured,
        ]
    }
}

extension DevicesInterface.Device {
    /// The device's adjustments in one line, such as "3: tipDown 1.5 (inkd.yaml), stylus undo (you)"; nil without adjustments.
    var adjustmentsLine: String? {
        guard let adjustments, !adjustments.isEmpty else { return nil }
        let texts = adjustments.map { "\($0.key) \($0.value) (\($0.source.text))" }
        return DisplayText.escaped("\(id): \(texts.joined(separator: ", "))")
    }

    /// The device's size, such as "216 × 135 mm", or "size unknown"; "–" for a pad.
    var sizeText: String {
        guard kind != .pad else { return "–" }
        guard let width, let height else { return "size unknown" }
        return "\(DisplayText.fixed(width, digits: 0)) × \(DisplayText.fixed(height, digits: 0)) mm"
    }

    /// The device's capabilities, such as "pressure, tilt", or the controls of a pad with their actions; "–" if the device reports only
    /// positions.
    var abilitiesText: String {
        if let controls, !controls.isEmpty {
            let texts = controls.map { control in control.action.map { "\(control.name): \($0)" } ?? control.name }
            return DisplayText.escaped(texts.joined(separator: ", "))
        }
        let abilities = [(pressure, "pressure"), (tilt, "tilt"), (eraser, "eraser")].filter(\.0).map(\.1)
        return abilities.isEmpty ? "–" : abilities.joined(separator: ", ")
    }
}

extension DevicesInterface.AdjustmentSource {
    /// The source's name for the user.
    fileprivate var text: String {
        switch self {
        case .quirk: "quirk"
        case .daemon: "inkd.yaml"
        case .user: "you"
        }
    }
}
