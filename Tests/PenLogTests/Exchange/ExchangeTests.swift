import Evdev
import Ink
import PenLog
import Testing

@Suite("Exchange of recordings and inks")
struct ExchangeTests {
    private static let exchange = Exchange { device in
        device.description.axes[Axis.x] == nil ? nil : JSONInk(strokes: [[.init(x: 1, y: 2, time: 0)]])
    }

    private static func write(_ contents: ExchangeContents, _ format: ExchangeFormat) throws -> (text: String, losses: [String]) {
        let (bytes, losses) = try exchange.write(contents, as: format)
        return (String(decoding: bytes, as: UTF8.self), losses.sentences)
    }

    @Test(
        "a file's name tells its format",
        arguments: [
            ("a.events", ExchangeFormat.evemu), ("a/b.EVEMU", .evemu), ("a.yml", .libinput), ("a.yaml", .libinput), ("a.inkml", .inkML),
            ("a.unp", .unipen), ("a.dat", .unipen), ("a.b.jsonl.gz", .jsonLines), ("a", nil), ("inkml", nil), ("a.inkml/b", nil),
            ("a.gz", nil),
        ] as [(String, ExchangeFormat?)])
    func names(path: String, format: ExchangeFormat?) {
        #expect(ExchangeFormat(path: path) == format)
    }

    @Test("inks lose nothing in InkML and JSON lines, and in UNIPEN what is said")
    func inks() throws {
        let inks = [InkMLInkTests.ink("a"), InkMLInkTests.ink("b", scale: nil)]
        for format in [ExchangeFormat.jsonLines, .inkML] {
            let (text, losses) = try Self.write(.inks(inks), format)
            #expect(losses == [])
            guard case .inkML(let document) = try format.read(Array(text.utf8)) else { continue }
            #expect(document.inks().inks == inks)
        }
        #expect(
            try Self.write(.inks(inks), .unipen).losses == [
                "force of 2 inks", "tilt (otx) of 2 inks", "tilt (oty) of 2 inks", "azimuth of 2 inks", "altitude of 2 inks",
            ])
    }

    @Test("what no line of JSON can hold is said")
    func unfit() throws {
        var ink = InkMLInkTests.ink("a")
        ink.hertz = .infinity
        ink.channels[.force] = [[.nan, 0, 0], [0]]
        ink.strokes[1] = [.init(x: .max, y: 0, time: 900_001)]
        #expect(try Self.write(.inks([ink]), .jsonLines).losses == ["sampling rates of 1 ink", "exact places of 1 ink", "force of 1 ink"])
        ink.label = "\u{1}"
        ink.unitsPerMillimeter = 1e9
        let losses = try Self.write(.inks([ink, JSONInk(strokes: [])]), .inkML).losses
        #expect(losses.contains("labels of 1 ink") && losses.contains("scales of 1 ink") && losses.contains("sampling rates of 1 ink"))
    }

    @Test("InkML and UNIPEN lose nothing in themselves, and in others what is said")
    func documents() throws {
        let crohme = Array(crohmeFile(symbols: 3, seed: 1, hasDecimals: true).utf8)
        let document = try ExchangeFormat.inkML.read(crohme)
        let (text, none) = try Self.write(document, .inkML)
        #expect(none == [])
        #expect(try InkDocument(inkML: Array(text.utf8)) == InkDocument(inkML: crohme))
        let (lines, losses) = try Self.write(document, .jsonLines)
        #expect(lines.split(separator: "\n").count == 1)
        #expect(losses.contains("the content of 4 annotationXMLs"))
        let unipen = try ExchangeFormat.unipen.read(Array(UnipenTests.words.utf8))
        #expect(try Self.write(unipen, .unipen).losses == [])
        #expect(try Self.write(unipen, .inkML).losses.contains("the quality of 1 segment"))
        var words = Self.exchange
        words.level = "WORD"
        let (bytes, _) = try words.write(unipen, as: .unipen)
        #expect(try UnipenDocument(unipen: bytes).levels == ["WORD"])
    }

    @Test("recordings go from evemu to libinput's YAML; evemu holds one device and no state")
    func recordings() throws {
        var recording = try Recording.read(fixture("stroke.yml"))
        #expect(try Self.write(.recording(recording), .libinput).losses == [])
        #expect(try Self.write(.recording(recording), .evemu).losses == ["all of 1 further device"])
        recording.devices[0].description.phys = "usb"
        recording.devices[0].description.uniq = "7"
        recording.devices[0].description.pressedKeys = [Key.touch]
        recording.devices[0].description.databaseSize = SurfaceSize(width: 1, height: 2)
        recording.devices[0].frames.insert(Frame(time: Instant(microseconds: -5)), at: 0)
        recording.label = "x"
        // a label goes along now
        let (text, losses) = try Self.write(.recording(recording), .libinput)
        #expect(try Recording.parse(Array(text.utf8)).label == "x")
        #expect(
            losses == [
                "the physical path of 1 device", "the serial number of 1 device",
                "the size from the tablet database of 1 device", "the state at the beginning of 1 device", "frames of 1 device",
            ])
    }

    @Test("a recording becomes the ink of its pens, and one ink a recording")
    func between() throws {
        let recording = try Recording.read(fixture("stroke.yml"))
        let (text, losses) = try Self.write(.recording(recording), .jsonLines)
        #expect(text == "{\"strokes\":[[1,2]],\"t\":[[0]]}\n")
        #expect(
            losses == ["all of 1 device without a pen", "description, buttons, eraser and hovering of 1 device"])
        let (yaml, lost) = try Self.write(.inks([InkMLInkTests.ink("a")]), .libinput)
        #expect(try Recording.parse(Array(yaml.utf8)).devices.first == InkMLInkTests.ink("a").recording.devices.first)
        // a label goes along now
        #expect(lost.contains("force of 1 ink") && !lost.contains("the label of 1 ink"))
        #expect(try Recording.parse(Array(yaml.utf8)).label == InkMLInkTests.ink("a").label)
        #expect(throws: RecordingError.self) { try Self.write(.inks([]), .evemu) }
        #expect(throws: RecordingError.self) { try Self.write(.inks([InkMLInkTests.ink("a"), InkMLInkTests.ink("b")]), .evemu) }
    }
}
