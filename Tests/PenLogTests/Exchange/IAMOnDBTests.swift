import PenLog
import Testing

/// A file of IAM-OnDB.
enum IAMOnDBSample {
    /// Made for this test, with the elements of the database's forms.
    static let form = """
        <?xml version="1.0" encoding="ISO-8859-1"?>
        <WhiteboardCaptureSession>
          <General><Form id="z99-001z" writerID="19999"/><Setting location="here"/></General>
          <Transcription><Text>
        He said &amp;quot;no&amp;quot;.
        Then  he left.
        </Text><TextLine id="z99-001z-01" text="He said"/></Transcription>
          <WhiteboardDescription><SensorLocation corner="top_left"/></WhiteboardDescription>
          <StrokeSet>
            <Stroke colour="black" start_time="7.05" end_time="7.07">
              <Point x="100" y="50" time="7.05"/><Point x="101" y="52.4" time="7.06"/>
            </Stroke>
            <Stroke colour="black" start_time="8.00" end_time="8.00"/>
            <Stroke colour="black" start_time="8.00" end_time="8.00"><Point x="90" y="60" time="8.00"/></Stroke>
          </StrokeSet>
        </WhiteboardCaptureSession>
        """
}

@Suite("Files of IAM-OnDB")
struct IAMOnDBTests {
    private func ink(_ text: String) throws -> JSONInk {
        guard case .inks(let inks) = try ExchangeFormat.iamOnDB.read(Array(text.utf8)) else {
            throw RecordingError(problem: "no inks", remedy: "")
        }
        return try #require(inks.first)
    }

    @Test("have strokes with their times, the writer, the name and the text, its quotation marks as they are meant")
    func form() throws {
        let ink = try ink(IAMOnDBSample.form)
        #expect(ink.strokes.map { $0.map { [$0.x, $0.y, $0.time] } } == [[[100, 50, 0], [101, 52, 10_000]], [[90, 60, 950_000]]])
        #expect(ink.writer == "19999" && ink.id == "z99-001z" && ink.level == "page" && ink.unitsPerMillimeter == nil)
        #expect(ink.label == "He said \"no\".\nThen he left.")
        #expect(ExchangeFormat(path: "lineStrokes/a01-000u-01.xml.gz") == .iamOnDB)
    }

    @Test("count from the sensor's corner: ink runs to the right and downwards all the same", arguments: ["top_left", "bottom_right", ""])
    func corners(corner: String) throws {
        let first = try #require(ink(IAMOnDBSample.form.replacing("corner=\"top_left\"", with: "corner=\"\(corner)\"")).strokes.first?.last)
        let sign: Int64 = corner == "bottom_right" ? -1 : 1
        #expect(first.x == sign * 101 && first.y == sign * 52)
    }

    @Test(
        "that are none, or lie, are refused with the place and a remedy",
        arguments: [
            ("<a/>", "give a file whose root"), ("<WhiteboardCaptureSession/>", "give a file with strokes"),
        ])
    func refused(text: String, remedy: String) {
        #expect { try ExchangeFormat.iamOnDB.read(Array(text.utf8)) } throws: { "\($0)".contains(remedy) && "\($0)".contains("line ") }
    }

    @Test(
        "that have a damaged stroke come in without it, and it is said with its line",
        arguments: [
            IAMOnDBSample.form.replacing("x=\"90\"", with: "x=\"nan\""), IAMOnDBSample.form.replacing("y=\"60\"", with: "y=\"1e99\""),
            IAMOnDBSample.form.replacing(" time=\"8.00\"", with: " time=\"2.00\""),
            IAMOnDBSample.form.replacing(" time=\"8.00\"", with: ""),
            "<WhiteboardCaptureSession><StrokeSet><Stroke><Point x=\"1\" y=\"2\" time=\"1\"/></Stroke>\n<Stroke><Point x=\"3\"",
        ])
    func damaged(text: String) throws {
        var leftOut = LeftOut()
        guard case .inks(let inks) = try ExchangeFormat.iamOnDB.read(Array(text.utf8), leftOut: &leftOut) else { return }
        #expect(inks.first?.strokes.count == 1 && leftOut.sentences.contains { $0.contains("line ") }, "\(leftOut.sentences)")
    }

    @Test("are not written")
    func written() {
        #expect(throws: RecordingError.self) {
            try Exchange { _ in nil }.write(.inks([JSONInk(strokes: [[.init(x: 1, y: 1, time: 0)]])]), as: .iamOnDB)
        }
    }
}
