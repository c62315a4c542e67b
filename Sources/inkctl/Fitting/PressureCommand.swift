internal import ArgumentParser
internal import InkClient
internal import Ink
internal import InkCorpus
internal import InkProtocol

/// `inkctl pressure`.
struct PressureCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pressure",
        abstract: "Adapt the pressure of a pen to your hand.",
        discussion: """
            Write a few strokes softly, then normally, then hard. The command shows the pressure, \
            and prints the lines for /etc/inkd/inkd.yaml: for the tablet, and for this pen alone \
            if the tablet reports its serial number. With --save the setting applies to you, with \
            every pen of the tablet, permanently and at once; --reset removes it. `inkctl pen off` \
            keeps the strokes out of text fields.

            Examples:
              inkctl pressure                    the only tablet
              inkctl pressure 056a:0357          one of several tablets
              inkctl pressure --strokes 10       more strokes of each kind
              inkctl pressure --save             save the setting for you
              inkctl pressure --reset            use /etc/inkd/inkd.yaml again
              inkctl pressure -q --pen           only the lines for this pen
            """)

    @Argument(
        help: ArgumentHelp("The tablet's vendor:product, name or number; optional if there is only one.", valueName: "device"),
        completion: .devices)
    var device: String?

    @Option(help: ArgumentHelp("Number of strokes of each kind, 1 to 100.", valueName: "number"))
    var strokes = 5

    @Flag(help: "Print the lines for this pen instead of all pens of the tablet.")
    var pen = false

    @Flag(name: .shortAndLong, help: "Print only the lines for the configuration; with --save or --reset print nothing.")
    var quiet = false

    @OptionGroup var save: SaveOptions

    @OptionGroup var daemon: DaemonOptions

    func validate() throws {
        guard !pen || !(save.save || save.reset) else {
            throw ValidationError("--pen only prints lines; --save and --reset apply to all pens of the tablet")
        }
        guard (1...100).contains(strokes) else { throw ValidationError("--strokes must be 1 to 100, not \(strokes)") }
    }

    func run() throws {
        let device = try AreaCommand.choose(device, of: daemon.connect().accessibleDevices())
        if save.reset { return try set(nil, of: device) }
        guard device.pressure else { throw InkctlError.notFitted("\(device.name) reports no pressure") }
        let collector = try collect(daemon.connect().watchPointer(device: device.id))
        let fit = try PressureFit(collector.finished, air: collector.air)
        let serial = collector.serial ?? 0
        guard !pen || serial != 0 else {
            throw InkctlError.notFitted("\(device.name) does not report serial numbers of pens; remove --pen to get the lines for all pens")
        }
        guard save.save else {
            return try StandardOutput.writeLines(
                (quiet ? [] : Self.remarks(collector, fit)) + Self.yaml(device, fit, serial: serial, pen: pen, alternatives: !quiet))
        }
        if !quiet { try StandardOutput.writeLines(Self.remarks(collector, fit)) }
        try set(fit, of: device)
    }

    /// Stores the measurements in the user's configuration, or removes them if nil.
    private func set(_ fit: PressureFit?, of device: DevicesInterface.Device) throws {
        let outcome = try OwnFit.change(of: device, over: daemon.connect()) { own in
            own.pen.tipDown = fit.map { $0.tipDown / 100 }
            own.pen.tipUp = fit.map { $0.tipUp / 100 }
            own.pen.pressure = fit?.pressureCurve
        }
        if !quiet { try StandardOutput.writeLine(outcome) }
    }

    private func collect(_ watch: Watch<PointerInterface.Watch>) throws -> PressureCollector {
        var collector = PressureCollector(strokes: strokes)
        let screen = PromptScreen()
        let isLive = StandardOutput.isTerminal
        var next = ContinuousClock.now
        while let step = collector.step {
            if !quiet, !isLive || ContinuousClock.now >= next {
                screen.show(Self.prompt(collector, step, of: strokes, isLive: isLive))
                next = .now.advanced(by: .milliseconds(30))
            }
            guard let reply = try watch.next() else { throw InkctlError.watchEnded }
            for event in reply.events { collector.take(event) }
        }
        if isLive, !quiet { screen.clear() }
        return collector
    }

    static func prompt(_ collector: PressureCollector, _ step: PressureFit.Step, of strokes: Int, isLive: Bool) -> [String] {
        let manner =
            switch step {
            case .softly: "so softly that ink just appears"
            case .normally: "normally"
            case .hard: "hard"
            }
        let request = "Write \(DisplayText.count(strokes - collector.count, "more stroke")) \(manner)."
        guard isLive else { return [request] }
        let percent = DisplayText.fixed(collector.pressure * 100, digits: 1)
        let force = DisplayText.fixed(collector.force * 100, digits: 1)
        return [request, "\(ProgressBar.bar(collector.pressure, width: 40)) \(percent) % pressure, \(force) % force"]
            + histograms(collector)
    }

    private static func histograms(_ collector: PressureCollector) -> [String] {
        zip(["softly  ", "normally", "hard    "], collector.finished).filter { !$0.1.all.isEmpty }.map { name, samples in
            "\(PressureFit.histogram(samples.all)) \(name) \(DisplayText.percent(samples.all.median, digits: 0))"
        }
    }

    static func remarks(_ collector: PressureCollector, _ fit: PressureFit) -> [String] {
        let noise =
            fit.isNoisy ? ["The tip is worn: it reports nearly as much pressure in the air as in your soft strokes. Replace it."] : []
        let straight = fit.curve == nil ? ["Your pressure needs no curve."] : []
        return histograms(collector) + noise + straight + [""]
    }

    static func yaml(
        _ device: DevicesInterface.Device, _ fit: PressureFit, serial: Int, pen: Bool, alternatives: Bool
    ) -> [String] {
        let number = String(serial, radix: 16)
        let ofPen = ["pens:", "  0x\(number):"] + fit.keys.map { "    " + $0 }
        if pen { return TabletLines.whole(device, ofPen) }
        let whole = TabletLines.whole(device, fit.keys)
        guard alternatives, serial != 0 else { return whole }
        return whole + ["# Or only for this pen:"] + TabletLines.section(device, ofPen).map { "#" + $0 }
    }
}
