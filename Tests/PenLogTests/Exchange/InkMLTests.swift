import PenLog
import Testing

@Suite("InkML")
struct InkMLTests {
    static func document(_ text: String) throws -> InkDocument { try InkDocument(inkML: Array(text.utf8)) }

    /// All traces, those in groups too.
    static func traces(_ contents: [InkDocument.Element]) -> [InkDocument.Trace] {
        contents.flatMap { element -> [InkDocument.Trace] in
            switch element {
            case .trace(let trace): [trace]
            case .group(let group): traces(group.contents)
            default: []
            }
        }
    }

    /// Every point's values, as text.
    static func points(_ text: String, channels: String = #"<channel name="X"/><channel name="Y"/>"#) throws -> [[String]] {
        let document = try document("<ink><traceFormat>\(channels)</traceFormat><trace>\(text)</trace></ink>")
        let trace = try #require(traces(document.contents).first)
        let values = trace.values.map { value in
            switch value {
            case .number(let number): number.text
            case .boolean(let flag): flag ? "T" : "F"
            case .unreported: "?"
            }
        }
        return stride(from: 0, to: values.count, by: trace.format.channels.count).map {
            Array(values[$0..<$0 + trace.format.channels.count])
        }
    }

    @Test("a file of CROHME goes in and out unchanged", arguments: 0..<12)
    func crohme(number: Int) throws {
        let text = crohmeFile(symbols: number, seed: UInt64(number), hasDecimals: number % 2 == 1)
        let document = try Self.document(text)
        #expect(Self.traces(document.contents).count == 2 * number)
        let written = document.inkML
        let again = try InkDocument(inkML: written)
        #expect(again == document)
        #expect(again.inkML == written)
    }

