internal import ArgumentParser
internal import InkClient
internal import InkProtocol

/// `inkctl devices`.
struct DevicesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "devices",
        abstract: "Lists the tablets that inkd reads.",
        discussion: """
            Examples:
              inkctl devices                    a table
              inkctl devices --json | jq .name  one JSON object a line
            """)

    @Flag(help: "Write one JSON object for each device, as org.inkd.Devices describes it.")
    var json = false

    @OptionGroup var daemon: DaemonOptions

    func run() throws {
        let devices = try daemon.connect().devices()
        if json {
            for device in devices { try StandardOutput.writeLine(try JSONLine.text(of: device)) }
        } else {
            for line in Self.lines(devices) { try StandardOutput.writeLine(line) }
        }
    }

    /// The table, or what to do if there is nothing to put in it.
    static func lines(_ devices: [DevicesInterface.Device]) -> [String] {
        guard !devices.isEmpty else { return ["No tablets. Plug one in; `inkctl watch` shows it when it appears."] }
        let titles = ["KIND", "NAME", "SIZE", "REPORTS", "PAIRED WITH", "EDITOR"]
        var table = TextTable(columns: [.init(title: "ID", alignment: .right)] + titles.map { .init(title: $0) })
        table.rows = devices.map { device in
            [
                String(device.id), device.kind.rawValue, DisplayText.escaped(device.name), device.sizeText, device.abilitiesText,
                device.pairedWith.map { String($0) } ?? "–", DisplayText.escaped(device.editor ?? "–"),
            ]
        }
        return table.lines
    }
}
