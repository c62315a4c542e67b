internal import ArgumentParser
internal import Ink
internal import InkClient
internal import InkCorpus
internal import InkProtocol
internal import InkReport

/// `inkctl area`.
struct AreaCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "area",
        abstract: "Show or set a tablet's active area and orientation.",
        discussion: """
            Draws the tablet in its orientation on the desk, and prints the lines for \
            /etc/inkd/inkd.yaml that set the area for all users. With --save it is set for you, \
            permanently and at once; --reset removes your setting. Ink is never stretched.

            Examples:
              inkctl area                               all of the only tablet
              inkctl area --left-handed                 turned for the left hand
              inkctl area --left-handed --save          save this for you
              inkctl area --reset                       use /etc/inkd/inkd.yaml again
              inkctl area --rotation 90 --aspect 9:16   upright, in the shape of a screen
              inkctl area 056a:0357 --area 0,0,50,100   the left half of this tablet
              inkctl area --aspect 16:9 --svg area.svg  as a picture
            """)

    @Argument(
        help: ArgumentHelp("The tablet's vendor:product, name or number; optional if there is only one.", valueName: "device"),
        completion: .devices)
    var device: String?

    @OptionGroup var options: AreaOptions

    @Option(help: ArgumentHelp("Also write the drawing to this SVG file.", valueName: "file"), completion: .file())
    var svg: String?

    @Flag(name: .shortAndLong, help: "Print only the lines for the configuration; with --save or --reset print nothing.")
    var quiet = false

    @Flag(help: "Save the setting for you. It applies while your session is active, and overrides /etc/inkd/inkd.yaml.")
    var save = false

    @Flag(help: "Remove the setting that --save stored for the tablet.")
    var reset = false

    @OptionGroup var daemon: DaemonOptions

    func validate() throws {
        guard !save || !reset else { throw ValidationError("--save and --reset exclude each other") }
        guard !reset || options.tabletArea == TabletArea() else {
            throw ValidationError("--reset excludes --area, --aspect, --rotation and --left-handed")
        }
    }

    func run() throws {
        let connection = try daemon.connect()
        let device = try Self.choose(device, of: connection.accessibleDevices())
        let area = options.tabletArea
        if reset { return try set(nil, of: device, connection) }
        let picture = AreaPicture(area, width: device.activeWidth ?? 0, height: device.activeHeight ?? 0)
        if let svg {
            guard picture.whole.width > 0 else { throw InkctlError.noSize(device.name) }
            try ContentFile.write(Array(picture.svg(title: device.name).utf8), to: svg)
        }
        guard save else {
            return try StandardOutput.writeLines((quiet ? [] : Self.remarks(device, picture, area)) + Self.yaml(device, area))
        }
        if !quiet { try StandardOutput.writeLines(Self.remarks(device, picture, area)) }
        try set(area, of: device, connection)
    }

    /// The user's configuration key for tablet areas.
    private static let key = "tablet.areas"

    /// Stores a tablet's area in the user's configuration, or removes it if nil.
    private func set(_ area: TabletArea?, of device: DevicesInterface.Device, _ connection: InkConnection) throws {
        let settings = try connection.configuration()
        guard let setting = settings.first(where: { $0.key == Self.key }) else { throw InkctlError.noSuchKey(Self.key) }
        let text = try Self.areas(setting.value.text ?? "", with: area, of: device)
        if text.isEmpty {
            try connection.unsetConfiguration(Self.key, persist: true)
        } else {
            try connection.setConfiguration(Self.key, to: .text(text), persist: true)
        }
        guard !quiet else { return }
        let outcome = area == nil ? "uses /etc/inkd/inkd.yaml" : "saved for you; takes effect when the pen leaves the tablet"
        try StandardOutput.writeLine("\(DisplayText.escaped(device.name)): \(outcome)")
    }

    /// Returns the text of `tablet.areas` with the area of one tablet replaced, or removed if `area` is nil.
    static func areas(_ text: String, with area: TabletArea?, of device: DevicesInterface.Device) throws(InkctlError) -> String {
        var areas: TabletAreas
        do throws(TabletAreas.Refusal) {
            areas = try TabletAreas(text)
        } catch {
            throw .notPermitted("\(key) \(error.reason). Remove the setting with `inkctl config reset \(key)`.")
        }
        // an entry by the tablet's name would take precedence over the new entry by its numbers
        areas[device.name] = nil
        areas[device.configurationName] = area
        return areas.text
    }

    /// Selects a pen device by vendor:product, name or number, or the only pen device if `wanted` is nil.
    static func choose(_ wanted: String?, of devices: [DevicesInterface.Device]) throws(InkctlError) -> DevicesInterface.Device {
        let pens = devices.filter { $0.kind == .pen }
        let fitting = wanted.map { wanted in
            pens.filter { $0.configurationName == configurationName(wanted) || $0.name == wanted || String($0.id) == wanted }
        }
        guard let first = (fitting ?? pens).first else { throw .noTablet(wanted, there: pens.map(\.configurationName)) }
        guard Set((fitting ?? pens).map(\.configurationName)).count == 1 else { throw .severalTablets(pens.map(\.configurationName)) }
        return first
    }

    /// Returns a vendor:product text as `DevicesInterface.Device.configurationName` formats it; nil for any other text. As in the
    /// configuration, capitals and missing leading zeros are accepted.
    private static func configurationName(_ text: String) -> String? {
        let numbers = text.split(separator: ":", omittingEmptySubsequences: false).map { UInt16($0, radix: 16) }
        guard numbers.count == 2, let vendor = numbers[0], let product = numbers[1] else { return nil }
        return TabletArea.name(vendor: vendor, product: product)
    }

    /// Returns the drawing with its explanation.
    static func remarks(_ device: DevicesInterface.Device, _ picture: AreaPicture, _ area: TabletArea) -> [String] {
        let name = DisplayText.escaped(device.name)
        guard picture.whole.width > 0 else {
            return ["\(name): its size is unknown, so it cannot be drawn, and --aspect has no effect.", ""]
        }
        let turned = area.turn == .none ? "" : ", turned by \(area.turn.rawValue)° clockwise"
        return ["\(name): \(AreaPicture.size(picture.whole))\(turned); active area: \(AreaPicture.size(picture.part))", ""]
            + picture.lines()
            + [
                "",
                "░ is the active area, ↑ is up, and the heavy edge (\(picture.top.rawValue)) is the top in the tablet's default orientation.",
                "",
            ]
    }

    /// Returns the lines for the configuration file.
    static func yaml(_ device: DevicesInterface.Device, _ area: TabletArea) -> [String] {
        guard area != TabletArea() else { return ["# All of the tablet in its default orientation: this needs no setting."] }
        var keys: [String] = []
        if area.edges != .all {
            let edges = [area.edges.left, area.edges.top, area.edges.right, area.edges.bottom]
            keys.append("area: [\(edges.map(number).joined(separator: ", "))]")
        }
        if let aspect = area.aspect { keys.append("aspect: \"\(number(aspect.width)):\(number(aspect.height))\"") }
        if area.rotation != .none { keys.append("rotation: \(area.rotation.rawValue)") }
        if area.isLeftHanded { keys.append("leftHanded: true") }
        return [
            "# In /etc/inkd/inkd.yaml below `devices:`, replacing `areas: {}`; if `areas:` already lists tablets, omit that line",
            "# Then: inkd --check-config && sudo systemctl reload inkd",
            "  areas:", "    \"\(device.configurationName)\":  # \(DisplayText.escaped(device.name))",
        ] + keys.map { "      " + $0 }
    }

    private static func number(_ value: Double) -> String { Int(exactly: value).map(String.init) ?? "\(value)" }
}

