internal import ArgumentParser
internal import InkClient
internal import Glibc
internal import Ink
internal import InkCorpus
internal import InkProtocol

/// `inkctl calibrate`.
struct CalibrateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "calibrate",
        abstract: "Align ink with the pen tip.",
        discussion: """
            Tap four crosses; the command prints the lines for /etc/inkd/inkd.yaml that correct \
            the tablet for all users. With --save the correction is set for you, permanently and \
            at once; --reset removes it. On a pen display show the crosses full-screen on its \
            screen. For other tablets print them at their true size and put the sheet on the \
            active area, or use a ruler. `inkctl pen off` keeps the taps out of text fields. \
            `inkd-settings --page tablets` does the same in a window.

            Examples:
              inkctl calibrate --svg crosses.svg   then: firefox --kiosk crosses.svg
              inkctl calibrate 056a:0357           one of several tablets
              inkctl calibrate --save              save the correction for you
              inkctl calibrate --reset             use /etc/inkd/inkd.yaml again
              inkctl calibrate -q > lines.yaml     only the lines for the configuration
            """)

    @Argument(
        help: ArgumentHelp("The tablet's vendor:product, name or number; optional if there is only one.", valueName: "device"),
        completion: .devices)
    var device: String?

    @Option(help: ArgumentHelp("First write the crosses to this SVG file.", valueName: "file"), completion: .file())
    var svg: String?

    @Flag(name: .shortAndLong, help: "Print only the lines for the configuration; with --save or --reset print nothing.")
    var quiet = false

    @OptionGroup var save: SaveOptions

    @OptionGroup var daemon: DaemonOptions

    func run() throws {
        let device = try AreaCommand.choose(device, of: daemon.connect().accessibleDevices())
        if save.reset { return try set(nil, of: device) }
        let surface = try TappedSurface(device)
        guard !device.display || surface.isWhole else {
            throw FittingError.notCalibrated(
                "Only a part of \(device.name) is active. Remove its entry below devices.areas in inkd.yaml before the calibration.")
        }
        let picture = CrossPicture(width: surface.mapping.width, height: surface.mapping.height)
        let name = DisplayText.escaped(device.name)
        if let svg { try ContentFile.write(Array(picture.svg(title: device.name, fillsScreen: device.display).utf8), to: svg) }
        if !quiet { try StandardOutput.writeLines(Self.introduction(name, device, picture, svg: svg)) }
        if svg != nil, device.display, isatty(STDIN_FILENO) == 1 {
            // the user may need the pen to open the picture first
            StandardError.write("Show the crosses, then press Return. ")
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

    private func collect(_ watch: Watch<PointerInterface.Watch>, _ picture: CrossPicture) throws -> [Point] {
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
                svg.map { "Show \($0) full-screen on its screen (firefox --kiosk), then" }
                    ?? "Use --svg FILE to write crosses for its screen, show them full-screen, then"
            } else {
                svg.map { "Print \($0) at its true size, put it on the active area, then" }
                    ?? "Use --svg FILE to write a sheet to print, or measure with a ruler, then"
            }
        return [
            "\(name): \(request) tap 1, 2, 3 and 4 with the pen held as for writing. Ctrl-C stops.",
            "Position of each cross: \(picture.distances).", "",
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
            return "\(name): \(DisplayText.fixed(mean, digits: 2)) mm from the cross on average, "
                + "\(DisplayText.fixed(distances.max() ?? 0, digits: 2)) mm maximum"
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
    /// Returns the keys of a tablet as text, with instructions on where to put them.
    static func whole(_ device: DevicesInterface.Device, _ keys: [String]) -> [String] {
        [
            "# In /etc/inkd/inkd.yaml below `devices:`; if `tablets:` already lists this tablet, add only the keys",
            "# Then: inkd --check-config && sudo systemctl reload inkd",
        ] + section(device, keys)
    }

    /// Returns the keys of a tablet.
    static func section(_ device: DevicesInterface.Device, _ keys: [String]) -> [String] {
        ["  tablets:", "    \"\(device.configurationName)\":  # \(DisplayText.escaped(device.name))"] + keys.map { "      " + $0 }
    }
}
