import Ink
import PenLog
import Testing

@Suite("InkML of other programs")
struct InkMLForeignTests {
    /// A document as Word, OneNote and Windows Journal write it.
    static func office(
        type: String? = "integer", units: (String?, String?) = ("cm", "cm"), resolutions: [(value: String, units: String?)] = [],
        trace: String = "1000 1000, 2000 1500, 3000 1000"
    ) -> String {
        func attribute(_ name: String, _ value: String?) -> String { value.map { " \(name)=\"\($0)\"" } ?? "" }
        let properties = zip("XY", resolutions).map { channel, resolution in
            "<inkml:channelProperty channel=\"\(channel)\" name=\"resolution\" value=\"\(resolution.value)\"\(attribute("units", resolution.units))/>"
        }
        return """
            <inkml:ink xmlns:inkml="http://www.w3.org/2003/InkML"><inkml:definitions><inkml:context xml:id="c"><inkml:inkSource xml:id="s">
            <inkml:traceFormat><inkml:channel name="X"\(attribute("type", type))\(attribute("units", units.0))/>
            <inkml:channel name="Y"\(attribute("type", type))\(attribute("units", units.1))/></inkml:traceFormat>
            <inkml:channelProperties>\(properties.joined())</inkml:channelProperties></inkml:inkSource></inkml:context></inkml:definitions>
            <inkml:trace contextRef="#c">\(trace)</inkml:trace></inkml:ink>
            """
    }

    /// Width and height of the first ink in millimeters, as it is converted and as it comes into a part.
    static func sizes(_ text: String) throws -> [[Double]] {
        let document = try InkMLTests.document(text)
        let ink = try #require(document.inks().inks.first)
        let scale = try #require(ink.unitsPerMillimeter)
        let converted = ink.strokes.joined().map { Point(x: Double($0.x) / scale, y: Double($0.y) / scale) }
        let drawn = try #require(document.drawnTraces.first).points.map { Point(x: $0.x, y: $0.y) }
        return [converted, drawn].map { places in
            [places.map(\.x), places.map(\.y)].map { numbers in
                (((numbers.max() ?? 0) - (numbers.min() ?? 0)) * 1000).rounded() / 1000
            }
        }
    }