    @Test("a file of CROHME is one ink with its formula, and what an ink has no place for is said")
    func crohmeInk() throws {
        let (inks, losses) = try Self.document(crohmeFile(symbols: 4, seed: 7, hasDecimals: true)).inks()
        let ink = try #require(inks.first)
        #expect(inks.count == 1)
        #expect([ink.label, ink.id, ink.writer] == ["$x y \\alpha <$", "2012_IVC_CROHME_F7_E4", "w7"])
        #expect(ink.strokes.count == 8)
        #expect(ink.unitsPerMillimeter == nil && !ink.isTimed)
        #expect(
            losses.sentences == [
                "the content of 5 annotationXMLs", "the place in a hierarchy of 5 groups", "the annotation of 5 groups",
                "references to traces of 8 traceViews", "the annotation \"copyright\" of 1 ink",
            ])
    }

    @Test("values need no space where they cannot run together")
    func dense() throws {
        #expect(
            try Self.points("1125 18432,'23'43,\"7\"-8,3-5,7 -3,6 2,6 8,3 6") == [
                ["1125", "18432"], ["1148", "18475"], ["1178", "18510"], ["1211", "18540"], ["1251", "18567"], ["1297", "18596"],
                ["1349", "18633"],
                ["1404", "18676"],
            ])
        #expect(try Self.points("1.5.5,-1-2 , #FF -#a,1e2-3E-1,") == [["1.5", "0.5"], ["-1", "-2"], ["255", "-10"], ["100", "-0.3"]])
    }

    @Test("wildcards, explicit values and intermittent channels")
    func wildcards() throws {
        let channels = """
            <channel name="X"/><intermittentChannels><channel name="B" type="boolean" default="F"/></intermittentChannels><channel name="Y"/>
            """
        #expect(
            try Self.points("5 6 T,* !7,'1 * F,* 2 *,!1 !1?,2 2*", channels: channels) == [
                ["5", "6", "T"], ["5", "7", "?"], ["6", "7", "F"], ["6", "2", "F"], ["1", "1", "?"], ["2", "2", "F"],
            ])
        #expect(try Self.points("", channels: channels) == [])
    }

    @Test("contexts, sources and formats are found by name, and hold for groups and from a place on")
    func contexts() throws {
        let document = try Self.document(
            """
            <ink xmlns="http://www.w3.org/2003/InkML"><definitions>
              <inkSource xml:id="s" manufacturer="A" model="B"><traceFormat xml:id="f"><channel name="X" type="integer" units="mm" max="5"/>
                <channel name="Y" orientation="-ve"/><channel name="F"/></traceFormat><sampleRate value="100"/></inkSource>
              <context xml:id="c" inkSourceRef="#s"/><context xml:id="d" contextRef="#c" traceFormatRef="#f"/></definitions>
              <trace>1 2</trace><trace contextRef="#c">1 2 3</trace>
              <traceGroup contextRef="#d"><traceGroup><trace>4 5 6</trace><trace contextRef="#DefaultContext">7 8</trace></traceGroup></traceGroup>
              <context inkSourceRef="#s"/><trace>9 9 9</trace></ink>
            """)
        let formats = Self.traces(document.contents).map(\.format)
        #expect(formats.map { $0.channels.map(\.name).joined() } == ["XY", "XYF", "XYF", "XY", "XYF"])
        #expect(formats.map(\.device) == [nil, "A B", "A B", nil, "A B"])
        #expect(formats[2].hertz == 100)
        #expect(formats[2].channels[0].maximum?.text == "5" && formats[2].channels[1].isReversed)
        #expect(try InkDocument(inkML: document.inkML) == document)
    }

    @Test("a document with prefixes, comments and what nobody knows goes in and out unchanged")
    func foreign() throws {
        let document = try Self.document(
            """
            <!-- before --><i:ink xmlns:i="http://www.w3.org/2003/InkML" xmlns:z="urn:z" documentID="d"><!-- a -- b --><i:trace z:q="&quot;&#10;">1 2</i:trace>
            <z:more a="1"><z:trace>x</z:trace> text <![CDATA[<&]]></z:more><trace>no ink</trace></i:ink><!-- behind -->
            """.replacing("a -- b", with: "a - b"))
        #expect(Self.traces(document.contents).count == 1)
        #expect(document.outerComments == [" before ", " behind "])
        #expect(try InkDocument(inkML: document.inkML) == document)
    }

    @Test(
        "what is wrong is told with its line, value and remedy",
        arguments: [
            ("", "the XML has 0 bytes"),
            ("hello", "line 1: the XML is not well-formed: Document is empty; repair the file, or export it again"),
            ("<ink>\n<trace>1 2", "line 2: the XML is not well-formed: "),
            ("<svg/>", "line 1: the file is a \"svg\", not InkML; give a file whose"),
            ("<ink>\n<trace xml:id=\"t\">1 2, 3</trace></ink>", "line 2: trace \"t\": point 1 has 1 values; give 2, one for each channel"),
            ("<ink><trace>1 2 3</trace></ink>", "line 1: trace: point 0 has more than 2 values"),
            ("<ink><trace>1 two</trace></ink>", "line 1: trace: point 0 has the value \"two\", which is not a number"),
            ("<ink><trace>1 T</trace></ink>", "line 1: trace: point 0 has the value \"T\", which is not a number"),
            ("<ink><trace>1 1e999</trace></ink>", "line 1: trace: point 0 has the value \"1e999\", which is not a number"),
            ("<ink><context xml:id=\"a\" contextRef=\"#a\"/></ink>", "line 1: contexts refer to each other in a circle"),
            ("<ink><traceFormat><channel/></traceFormat></ink>", "line 1: a channel has no name"),
            ("<ink><traceFormat><channel name=\"X\" min=\"low\"/></traceFormat></ink>", "line 1: the min of channel \"X\" is \"low\""),
            ("<ink><traceFormat/></ink>", "line 1: the traceFormat has 0 channels"),
            ("<!DOCTYPE ink [<!ENTITY a \"b\">]><ink>&a;</ink>", "line 1: the XML has a document type; remove the line"),
            ("<!DOCTYPE ink SYSTEM \"http://localhost/x.dtd\"><ink/>", "line 1: the XML has a document type"),
            ("<ink>&undefined;</ink>", "line 1: the XML is not well-formed: "),
        ])
    func refused(text: String, message: String) {
        do {
            _ = try Self.document(text)
            Issue.record("it was read")
        } catch {
            let described = "\(error)"
            #expect(described.hasPrefix(message), "\(described)")
        }
    }

    @Test("an entity that stands for a billion others is refused")
    func bomb() {
        let entities = (1...9).map { "<!ENTITY l\($0) \"" + String(repeating: "&l\($0 - 1);", count: 10) + "\">" }.joined()
        #expect(throws: RecordingError.self) {
            try Self.document("<!DOCTYPE ink [<!ENTITY l0 \"lol\">\(entities)]><ink a=\"&l9;\"><trace>&l9;</trace></ink>")
        }
    }

    @Test("deep nesting is refused, not followed")
    func deep() {
        #expect(throws: RecordingError.self) { try Self.document(String(repeating: "<ink>", count: 100_000)) }
        #expect(throws: RecordingError.self) {
            try Self.document(
                "<ink>" + String(repeating: "<traceGroup>", count: 5000) + String(repeating: "</traceGroup>", count: 5000) + "</ink>")
        }
    }
}
