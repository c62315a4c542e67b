import Ink
import InkClient
import InkProtocol
import PenLog
import Tablet
import Testing

@testable import InkDaemon
@testable import InkLoop
@testable import InkWorkspace

@Suite("What the configuration says of tablets' areas")
struct AreaSettingsTests {
    @Test("each tablet has its own, by numbers or by name")
    func areas() throws {
        let file = try TemporaryFile(
            """
            devices:
              virtual: true
              areas:
                56A:357:
                  area: [0, 12.5, 50, 100]
                  aspect: 16:9
                  rotation: 90
                "Somebody's Tablet: \\"S\\" v1.2 Pen": {area: "0,0,100,50", leftHanded: true}
            """)
        let settings = try SettingsLoader(path: file.path, environment: [:]).load()
        let lowerLeft = try #require(AreaEdges([0, 12.5, 50, 100]))
        let upper = try #require(AreaEdges([0, 0, 100, 50]))
        #expect(
            settings.devicesAreas == [
                "056a:0357": TabletArea(edges: lowerLeft, aspect: AspectRatio("16:9"), rotation: .quarter),
                "Somebody's Tablet: \"S\" v1.2 Pen": TabletArea(edges: upper, isLeftHanded: true),
            ])
        var identity = DeviceIdentity(
            name: "Wacom", role: .pen, bus: 3, hardware: .init(vendor: 0x56a, product: 0x357), seat: "seat0", isDisplay: false,
            isVirtual: false, isReplay: false)
        #expect(settings.area(of: identity)?.rotation == .quarter)
        identity.name = "Somebody's Tablet: \"S\" v1.2 Pen"
        #expect(settings.area(of: identity)?.isLeftHanded == true)
        (identity.name, identity.hardware.product) = ("Other", 1)
        #expect(settings.area(of: identity) == nil)
    }

    @Test(
        "what makes no sense is refused with its line, its key and what is allowed",
        arguments: [
            ("056a:0357: {area: [0, 0, 100]}", "line 3: devices.areas.056a:0357.area is of another type: give [left, top, right, bottom]"),
            ("056a:0357: {area: [50, 0, 20, 100]}", ".area is of another type: give [left, top, right, bottom] in percent"),
            ("056a:0357: {area: 1}", ".area is \"1\": give [left, top, right, bottom]"),
            ("056a:0357: {aspect: wide}", ".aspect is \"wide\": give width and height such as 16:9"),
            ("056a:0357: {rotation: 45}", ".rotation is \"45\": give 0, 90, 180 or 270"),
            ("056a:0357: {leftHanded: maybe}", ".leftHanded is \"maybe\": give true or false"),
            ("056a:0357: {lefthanded: true}", "unknown setting devices.areas.056a:0357.lefthanded; known settings: area, aspect,"),
            ("056a:0357: upright", "devices.areas.056a:0357 is \"upright\": give keys below it"),
            ("- 056a:0357", "devices.areas is of another type: give tablets, each with its keys below it"),
        ])
    func refusals(line: String, message: String) throws {
        try expectRefused("devices:\n  areas:\n    \(line)\n", message)
    }

    @Test("a section with nothing in it is all right", arguments: ["areas: {}", "areas:"])
    func empty(line: String) throws {
        let file = try TemporaryFile("devices:\n  virtual: true\n  \(line)\n")
        #expect(try SettingsLoader(path: file.path, environment: [:]).load() == Settings())
    }

    @Test("broken areas never crash the reader")
    func fuzz() throws {
        try loadBroken("devices:\n  areas:\n    056a:0357: {area: [0, 12.5, 50, 100], aspect: 16:9, rotation: 90, leftHanded: yes}\n")
    }
}

extension DaemonTests {
    @Suite("Areas of tablets")
    struct AreaTests {
        @Test("clients are told the mapped size and mapped ink, and the whole size besides")
        func mapped() throws {
            let area = TabletArea(edges: try #require(AreaEdges([0, 0, 50, 100])), rotation: .quarter)
            let daemon = try RunningDaemon([Recording.read(samplePath)], speed: 1000) { $0.devicesAreas = ["inkd Sample Pen Tablet": area] }
            let client = try daemon.connect()
            let device = try #require(try client.devices().first)
            #expect((device.width, device.height) == (120, 100))
            #expect((device.activeWidth, device.activeHeight) == (200, 120))
            try daemon.play()
            try daemon.waitUntilQuiet()
            let plain = try RunningDaemon([Recording.read(samplePath)], speed: 1000)
            try plain.play()
            try plain.waitUntilQuiet()
            let turned = try start(client)
            let upright = try start(try plain.connect())
            // the same stroke, turned clockwise: x is what is left below it, y is x
            #expect(abs(turned.x - (120 - upright.y)) < 0.1 && abs(turned.y - upright.x) < 0.1)
        }

        /// The start of the only pen's first stroke.
        private func start(_ client: InkConnection) throws -> Point {
            let editor = try #require(try client.devices().first?.editor)
            let stroke = try #require(try client.strokes(of: editor).strokes.first)
            return Point(x: try #require(stroke.x.first), y: try #require(stroke.y.first))
        }

        @Test("an area that is changed holds from then on, without plugging the tablet in again")
        func reloaded() throws {
            let daemon = try RunningDaemon([Recording.read(samplePath)], speed: 1000)
            let client = try daemon.connect()
            #expect(try client.devices().first?.width == 200)
            try daemon.onLoop { daemon in
                var settings = daemon.shared.settings
                settings.devicesAreas = ["inkd Sample Pen Tablet": TabletArea(rotation: .threeQuarters)]
                daemon.reloaded(.success(settings))
            }
            #expect(try client.devices().first?.width == 120)
        }

        @Test func `Pens of the built-in display follow its rotation while the input method is there`() throws {
            let daemon = try RunningDaemon([Recording.read(samplePath)], speed: 1000)
            let client = try daemon.connect()
            try daemon.onLoop { daemon in
                let tablet = try #require(daemon.parts.deviceRegistry.sessions.values.first)
                var identity = tablet.identity
                (identity.name, identity.isBuiltIn) = ("Built-in Pen", true)
                _ = try daemon.parts.devices.add(identity, tablet.description)
            }
            func widths() throws -> [Double?] { try client.devices().map(\.width) }
            try report(90, daemon) { try #expect(widths() == [200, 120]) }
            try daemon.wait("end of the session") { $0.parts.text.seats["seat0"]?.sessions.isEmpty == true }
            #expect(try widths() == [200, 200])
            try report(180, daemon) { try #expect(widths() == [200, 200]) }
            #expect(throws: ClientError.self) { try report(45, daemon) {} }
        }

        /// Reports a rotation from an input method, which leaves after `body`.
        private func report(_ rotation: Int, _ daemon: RunningDaemon, _ body: () throws -> Void) throws {
            let method = try Method(daemon)
            _ = try method.client.call(TextInputInterface.SetDisplayRotation.self, .init(session: method.session, rotation: rotation))
            try body()
        }
    }
}