    @Test("whole numbers with a resolution are counts, of whatever unit; X and Y have each their own")
    func counts() throws {
        let twenty = [[20.0, 5.0], [20.0, 5.0]]
        let thousand = [(value: "1000", units: String?("1/cm")), ("1000", "1/cm")]
        #expect(try Self.sizes(Self.office(resolutions: thousand)) == twenty)
        #expect(try Self.sizes(Self.office(units: ("dev", "dev"), resolutions: thousand)) == twenty)
        #expect(try Self.sizes(Self.office(units: (nil, nil), resolutions: thousand)) == twenty)
        #expect(
            try Self.sizes(Self.office(units: ("himetric", "himetric"), resolutions: [("1", "1/himetric"), ("1", "1/himetric")])) == twenty)
        #expect(try Self.sizes(Self.office(units: ("himetric", "himetric"))) == twenty)
        #expect(try Self.sizes(Self.office(units: ("mm", "mm"), resolutions: [("100", "1/mm"), ("100", "1/mm")])) == twenty)
        // the size of a point, a density, and a resolution in the channel's unit
        #expect(try Self.sizes(Self.office(resolutions: [("0.01", "mm"), ("0.01", "mm")])) == twenty)
        #expect(try Self.sizes(Self.office(resolutions: [("2540", "dpi"), ("2540", "dpi")])) == twenty)
        #expect(try Self.sizes(Self.office(resolutions: [("1000", nil), ("1000", nil)])) == twenty)
        let inches = try Self.sizes(
            Self.office(units: ("in", "in"), resolutions: [("4000", "1/in"), ("2000", "1/in")], trace: "0 0, 4000 2000, 8000 0"))
        #expect(inches == [[50.8, 25.4], [50.8, 25.4]])
        let mixed = try Self.sizes(
            Self.office(units: ("cm", "in"), resolutions: [("1000", "1/cm"), ("2540", "1/in")], trace: "0 0, 1000 1000, 2000 500"))
        #expect(mixed == [[20, 10], [20, 10]])
    }

    @Test("without a type whole numbers with a resolution are counts, and others are in their unit")
    func untyped() throws {
        let thousand = [(value: "1000", units: String?("1/cm")), ("1000", "1/cm")]
        #expect(try Self.sizes(Self.office(type: nil, resolutions: thousand)) == [[20, 5], [20, 5]])
        #expect(try Self.sizes(Self.office(type: nil, resolutions: thousand, trace: "1 1, 2 1.5, 3 1")) == [[20, 5], [20, 5]])
        #expect(try Self.sizes(Self.office(type: nil, trace: "1 1, 2 1, 3 2")) == [[20, 10], [20, 10]])
    }

    @Test("decimals are in their unit, whatever the resolution is")
    func decimals() throws {
        let thousand = [(value: "1000", units: String?("1/cm")), ("1000", "1/cm")]
        #expect(try Self.sizes(Self.office(type: "decimal", resolutions: thousand, trace: "1 1, 2 1.5, 3 1")) == [[20, 5], [20, 5]])
        #expect(
            try Self.sizes(Self.office(type: "decimal", units: ("mm", "mm"), trace: "10 10, 20.25 15, 30.5 10")) == [
                [20.5, 5], [20.5, 5],
            ])
    }

    @Test("angles and times of whole numbers with a resolution are counts, too")
    func anglesAndTimes() throws {
        let text = """
            <ink><context><inkSource><traceFormat><channel name="X"/><channel name="Y"/><channel name="OA" type="integer" units="deg"/>
            <channel name="T" type="integer" units="s"/></traceFormat><channelProperties>
            <channelProperty channel="OA" name="resolution" value="10" units="1/deg"/>
            <channelProperty channel="T" name="resolution" value="1000" units="1/s"/></channelProperties></inkSource></context>
            <trace>1 1 1800 5000, 2 2 900 5010</trace></ink>
            """
        let ink = try #require(try InkMLTests.document(text).inks().inks.first)
        #expect(ink.strokes.map { $0.map(\.time) } == [[0, 10_000]])
        #expect(ink.channels[.azimuth]?.first?.map { ($0 * 1000).rounded() } == [3142, 1571])
    }

    @Test("ink larger than a wall is remarked on")
    func absurd() throws {
        let exchange = Exchange { _ in nil }
        let large = try exchange.survey(ExchangeFormat.inkML.read(Array(Self.office().utf8)))
        #expect(large.strokes == 1)
        #expect(
            large.remarks == ["the ink is 20000 mm wide and 5000 mm high: the file's units or its resolution may be wrong"])
        let usual = try exchange.survey(
            ExchangeFormat.inkML.read(Array(Self.office(resolutions: [("1000", "1/cm"), ("1000", "1/cm")]).utf8)))
        #expect(usual.remarks == [])
    }

    @Test("MathWriting's sampleId is the name, its label the label, and other annotations are said by their types")
    func mathWriting() throws {
        let text = #"""
            <ink xmlns="http://www.w3.org/2003/InkML"><annotation type="label">\frac{a}{b}</annotation><annotation type="splitTagOriginal">train</annotation>
            <annotation type="sampleId">0123456789abcdef</annotation><annotation type="normalizedLabel">\frac {a} {b}</annotation>
            <traceFormat><channel name="X"/><channel name="Y"/><channel name="T"/></traceFormat><trace id="0">10.5 12.25 0.0,11.5 13.5 10.0</trace></ink>
            """#
        let (inks, losses) = try InkMLTests.document(text).inks()
        #expect(inks.map(\.id) == ["0123456789abcdef"] && inks.map(\.label) == ["\\frac{a}{b}"])
        #expect(losses.sentences == ["the annotation \"splitTagOriginal\" of 1 ink", "the annotation \"normalizedLabel\" of 1 ink"])
    }

    @Test("points with fewer values than channels come in: the channels behind are unknown")
    func fewer() throws {
        let channels = #"<traceFormat><channel name="X"/><channel name="Y"/><channel name="T"/><channel name="F" max="10"/></traceFormat>"#
        let document = try InkMLTests.document("<ink>\(channels)<trace>1 2, 3 4</trace><trace>5 6, 7 8</trace></ink>")
        let (inks, _) = document.inks()
        #expect(inks.map { $0.strokes.map { $0.map { [$0.x, $0.y] } } } == [[[[1, 2], [3, 4]], [[5, 6], [7, 8]]]])
        #expect(inks.first?.isTimed == false && inks.first?.channels == [:] && document.leftOut.isEmpty)
        #expect(try InkDocument(inkML: document.inkML) == document)
        // without Y there is no place
        let damaged = try InkMLTests.document("<ink>\(channels)<trace>1 2, 3</trace>\n<trace>5 6 10 5</trace></ink>")
        #expect(damaged.leftOut.sentences == ["1 × trace (line 1: trace: point 1 has 1 values)"])
        #expect(damaged.inks().inks.first?.strokes.count == 1 && damaged.inks().inks.first?.isTimed == true)
    }

    @Test("traces without a namespace in a document with a prefix come in, those of another namespace do not")
    func namespaces() throws {
        let bare = try InkMLTests.document(#"<inkml:ink xmlns:inkml="http://www.w3.org/2003/InkML"><trace>0 0, 10 10</trace></inkml:ink>"#)
        #expect(InkMLTests.traces(bare.contents).count == 1)
        #expect(try InkDocument(inkML: bare.inkML) == bare)
        let prefixed = try InkMLTests.document(
            #"<ink xmlns="http://www.w3.org/2003/InkML" xmlns:i="http://www.w3.org/2003/InkML"><i:trace>0 0, 10 10</i:trace></ink>"#)
        #expect(InkMLTests.traces(prefixed.contents).count == 1)
        let other = try InkMLTests.document(#"<i:ink xmlns:i="urn:i" xmlns="urn:other"><trace>0 0</trace></i:ink>"#)
        #expect(InkMLTests.traces(other.contents).isEmpty)
    }

    @Test("a reference that leads nowhere, and a format that is none, do not take the traces")
    func references() throws {
        let document = try InkMLTests.document("<ink>\n<traceFormat/>\n<trace contextRef=\"#no\">1 2</trace></ink>")
        #expect(InkMLTests.traces(document.contents).count == 1)
        #expect(
            document.leftOut.sentences == [
                "1 × traceFormat (line 2: the traceFormat has 0 channels)", "1 × contextRef (line 3: there is no context \"#no\")",
            ])
    }

    @Test("a byte that is not UTF-8 is read as Latin-1, and said")
    func stray() throws {
        let text = "<ink>\n<annotation type=\"truth\">caf\u{1}é</annotation><trace>1 2</trace></ink>"
        let bytes = Array(text.utf8).map { $0 == 1 ? 0xE9 : $0 }
        let document = try InkDocument(inkML: bytes)
        #expect(document.inks().inks.first?.label == "caféé")
        #expect(document.leftOut.sentences == ["1 × byte (line 2: it is not UTF-8, and is read as ISO-8859-1)"])
    }

    @Test("of a document that is cut off, or damaged in one trace, the whole traces come in")
    func cut() throws {
        let whole = "<ink>\n<trace>1 2</trace>\n<trace>3 4</trace>\n<trace>5 6, 7"
        let document = try InkMLTests.document(whole)
        #expect(InkMLTests.traces(document.contents).count == 2)
        #expect(document.leftOut.sentences.contains("1 × trace (line 4: the file ends in it)"), "\(document.leftOut.sentences)")
        let damaged = try InkMLTests.document("<ink>\n<trace>1 2</trace>\n<trace a=\"<\">3 4</trace>\n<trace>5 6</trace></ink>")
        #expect(InkMLTests.traces(damaged.contents).count == 2 && damaged.leftOut.sentences.contains { $0.contains("line 3") })
        #expect(try InkDocument(inkML: damaged.inkML) == damaged)
    }
}
