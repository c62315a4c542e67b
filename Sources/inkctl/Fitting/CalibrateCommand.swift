internal import ArgumentParser
internal import Fitting
internal import Glibc
internal import Ink
internal import InkClient
internal import InkCorpus
internal import InkProtocol

/// `inkctl calibrate`.
struct CalibrateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "calibrate",
        abstract: "Measures how far ink is from the pen's tip, and prints settings that correct it.",
        discussion: """
            Tap four crosses; the command prints the lines that correct it for every user of \
            the machine, for /etc/inkd/inkd.yaml. With --save it is corrected for you, at once \
            and for good; --reset takes that back. On a pen display show the crosses on its \
            own screen, full-screen. On other tablets print them in true size and lay the sheet \
            on the active area, or use a ruler. `inkctl pen off` keeps the taps out of text \
            fields. `inkd-settings --page tablets` does the same in a window.

            Examples:
              inkctl calibrate --svg crosses.svg   then: firefox --kiosk crosses.svg
              inkctl calibrate 056a:0357           one of several tablets
              inkctl calibrate --save              and so it shall be, for you
              inkctl calibrate --reset             as /etc/inkd/inkd.yaml has it
              inkctl calibrate -q > lines.yaml     the lines for the configuration only
            """)

    @Argument(
        help: ArgumentHelp("The tablet's vendor:product, name or number; not needed if there is just one.", valueName: "device"),
        completion: .devices)
    var device: String?

    @Option(help: ArgumentHelp("Draw the crosses into this file first.", valueName: "file"), completion: .file())
    var svg: String?

    @Flag(name: .shortAndLong, help: "Print the lines for the configuration only; with --save and --reset nothing.")
    var quiet = false

    @OptionGroup var save: SaveOptions

    @OptionGroup var daemon: DaemonOptions

    func run() throws {
        let device = try AreaCommand.choose(device, of: daemon.connect().accessibleDevices())
        if save.reset { return try set(nil, of: device) }
        let surface = try TappedSurface(device)
        guard !device.display || surface.isWhole else {
            throw FittingError.notCalibrated(
                "only a part of \(device.name) is written on: take its entry below devices.areas out of inkd.yaml, and calibrate it then")
        }
        let picture = CrossPicture(width: surface.mapping.width, height: surface.mapping.height)
        let name = DisplayText.escaped(device.name)
        if let svg { try ContentFile.write(Array(picture.svg(title: device.name, fillsScreen: device.display).utf8), to: svg) }
        if !quiet { try StandardOutput.writeLines(Self.introduction(name, device, picture, svg: svg)) }
        if svg != nil, device.display, isatty(STDIN_FILENO) == 1 {
            // the pen may be needed to open the picture
            StandardError.write("Show the crosses, then press Enter. ")
            _ = readLine()
        }
        let taps = try collect(daemon.connect().watchPointer(device: device.id), picture)
        let fit = try CalibrationFit(taps: taps, on: surface)
        guard save.save else {
            return try StandardOutput.writeLines((quiet ? [] : Self.remarks(fit)) + Self.yaml(device, fit.calibration))
        }
        if !quiet { try StandardOutput.writeLines(Self.remarks(fit)) }
        try set(fit.calibration, of: device)
    }

    /// Stores a calibration in the user's configuration, or removes it if nil.
    private func set(_ calibration: TabletCalibration?, of device: DevicesInterface.Device) throws {
        let outcome = try OwnFit.change(of: device, over: daemon.connect()) { $0.calibration = calibration }
        if !quiet { try StandardOutput.writeLine(outcome) }
    }

    private func collect(_ watch: Watch<PointerInterface.Watch>, _ picture: CrossPicture) throws -> [Place] {
        var collector = TapCollector()
        let screen = PromptScreen()
        while true {
            if !quiet { screen.show(Self.prompt(collector, picture)) }
            guard collector.taps.count < TappedSurface.crosses.count else { return collector.taps }
            guard let reply = try watch.next() else { throw InkctlError.watchEnded }
            for event in reply.events where collector.taps.count < TappedSurface.crosses.count { collector.take(event) }
        }
    }

    static func introduction(
        _ name: String, _ device: DevicesInterface.Device, _ picture: CrossPicture, svg: String?
    ) -> [String] {
        let request =
            if device.display {
                svg.map { "Show \($0) on its screen, full-screen (firefox --kiosk), and" }
                    ?? "With --svg FILE there are crosses to show on its screen, full-screen. Then"
            } else {
                svg.map { "Print \($0) in true size, lay it on the active area, and" }
                    ?? "With --svg FILE there is a sheet to print. Or by a ruler:"
            }
        return [
            "\(name): \(request) tap 1, 2, 3 and 4, as you hold the pen when you write. Ctrl-C ends.",
            "Each cross is \(picture.distances).", "",
        ]
    }

    static func prompt(_ collector: TapCollector, _ picture: CrossPicture) -> [String] {
        let next = collector.taps.count + 1
        let refusal = collector.refusal.map { $0.message + " " } ?? ""
        return picture.lines(tapped: collector.taps.count)
            + [next > TappedSurface.crosses.count ? "" : "\(refusal)Tap cross \(next)."]
    }

    static func remarks(_ fit: CalibrationFit) -> [String] {
        func line(_ name: String, _ distances: [Double]) -> String {
            let mean = distances.reduce(0, +) / Double(max(1, distances.count))
            return "\(name): \(DisplayText.fixed(mean, digits: 2)) mm beside the cross on average, "
                + "\(DisplayText.fixed(distances.max() ?? 0, digits: 2)) mm at most"
        }
        return [line("Now", fit.before), line("Calibrated", fit.after), ""]
    }

    static func yaml(_ device: DevicesInterface.Device, _ calibration: TabletCalibration) -> [String] {
        let numbers = calibration.numbers.map { Int(exactly: $0).map(String.init) ?? "\($0)" }
        return TabletLines.whole(device, ["calibration: [\(numbers.joined(separator: ", "))]"])
    }
}

/// Lines of the configuration below `devices.tablets`.
enum TabletLines {
    /// Returns the keys of a tablet, with instructions on where to put them.
    static func whole(_ device: DevicesInterface.Device, _ keys: [String]) -> [String] {
        [
            "# In /etc/inkd/inkd.yaml below its `devices:`; where `tablets:` has this tablet already, the keys alone",
            "# Then: inkd --check-config && sudo systemctl reload inkd",
        ] + section(device, keys)
    }

    /// Returns the keys of a tablet.
    static func section(_ device: DevicesInterface.Device, _ keys: [String]) -> [String] {
        ["  tablets:", "    \"\(device.configurationName)\":  # \(DisplayText.escaped(device.name))"] + keys.map { "      " + $0 }
    }
}
