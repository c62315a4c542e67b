import InkProtocol
import InputMethod
import Testing

@testable import Displays

@Suite struct GnomeTests {
    private static let window =
        #"{"x": 26, "y": 23.5, "width": 500, "height": 400, "shadowLeft": 26, "shadowTop": 23, "pid": 42, "title": "fields"}"#
    private static let pen = #"{"vendor": 1386, "product": 934, "name": "Pen", "matrix": [1920, 0, 5, 0, 1080, 6], "millimeter": 5.5}"#

    @Test func `The window has its place, its shadow, its process and its title`() throws {
        let places = try #require(GnomePlaces.read(#"{"tablets": [], "window": \#(Self.window)}"#))
        let window = FocusedWindow(
            place: .init(x: 26, y: 23.5, width: 500, height: 400), shadowLeft: 26, shadowTop: 23, process: 42, title: "fields")
        #expect(places == DesktopPlaces(window: window))
    }

    @Test func `Tablets are reported without their names unless these matter`() throws {
        let places = try #require(GnomePlaces.read(#"{"tablets": [\#(Self.pen), \#(Self.pen)]}"#))
        #expect(
            places.tablets == [
                TextInputInterface.TabletMapping(
                    vendor: 1386, product: 934, name: nil, matrix: [1920, 0, 5, 0, 1080, 6], millimeter: 5.5)
            ])
        #expect(places.window == nil)
    }

    @Test(arguments: [
        #"{"vendor": 1, "product": 2, "matrix": [1, 0, 0, 0, 1]}"#, #"{"vendor": 1, "product": 2, "matrix": [1, 0, 0, 0, 0, 0]}"#,
        #"{"vendor": 1, "product": 2, "matrix": [1, 0, 0, 0, "1", 0]}"#, #"{"vendor": 1, "matrix": [1, 0, 0, 0, 1, 0]}"#,
        #"{"vendor": 1.5, "product": 2, "matrix": [1, 0, 0, 0, 1, 0]}"#, "[]", "7",
    ])
    func `A tablet without a usable map is left out`(tablet: String) {
        #expect(GnomePlaces.read(#"{"tablets": [\#(tablet), \#(Self.pen)]}"#)?.tablets.map(\.vendor) == [1386])
    }

    @Test(arguments: [
        #"{"x": 1, "y": 1, "width": 0, "height": 5}"#, #"{"x": 1, "y": 1, "width": 9}"#, "null", "[1]",
    ])
    func `A window without a place is unknown`(window: String) throws {
        #expect(try #require(GnomePlaces.read(#"{"window": \#(window)}"#)).window == nil)
    }

    @Test func `The process of a window may be unknown`() throws {
        for process in ["0", "-1", "null", #""x""#] {
            let places = GnomePlaces.read(#"{"window": {"x": 1, "y": 2, "width": 3, "height": 4, "pid": \#(process)}}"#)
            #expect(try #require(places?.window).process == nil)
        }
    }

    @Test(arguments: ["", "{", "[]", "null", "\u{0}"])
    func `A text that is no object has no places`(text: String) { #expect(GnomePlaces.read(text) == nil) }
}
