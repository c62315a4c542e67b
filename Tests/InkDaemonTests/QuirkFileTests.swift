import Evdev
import Foundation
import Ink
import InkTestSupport
import Tablet
import Testing

@testable import InkDaemon
@testable import InkLoop
@testable import InkWorkspace

@Suite("Quirks are read from files")
struct QuirkFileTests {
    private static let shipped = projectRoot + "/config/quirks"

    /// The settings of a configuration with these files of quirks beside it.
    private func settings(
        _ files: [String: String], configuration: String = "{}", shipped: String = "/nowhere/models"
    ) throws -> (Settings, TemporaryFolder) {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.path + "/quirks", withIntermediateDirectories: false)
        try "models: \(shipped)\n\(configuration == "{}" ? "" : configuration)".write(
            toFile: folder.path + "/inkd.yaml", atomically: true, encoding: .utf8)
        for (name, text) in files { try text.write(toFile: "\(folder.path)/quirks/\(name)", atomically: true, encoding: .utf8) }
        return (try SettingsLoader(path: folder.path + "/inkd.yaml", environment: [:]).loadWithQuirks(), folder)
    }

    private func quirks(_ settings: Settings, _ vendor: UInt16, _ product: UInt16, _ name: String, _ role: DeviceRole = .pen) -> Quirks {
        settings.quirks(of: HardwareID(vendor: vendor, product: product), name: name, role: role)
    }

    @Test("those that come with inkd are in order, and know the models that measured wrongly")
    func shippedFiles() throws {
        let (settings, _) = try settings([:], shipped: projectRoot + "/models")
        #expect(settings.quirks.rules.count >= 9)
        #expect(quirks(settings, 0x2feb, 0x0001, "VEIKK.INC S640 Pen").size == SurfaceSize(width: 152.4, height: 101.6))
        #expect(quirks(settings, 0x28bd, 0x0904, "UGTABLET Deco Pro M Pen").size == SurfaceSize(width: 279, height: 157))
        #expect(quirks(settings, 0x28bd, 0x0904, "UGTABLET Deco Pro M Pen", .touch).size == nil)
        #expect(quirks(settings, 0x08ca, 0x0010, "Aiptek").tip == TipThresholds(down: 13.7 / 100, up: 9.8 / 100))
        for (vendor, product) in [(0x056a, 0x4200), (0x2d1f, 0x524c), (0x08ca, 0x0010)] as [(UInt16, UInt16)] {
            #expect(quirks(settings, vendor, product, "Pen").tilt == TiltReading.none)
        }
        let gaomon = quirks(settings, 0x256c, 0x006d, "GAOMON Gaomon Tablet Pen")
        #expect(gaomon.size == SurfaceSize(width: 165.1, height: 101.6) && gaomon.trustsDatabaseSize == false)
        #expect(quirks(settings, 0x256c, 0x006e, "HUION PenTablet Pen").proximity == .missingOut)
        // of a tablet that nobody has written about, only what the configuration says of all
        var plain = Quirks()
        plain.tip = TipThresholds(down: settings.devicesTipDown / 100, up: settings.devicesTipUp / 100)
        #expect(quirks(settings, 0x056a, 0x0357, "Wacom Intuos Pro M Pen") == plain)
    }

    @Test("each file that comes with inkd is installed, and only such")
    func installed() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.shipped)
        #expect(names.allSatisfy { $0.hasSuffix(".yaml") } && names.count == 7)
    }

    @Test("the administrator's go before them, key by key, and a file can set every key")
    func overrides() throws {
        let text = """
            - match: {vendor: 0x2FEB, product: [0x0001, 0x0009], name: "VEIKK*", class: pen}
              size: [100, 50]
              databaseSize: true
              swapAxes: true
              rotation: 270
              tip: {down: 3, up: 1.5}
              pressureOffset: 12
              pressureCurve: [0, 75, 25, 100]
              tilt: range
              distanceFuzz: 4
              eraser: button
              proximity: forced
              ignore: true
            """
        let (settings, _) = try settings(
            ["b.yaml": text, "a.yaml": "- match: {class: pen}\n  size: [1000, 1000]\n", "notes.txt": "- not: yaml: at all"],
            shipped: projectRoot + "/models")
        var expected = Quirks()
        expected.size = SurfaceSize(width: 100, height: 50)
        (expected.trustsDatabaseSize, expected.swapsAxes, expected.rotation) = (true, true, .threeQuarters)
        (expected.tip, expected.pressureOffset) = (TipThresholds(down: 0.03, up: 0.015), 12)
        (expected.pressureCurve, expected.tilt) = (PressureCurve([0, 75, 25, 100]), .range)
        (expected.distanceFuzz, expected.eraser, expected.proximity, expected.isIgnored) = (4, .button, .forced, true)
        #expect(quirks(settings, 0x2feb, 0x0001, "VEIKK S640") == expected)
        #expect(quirks(settings, 0x28bd, 0x0904, "Deco Pro M").size == SurfaceSize(width: 1000, height: 1000))
    }

    @Test("the configuration says where those lie that came with inkd, and how hard a tip presses that no quirk is about")
    func configuration() throws {
        let (settings, _) = try settings(
            [:], configuration: "devices: {quirks: \(Self.shipped), tipDown: 5, tipUp: 1, programs: [\"IPTSD*\"]}")
        #expect(quirks(settings, 0x2feb, 0x0001, "S640").size != nil)
        #expect(quirks(settings, 1, 2, "Pen").tip == .libinput && settings.devicesPrograms == ["IPTSD*"])
        refuses("devices.tipUp is \"2.0\": give no more than devices.tipDown, which is 1.0", [:], "devices: {tipDown: 1, tipUp: 2}")
        refuses("devices.tipDown is \"101\": give percent", [:], "devices: {tipDown: 101}")
        refuses("/nowhere/quirks cannot be read: give a folder of quirks, or nothing", [:], "devices: {quirks: /nowhere/quirks}")
        refuses("devices.quirks is \"quirks\": give the absolute path of a folder", [:], "devices: {quirks: quirks}")
    }

    @Test(
        "what makes no sense is refused with file, line, key, value and what is allowed",
        arguments: [
            ("size: [100]", "line 2: size is of another type or out of range: give [width, height] in millimeters"),
            ("size: [100, 5]", "give [width, height] in millimeters, each 10 to 3000"),
            ("size: [.nan, 50]", "give [width, height] in millimeters"),
            ("tilt: bogus", "line 2: tilt is \"bogus\": give none or range or resolution"),
            ("eraser: rubber", "eraser is \"rubber\": give invert or button"),
            ("proximity: none", "proximity is \"none\": give forced or missing-out"),
            ("rotation: 45", "rotation is \"45\": give 0, 90, 180 or 270"),
            ("tip: {down: 1, up: 2}", "tip is of another type or out of range: give {down: …, up: …} in percent"),
            ("tip: {down: 1}", "give {down: …, up: …} in percent"),
            ("pressureOffset: -1", "pressureOffset is \"-1\": give a whole number of device units, 0 to 1000000"),
            ("pressureCurve: [0, 0, 100, 200]", "give [x1, y1, x2, y2], each 0 to 100"),
            ("distanceFuzz: far", "distanceFuzz is \"far\": give a whole number"),
            ("swapAxes: 3", "swapAxes is \"3\": give true or false"),
            ("sise: [1, 2]", "line 2: unknown key sise; known keys: match, size, "),
        ])
    func values(line: String, message: String) {
        refuses(message, ["own.yaml": "- match: {vendor: 0x056a}\n  \(line)\n"])
    }

    @Test(
        "a match that makes no sense is refused",
        arguments: [
            ("- match: {vendor: 056a}", "match.vendor is \"056a\": give a hexadecimal number such as 0x056a"),
            ("- match: {vendor: 0x1056a}", "match.vendor is \"0x1056a\": give a hexadecimal number"),
            ("- match: {product: []}", "match.product is of another type or out of range: give a number such as 0x006d, or a list"),
            ("- match: {class: mouse}", "match.class is \"mouse\": give pen or touch"),
            ("- match: {name: \"\"}", "match.name is \"\": give the device's name"),
            ("- match: {serial: 3}", "unknown key match.serial; known keys: vendor, product, name, class"),
            ("- match: {}", "match is of another type or out of range: give vendor, product, name or class below it"),
            ("- size: [100, 50]", "line 1: a rule without match is of another type or out of range: give match:"),
            ("- just text", "a rule is \"just text\": give match:"),
            ("match: {vendor: 0x056a}", "is not a list: begin each rule with `- match:`"),
            ("- match: {vendor: [", "is not YAML"),
            ("- match: &a {vendor: 0x056a}", "line 1: \"&\" is not allowed, because anchors are not supported"),
        ])
    func matches(text: String, message: String) {
        refuses(message, ["own.yaml": text + "\n"])
    }

    @Test(
        "files that are too large, and have too much in them, are refused; empty ones are in order",
        .timeLimit(.minutes(MachineSpeed.limit)))
    func bounds() throws {
        refuses("has more than 256 KiB: split it", ["own.yaml": String(repeating: "# nothing\n", count: 27_000)])
        let many = "- match: {vendor: 0x056a, product: [" + String(repeating: "0x1,", count: 25_000) + "]}\n"
        refuses("has more than 20000 values: split it", ["own.yaml": many])
        for text in ["", "# nothing\n", "[]\n", "null\n"] {
            let (settings, _) = try settings(["own.yaml": text])
            #expect(settings.quirks == QuirkRules())
        }
    }

    @Test("broken files never crash the reader")
    func fuzz() throws {
        let good = Array("- match: {vendor: 0x056a, product: [0x1, 0x2], name: \"a*\"}\n  size: [10, 20]\n  tip: {down: 2, up: 1}\n".utf8)
        var generator = SeededGenerator.printingSeed()
        for _ in 0..<200 {
            var bytes = good
            for _ in 0...Int.random(in: 0..<4, using: &generator) {
                bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(in: 9..<127, using: &generator)
            }
            _ = try? settings(["own.yaml": String(decoding: bytes, as: UTF8.self)])
        }
    }

    private func refuses(_ message: String, _ files: [String: String], _ configuration: String = "{}") {
        do {
            _ = try settings(files, configuration: configuration)
            Issue.record("taken: \(files) \(configuration)")
        } catch {
            #expect("\(error)".contains(message), "\(error)")
        }
    }
}
