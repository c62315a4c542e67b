internal import Accessibility
internal import ArgumentParser
internal import InkProtocol
internal import InputMethod
internal import System

/// The command line of the IBus engine, which IBus starts by itself.
@main
struct IBusEngineInkd: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ibus-engine-inkd",
        abstract: "Puts what the pen writes into the field that has the focus, as an input method of IBus.",
        discussion: """
            IBus starts it when one of its input methods is chosen.

            Examples:
              ibus-engine-inkd --xml          list its input methods, one a language
              ibus engine inkd                write with the pen now
              ibus engine inkd:de             the same in German
              ibus-engine-inkd --trace        run it by hand, and say what happens and when
            """,
        version: inkdVersion)

    @Flag(help: "Print the list of input methods that IBus reads, and end.")
    var xml = false

    @Flag(help: "Started by IBus. Changes nothing.")
    var ibus = false

    @Option(help: ArgumentHelp("inkd's socket. Default: $INKD_SOCKET, or else /run/inkd/org.inkd.", valueName: "path"))
    var socket: String?

    @Flag(help: "Say on standard error what happens and when, but never what is written.")
    var trace = false

    @Flag(
        name: .customLong("no-accessibility"),
        help: "Do not ask the accessibility bus which fields are password boxes: those of Qt and Chromium on X11 are read then.")
    var isDeaf = false

    func run() throws {
        CoreDumps.forbid()
        if xml {
            print(Component.engines(languages: InstalledLanguages.all(socket: socket), setup: Component.settingsWindow), terminator: "")
            return
        }
        do {
            let bus = try Bus(address: IBusAddress.current())
            try Service(bus: bus, socket: socket, trace: trace, accessibility: isDeaf ? nil : .ofUser).run()
        } catch {
            StandardError.writeLine("ibus-engine-inkd: \(error)")
            throw ExitCode.failure
        }
    }
}
