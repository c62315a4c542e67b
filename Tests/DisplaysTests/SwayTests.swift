import Glibc
import Ink
import InkProtocol
import InputMethod
import System
import Testing
import Varlink

@testable import Displays

@Suite struct SwayTests {
    private func value(_ text: String) throws -> JSONValue { try JSONValue(parsing: Array(text.utf8)) }

    private let single = [SwayOutput(name: "HEADLESS-1", place: .init(x: 0, y: 0, width: 1280, height: 800), rotation: 0)]
    private let pen = SwayPen(vendor: 1386, product: 819, identifier: "1386:819:Guest_Cintiq_Pen")

    @Test func `The focused window lies within its frame`() throws {
        let tree = try value(
            """
            {"type": "root", "focused": false, "nodes": [{"type": "workspace", "focused": false, "nodes": [
              {"type": "con", "focused": false, "pid": 7, "rect": {"x": 0, "y": 0, "width": 9, "height": 9}}],
             "floating_nodes": [{"type": "floating_con", "focused": true, "pid": 42, "name": "fields",
              "rect": {"x": 100, "y": 80, "width": 800, "height": 500}, "window_rect": {"x": 2, "y": 2, "width": 796, "height": 496}}]}]}
            """)
        let window = FocusedWindow(place: .init(x: 102, y: 82, width: 796, height: 496), process: 42, title: "fields")
        #expect(SwayTree.focusedWindow(in: tree) == window)
    }

    @Test(arguments: [#"{"focused": true, "type": "workspace", "rect": {"x": 0, "y": 0, "width": 9, "height": 9}}"#, "{}", "[]", "null"])
    func `An empty workspace has no window`(text: String) throws { #expect(try SwayTree.focusedWindow(in: value(text)) == nil) }

    @Test func `Pens, their calibration and the outputs are those that sway lists`() throws {
        let inputs = try value(
            """
            [{"identifier": "0:0:Keyboard", "vendor": 0, "product": 0, "type": "keyboard"},
             {"identifier": "1386:819:Guest_Cintiq_Pen", "vendor": 1386, "product": 819, "type": "tablet_tool",
              "libinput": {"calibration_matrix": [1, 0, 0.5, 0, 1, 0]}}]
            """)
        #expect(SwayPen.list(inputs).map(\.calibration) == [[1, 0, 0.5, 0, 1, 0]])
        let outputs = try value(
            """
            [{"name": "DP-1", "active": true, "rect": {"x": 5, "y": 6, "width": 70, "height": 80}, "transform": "90", "scale": 2.0},
             {"name": "DP-2", "active": false}]
            """)
        #expect(SwayOutput.list(outputs) == [SwayOutput(name: "DP-1", place: .init(x: 5, y: 6, width: 70, height: 80), rotation: 90)])
    }

    @Test func `A pen without a rule spans the only output`() throws {
        let mapping = try #require(pen.mapping(to: single, by: SwayInputRules(config: "")))
        #expect(mapping.report.matrix == [1280, 0, 0, 0, 800, 0])
        #expect(mapping.vendor == 1386 && mapping.product == 819)
    }

    @Test func `A rule maps a pen to an output, rotated as its picture`() throws {
        let two = single + [SwayOutput(name: "DP-1", place: .init(x: 1280, y: 0, width: 600, height: 1000), rotation: 90)]
        let rules = SwayInputRules(config: "input type:tablet_tool map_to_output DP-1")
        let mapping = try #require(pen.mapping(to: two, by: rules))
        #expect(mapping.map(Point(x: 0, y: 0)) == Point(x: 1880, y: 0))
        #expect(mapping.map(Point(x: 1, y: 0)) == Point(x: 1880, y: 1000))
        #expect(mapping.map(Point(x: 0, y: 1)) == Point(x: 1280, y: 0))
        let everywhere = try #require(pen.mapping(to: two, by: SwayInputRules(config: "input * map_to_output *")))
        #expect(everywhere.report.matrix == [1880, 0, 0, 0, 1000, 0])
        #expect(try #require(pen.mapping(to: two, by: SwayInputRules(config: ""))).map == everywhere.map)
        #expect(pen.mapping(to: two, by: SwayInputRules(config: "input * map_to_output DP-9")) == nil)
    }

    @Test func `With a built-in output among several, the mapping of a pen without a rule is unknown`() {
        let outputs = single + [SwayOutput(name: "eDP-1", place: .init(x: 1280, y: 0, width: 600, height: 400), rotation: 0)]
        #expect(pen.mapping(to: outputs, by: SwayInputRules(config: "")) == nil)
        #expect(pen.mapping(to: [], by: SwayInputRules(config: "")) == nil)
    }

    @Test func `Calibration comes before the output`() throws {
        var calibrated = pen
        calibrated.calibration = [0.5, 0, 0.25, 0, 1, 0]
        let mapping = try #require(calibrated.mapping(to: single, by: SwayInputRules(config: "")))
        #expect(mapping.map(Point(x: 0, y: 0)) == Point(x: 320, y: 0) && mapping.map(Point(x: 1, y: 1)) == Point(x: 960, y: 800))
    }

    @Test func `The most special rule of a configuration applies`() {
        let rules = SwayInputRules(
            config: """
                # input * map_to_output NONE
                input * {
                    map_to_output "Dell Inc. U2720Q"
                    drag enabled
                }
                input "1386:819:Guest_Cintiq_Pen" map_to_region 10 20 300x200
                input type:tablet_tool {
                    map_to_output DP-2
                }
                bar {
                    position top
                }
                output DP-1 {
                """)
        #expect(rules.target(of: "1386:819:Guest_Cintiq_Pen") == .region(.init(x: 10, y: 20, width: 300, height: 200)))
        #expect(rules.target(of: "1:2:Other") == .output("DP-2"))
        #expect(SwayInputRules(config: "input * {\nmap_to_output 'A B'\n}").target(of: "1:2:Other") == .output("A B"))
        #expect(SwayInputRules(config: "}\n}\ninput * map_to_output").target(of: "1:2:Other") == nil)
    }

    @Test func `Messages are read however they are cut, and a foreign one ends the connection`() throws {
        var path = Array("/tmp/inkd-sway-XXXXXX".utf8CString)
        try #require(mkdtemp(&path) != nil)
        let folder = String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        defer {
            unlink(folder + "/sway")
            rmdir(folder)
        }
        let listener = try UnixSocket.listen(at: folder + "/sway", permissions: 0o600)
        let socket = try #require(SwaySocket(path: folder + "/sway"))
        let accepted = UnixSocket.accept(on: listener)
        let client = try #require(accepted)
        defer { close(client) }
        func send(_ bytes: some Sequence<UInt8>) { _ = Array(bytes).withUnsafeBytes { write(client, $0.baseAddress, $0.count) } }
        let message = Array("i3-ipc".utf8) + [8, 0, 0, 0, 4, 0, 0, 0] + Array(#"{"a": 1}"#.utf8)
        for byte in message.dropLast() {
            send([byte])
            #expect(socket.receive().isEmpty)
        }
        send([message[message.count - 1]] + message)
        #expect(socket.receive().map(\.content) == [.object(["a": .int(1)]), .object(["a": .int(1)])])
        send("GET / HTTP/1.0\r\n".utf8)
        #expect(socket.receive().isEmpty && socket.isLost)
    }
}
