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
        abstract: "Insert handwriting into the focused field, as an input method of IBus.",
        discussion: """
            IBus starts it when one of its input methods is selected.

            Examples:
              ibus-engine-inkd --xml          list its input methods, one per language
              ibus engine inkd                switch to handwriting
              ibus engine inkd:de             switch to handwriting in German
              ibus-engine-inkd --trace        run it manually and log events with their times
            """,
        version: inkdVersion)

    @Flag(help: "Print the list of input methods for IBus, and exit.")
    var xml = false

    @Flag(help: "Passed by IBus; has no effect.")
    var ibus = false

    @Option(help: ArgumentHelp("inkd's socket. Default: $INKD_SOCKET, or else /run/inkd/org.inkd.", valueName: "path"))
    var socket: String?

    @Flag(help: "Log events with their times to standard error, but never the written text.")
    var trace = false

    @Flag(
        name: .customLong("no-accessibility"),
        help: "Do not detect password fields on the accessibility bus: passwords of Qt and Chromium on X11 are recognized then.")
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