extension DevicesInterface.Device {
    /// The tablet's key in the configuration, vendor:product.
    var configurationName: String { TabletArea.name(vendor: UInt16(clamping: vendor), product: UInt16(clamping: product)) }
}

/// Options for the mapping of a tablet.
struct AreaOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Active area: left, top, right and bottom edge in percent, in the tablet's default orientation.",
            valueName: "l,t,r,b"), transform: Self.edges)
    var area: AreaEdges?

    @Option(
        help: ArgumentHelp("Reduce the area to the largest part with this aspect ratio, such as your screen's.", valueName: "width:height"),
        transform: Self.ratio)
    var aspect: AspectRatio?

    @Option(
        help: ArgumentHelp("Clockwise rotation of the tablet: 0, 90, 180 or 270 degrees.", valueName: "degrees"),
        transform: Self.degrees)
    var rotation = TabletArea.Rotation.none

    @Flag(help: "Rotate by another 180 degrees, for the left hand.")
    var leftHanded = false

    /// The options as a mapping.
    var tabletArea: TabletArea { .init(edges: area ?? .all, aspect: aspect, rotation: rotation, isLeftHanded: leftHanded) }

    private static func edges(_ text: String) throws -> AreaEdges {
        guard let edges = AreaEdges(text) else {
            throw ValidationError("must be left, top, right and bottom in percent, such as 0,0,100,62.5")
        }
        return edges
    }

    private static func ratio(_ text: String) throws -> AspectRatio {
        guard let ratio = AspectRatio(text) else { throw ValidationError("must be width and height, such as 16:9 or 1920x1080") }
        return ratio
    }

    private static func degrees(_ text: String) throws -> TabletArea.Rotation {
        guard let rotation = Int(text).flatMap(TabletArea.Rotation.init) else { throw ValidationError("must be 0, 90, 180 or 270") }
        return rotation
    }
}
