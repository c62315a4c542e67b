import PenLog
import Testing

@Suite("InkML and inks")
struct InkMLInkTests {
    /// An ink with everything.
    static func ink(_ id: String, scale: Double? = 39.370_078_740_157_48) -> JSONInk {
        var ink = JSONInk(
            strokes: [
                [.init(x: -4007, y: 300, time: 0), .init(x: 10_000_000, y: 0, time: 8333), .init(x: 7, y: 7, time: 16_667)],
                [.init(x: 5, y: 5, time: 900_001)],
            ],
            channels: [
                .force: [[0, 0.1, 1], [0.333_333_333_333_333_3]], .tiltX: [[-0.5, 0, 1e-9], [3]], .tiltY: [[0, 0, 0], [1]],
                .azimuth: [[1, 2, 3], [4]], .altitude: [[1.570_796_326_794_896_6, 0, 0], [0]],
            ])
        (ink.id, ink.label, ink.writer, ink.device, ink.level, ink.style) = (id, "a <b> & \"ß\"", "w", "Wacom \"7\"", "word", "print")
        ink.hertz = 133.3
        ink.unitsPerMillimeter = scale
        return ink
    }

    private static func through(_ inks: [JSONInk]) throws -> [JSONInk] {
        let document = InkDocument(inks: inks)
        let read = try InkDocument(inkML: document.inkML)
        let (again, losses) = read.inks()
        #expect(losses.isEmpty, "\(losses.sentences)")
        return again
    }

    @Test("an ink goes into InkML and out unchanged", arguments: [nil, 0.001, 1, 39.370_078_740_157_48, 100, 200.5, 99_999])
    func one(scale: Double?) throws {
        let ink = Self.ink("a", scale: scale)
        #expect(try Self.through([ink]) == [ink])
    }

    @Test("several inks have a group each, and contexts of their own")
    func several() throws {
        var bare = JSONInk(strokes: [[.init(x: 1, y: 2, time: 0), .init(x: 3, y: 4, time: 10_000)]])
        bare.isTimed = false
        let inks = [Self.ink("a"), bare, Self.ink("c", scale: nil), bare, Self.ink("a")]
        #expect(try Self.through(inks) == inks)
        #expect(try Self.through([]) == [])
        #expect(try Self.through([bare]) == [bare])
    }

    @Test("the millimeters that others read are right")
    func millimeters() throws {
        let text = String(decoding: InkDocument(inks: [Self.ink("a", scale: 100)]).inkML, as: UTF8.self)
        #expect(text.contains("-40.07 3 0 0 -0.5 0 1 1.5707963267948966, 100000 0 0.1 8.333 0 0 2 0,"))
        #expect(text.contains(#"<channel name="X" type="decimal" units="mm"/>"#))
        #expect(text.contains(#"<channelProperty channel="X" name="resolution" value="100" units="1/mm"/>"#))
    }

    private static func inks(_ channels: String, _ traces: String, more: String = "") throws -> (inks: [JSONInk], losses: [String]) {
        let document = try InkMLTests.document("<ink><traceFormat>\(channels)</traceFormat>\(more)\(traces)</ink>")
        let (inks, losses) = document.inks()
        return (inks, losses.sentences)
    }

    /// Of the first ink.
    private static func places(_ inks: [JSONInk]) -> [[[Int64]]] {
        inks.first?.strokes.map { samples in samples.map { [$0.x, $0.y] } } ?? []
    }

    @Test("decimals become whole numbers, and their scale follows")
    func decimals() throws {
        let channels = #"<channel name="X" units="cm"/><channel name="Y" units="cm" orientation="-ve"/>"#
        let (inks, losses) = try Self.inks(channels, "<trace>1.25 -3, 0.5 0.125</trace>")
        let ink = try #require(inks.first)
        #expect(Self.places([ink]) == [[[1250, 3000], [500, -125]]])
        #expect(ink.unitsPerMillimeter == 100)
        #expect(losses == [])
    }

