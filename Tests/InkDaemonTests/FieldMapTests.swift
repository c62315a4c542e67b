import InkClient
import InkProtocol
import InkTestSupport
import Testing

@testable import InkDaemon
@testable import InkLoop
@testable import InkWorkspace

extension DaemonTests {
    @Suite struct FieldMapTests {
        private typealias Interface = TextInputInterface

        private static let field = Interface.Field(x: 10, y: 20, width: 300, height: 30, focused: false, secret: false)
        private static let tablet = Interface.TabletMapping(vendor: 0x056a, product: 0x0333, matrix: [1920, 0, 0, 0, 1080, 0])

        @Test(.timeLimit(.minutes(2)))
        func `Fields are those of the session with the focus, and end with it`() throws {
            let daemon = try RunningDaemon()
            func fields() throws -> [Interface.Field] {
                try daemon.onLoop { daemon in
                    try daemon.parts.text.seats.fields(of: #require(daemon.parts.text.seats["seat0"]))
                }
            }
            do {
                let method = try Method(daemon)
                try method.client.setFields([Self.field], tablets: [], of: method.session)
                #expect(try fields().isEmpty)
                _ = try method.focus(.text)
                #expect(try fields() == [Self.field])
                try method.client.setFields([], tablets: [], of: method.session)
                #expect(try fields().isEmpty)
                try method.client.setFields([Self.field], tablets: [], of: method.session)
            }
            try daemon.wait("end of the session") { $0.parts.text.seats["seat0"]?.sessions.isEmpty == true }
            #expect(try fields().isEmpty)
        }

        @Test(.timeLimit(.minutes(2)))
        func `Displays get the mapping, whenever they begin to watch, until its session ends`() throws {
            let daemon = try RunningDaemon()
            let plain = try daemon.connect().watchTextInput()
            let early = try daemon.connect().watchTextInput(display: true)
            func next(of watch: InkClient.Watch<Interface.Watch>) throws -> [Interface.TabletMapping]? {
                while let event = try watch.next(timeout: .patience) { if event.change == .mapping { return event.tablets } }
                return nil
            }
            do {
                let method = try Method(daemon)
                try method.client.setFields([Self.field], tablets: [Self.tablet], of: method.session)
                // fields alone concern no display
                try method.client.setFields([], tablets: [Self.tablet], of: method.session)
                #expect(try next(of: early) == [Self.tablet])
                let late = try daemon.connect().watchTextInput(display: true)
                #expect(try late.next(timeout: .patience)?.change == .present)
                #expect(try late.next(timeout: .patience)?.tablets == [Self.tablet])
            }
            #expect(try next(of: early) == [])
            // what it got by then has no mapping
            try daemon.wait("end of the session") { $0.parts.text.seats["seat0"]?.sessions.isEmpty == true }
            while let event = try plain.nextIfAvailable() { #expect(event.change != .mapping) }
        }

        @Test(.timeLimit(.minutes(2)))
        func `Too many fields, too many tablets and matrices that are none are refused, and change nothing`() throws {
            let daemon = try RunningDaemon()
            let method = try Method(daemon)
            _ = try method.focus(.text)
            func refusal(fields: Int = 1, tablets: [Interface.TabletMapping] = []) -> ClientInterface.InvalidValue? {
                do throws(ClientError) {
                    try method.client.setFields(Array(repeating: Self.field, count: fields), tablets: tablets, of: method.session)
                    return nil
                } catch {
                    return error.refusal(as: ClientInterface.InvalidValue.self)
                }
            }
            #expect(refusal(fields: 256, tablets: Array(repeating: Self.tablet, count: 32)) == nil)
            #expect(refusal(fields: 257)?.parameter == "fields")
            #expect(refusal(fields: 257)?.allowed == "an array of at most 256")
            #expect(refusal(tablets: Array(repeating: Self.tablet, count: 33))?.parameter == "tablets")
            var short = Self.tablet
            short.matrix.removeLast()
            #expect(refusal(tablets: [Self.tablet, short])?.parameter == "tablets[1].matrix")
            let stored = try daemon.onLoop { daemon in
                try daemon.parts.text.seats.fields(of: #require(daemon.parts.text.seats["seat0"])).count
            }
            #expect(stored == 256)
            #expect(throws: ClientError.self) { try method.client.setFields([], tablets: [], of: method.session + 1) }
        }
    }
}