    @Test("digits that there is no room for are rounded, and said")
    func tooManyDigits() throws {
        let (inks, losses) = try Self.inks(#"<channel name="X"/><channel name="Y"/>"#, "<trace>0.123456789012345678 7, 1234.5 9</trace>")
        #expect(Self.places(inks) == [[[12346, 700_000], [123_450_000, 900_000]]])
        #expect(losses == ["some digits of positions of 1 ink"])
        let large = try Self.inks(#"<channel name="X"/><channel name="Y"/>"#, "<trace>1e20 -1e20</trace>")
        #expect(large.inks.first?.strokes.first?.first == .init(x: 1 << 30, y: -(1 << 30), time: 0))
        #expect(large.losses == ["some digits of positions of 1 ink"])
    }

    @Test("units that are not square become so, by the finer ones: no digit is lost")
    func oblong() throws {
        let channels = #"<channel name="X" units="mm"/><channel name="Y" units="in"/>"#
        let (inks, losses) = try Self.inks(channels, "<trace>10.00 1, 10.01 2</trace>")
        #expect(Self.places(inks) == [[[1000, 2540], [1001, 5080]]])
        #expect(inks.first?.unitsPerMillimeter == 100)
        #expect(losses == [])
        let rough = try Self.inks(#"<channel name="X" units="cm"/><channel name="Y" units="mm"/>"#, "<trace>1 5, 2 7</trace>")
        #expect(Self.places(rough.inks) == [[[10, 5], [20, 7]]] && rough.inks.first?.unitsPerMillimeter == 1 && rough.losses == [])
    }

    @Test("force, angles and times are converted by their units and ranges")
    func channels() throws {
        let channels = """
            <channel name="X"/><channel name="Y"/><channel name="F" min="-100" max="100"/><channel name="OTx" units="deg"/>
            <channel name="OA" units="deg"/><channel name="OE" units="rad"/><channel name="T" units="s"/>
            """
        let (inks, losses) = try Self.inks(channels, "<trace>1 2 -50 90 180 0.5 7.5,1 3 100 -90 0 1 7.50725</trace>")
        let ink = try #require(inks.first)
        let quarter = Double.pi / 2
        let expected: [JSONInk.Channel: [[Double]]] = [
            .force: [[0.25, 1]], .tiltX: [[quarter, -quarter]], .azimuth: [[Double.pi, 0]], .altitude: [[0.5, 1]],
        ]
        #expect(ink.channels == expected)
        #expect(ink.strokes.map { $0.map(\.time) } == [[0, 7250]])
        #expect(ink.isTimed && losses == [])
    }

    @Test("what has no unit, no range or no place is said")
    func unknown() throws {
        let channels = #"<channel name="X"/><channel name="Y"/><channel name="F"/><channel name="OTx"/><channel name="Z"/>"#
        let traces = "<trace brushRef=\"#b\">1 2 3 4 5</trace><trace type=\"penUp\">1 2 3 4 5</trace>"
        let (inks, losses) = try Self.inks(channels, traces, more: "<!-- hello -->")
        #expect(inks.first?.strokes.count == 1)
        #expect(inks.first?.channels == [:])
        #expect(
            losses == [
                "the text of 1 comment", "brushes of 1 trace", "hovering of 1 trace", "channel Z of 1 ink",
                "force, whose unit or range is unknown, of 1 ink", "tilt (otx), whose unit or range is unknown, of 1 ink",
            ])
    }

    @Test("traces that go on are one stroke")
    func continuation() throws {
        let traces = """
            <trace xml:id="a" continuation="begin">1 1</trace><trace xml:id="b">5 5</trace>
            <trace xml:id="c" continuation="middle" priorRef="#a">2 2</trace><trace continuation="end" priorRef="#c">3 3</trace>
            """
        let (inks, _) = try Self.inks(#"<channel name="X"/><channel name="Y"/>"#, traces)
        #expect(inks.first?.strokes.map { $0.map(\.x) } == [[1, 2, 3], [5]])
    }

    @Test("groups that say what is written are inks, the outermost ones; others with traces too")
    func groups() throws {
        let document = try InkMLTests.document(
            """
            <ink><traceGroup><annotation type="type">Text</annotation>
              <traceGroup><annotation type="truth">one two</annotation>
                <traceGroup><annotation type="truth">one</annotation><trace>1 1</trace></traceGroup>
                <traceGroup><annotation type="truth">two</annotation><trace>2 2</trace><trace>2 3</trace></traceGroup></traceGroup>
              <traceGroup><annotation type="truth">three</annotation><trace>3 3</trace></traceGroup>
              <traceGroup><trace>4 4</trace></traceGroup></traceGroup></ink>
            """)
        let (inks, losses) = document.inks()
        #expect(inks.map(\.label) == ["one two", "three", nil])
        #expect(inks.map(\.strokes.count) == [3, 1, 1])
        #expect(losses.sentences == ["the annotation of 3 groups", "the place in a hierarchy of 2 groups"])
    }
}
