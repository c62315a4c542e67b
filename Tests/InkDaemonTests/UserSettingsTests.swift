import Foundation
import Glibc
import Ink
import InkClient
import InkProtocol
import PenLog
import System
import Tablet
import Testing

@testable import InkDaemon
@testable import InkLoop
@testable import InkWorkspace

extension DaemonTests {
    @Suite("Settings that are kept for a user")
    struct UserSettingsTests {
        /// A daemon whose state stays when it ends.
        private static func daemon(_ recordings: [Recording] = [], state: TemporaryFolder, users: [String] = []) throws -> RunningDaemon {
            let path = state.path + "/state"
            return try RunningDaemon(recordings, speed: 1000) { settings in
                settings.state = path
                settings.accessUsers = users
                settings.editorPause = 400
            }
        }

        private static func setting(_ key: String, _ client: InkConnection, of editor: String? = nil) throws -> EditorInterface.Setting {
            try #require(try client.configuration(of: editor).first { $0.key == key })
        }

        @Test("hold after a restart, and say where they come from; what was set once does not")
        func restart() throws {
            let state = try TemporaryFolder()
            do {
                let daemon = try Self.daemon(state: state)
                let client = try daemon.connect()
                try client.setConfiguration("eraser.mode", to: .text("pixel"), persist: true)
                try client.setConfiguration("undo.limit", to: .number(9))
                try client.setConfiguration("gesture.join", to: .flag(false))
                try client.setConfiguration("gesture.join", to: .flag(false), persist: true)
                let editor = try client.newEditor()
                try client.setConfiguration("eraser.radius", to: .number(3), of: editor)
                #expect(try Self.setting("eraser.mode", client, of: editor).source == .user)
                #expect(try Self.setting("eraser.radius", client, of: editor).source == .editor)
                #expect(try Self.setting("eraser.radius", client).source == .builtIn)
                #expect(try Self.setting("undo.limit", client).source == .session)
                #expect(try Self.setting("recognition.pause", client).source == .daemon)
                #expect(try Self.setting("gesture.join", client).source == .user, "what is kept takes the place of what was set once")
                daemon.stop()
            }
            let daemon = try Self.daemon(state: state)
            let client = try daemon.connect()
            let mode = try Self.setting("eraser.mode", client)
            #expect(mode.value.text == "pixel" && mode.source == .user && mode.own)
            #expect(try Self.setting("gesture.join", client).value.flag == false)
            let limit = try Self.setting("undo.limit", client)
            #expect(limit.value.number == 1000 && limit.source == .builtIn && !limit.own)
            let editor = try client.newEditor()
            let followed = try Self.setting("eraser.mode", client, of: editor)
            #expect(followed.value.text == "pixel" && followed.source == .user && !followed.own)
            // once, over what is kept
            try client.setConfiguration("eraser.mode", to: .text("stroke"))
            #expect(try Self.setting("eraser.mode", client).source == .session)
            try client.unsetConfiguration("eraser.mode")
            #expect(try Self.setting("eraser.mode", client).value.text == "pixel")
        }

        @Test("are forgotten when they are reset")
        func reset() throws {
            let state = try TemporaryFolder()
            let path = state.path + "/state/settings/\(geteuid()).yaml"
            let daemon = try Self.daemon(state: state)
            let client = try daemon.connect()
            try client.setConfiguration("eraser.mode", to: .text("pixel"), persist: true)
            #expect(try WholeFile.read(path) == Array("eraser.mode: \"pixel\"\n".utf8), "on the disk when it is answered")
            try client.unsetConfiguration("eraser.mode", persist: true)
            #expect(try Self.setting("eraser.mode", client).source == .builtIn)
            #expect(!FileManager.default.fileExists(atPath: path))
        }

        @Test("are refused with what may be, and then nothing is kept")
        func refusals() throws {
            let state = try TemporaryFolder()
            let daemon = try Self.daemon(state: state)
            let client = try daemon.connect()
            func reason(_ key: String, _ value: EditorInterface.Value.Content, of editor: String? = nil) -> String? {
                refusal(EditorInterface.InvalidValue.self) {
                    try client.setConfiguration(key, to: value, of: editor, persist: editor == nil)
                }?.reason
            }
            #expect(reason("undo.limit", .number(-1)) == "is -1.0, not a whole number within 0…100000")
            #expect(reason("tablet.fit", .text("056a:0357 = stylus click"))?.contains("\"click\": give one of pass, undo") == true)
            #expect(reason("tablet.areas", .text("056a:0357 = rotation 45"))?.contains("rotation 0, 90, 180 or 270") == true)
            #expect(reason("pen.enabled", .text("off")) == "is a yes/no value: set its flag")
            let editor = try client.newEditor()
            for (key, value) in [("pen.enabled", .flag(false)), ("tablet.areas", .text(""))] as [(String, EditorInterface.Value.Content)] {
                #expect(reason(key, value, of: editor) == "applies to all your pens and tablets: omit the editor")
            }
            let named = refusal(ClientInterface.InvalidValue.self) {
                try client.setConfiguration("undo.limit", to: .number(5), of: editor, persist: true)
            }
            #expect(named?.parameter == "persist")
            // a name may have any number of marks on its characters
            let long = "a" + String(repeating: "\u{301}", count: 40_000)
            #expect(reason("pen.styles", .text("\(long): pen #000000"))?.contains("the limit is 65536 bytes") == true)
            #expect(!FileManager.default.fileExists(atPath: state.path + "/state/settings"))
        }

        @Test("that cannot be written hold until inkd ends, and that is said")
        func unwritable() throws {
            let state = try TemporaryFolder()
            let daemon = try Self.daemon(state: state)
            try Folder.make(state.path + "/state")
            // a file lies where the folder would
            try WholeFile.write([], to: state.path + "/state/settings")
            let client = try daemon.connect()
            let failure = refusal(ClientInterface.Failed.self) {
                try client.setConfiguration("eraser.mode", to: .text("pixel"), persist: true)
            }
            #expect(failure?.reason.hasPrefix("the setting is in effect, but cannot be saved for the next start") == true)
            #expect(try Self.setting("eraser.mode", client).value.text == "pixel")
        }

        @Test("are told to those who watch the user's editors")
        func watched() throws {
            let state = try TemporaryFolder()
            let daemon = try Self.daemon(state: state)
            let client = try daemon.connect()
            let editor = try client.newEditor()
            let watch = try daemon.connect().watchEditors(editor)
            #expect(try watch.next(timeout: .patience)?.change == .present)
            func next() throws -> String? {
                while let reply = try watch.next(timeout: .patience) { if reply.change == .configurationChanged { return reply.key } }
                return nil
            }
            try client.setConfiguration("eraser.mode", to: .text("pixel"), persist: true)
            #expect(try next() == "eraser.mode")
            try client.setConfiguration("undo.limit", to: .number(5), of: editor)
            #expect(try next() == "undo.limit")
            // the editor has its own
            try client.setConfiguration("undo.limit", to: .number(6), persist: true)
            try client.unsetConfiguration("eraser.mode", persist: true)
            #expect(try next() == "eraser.mode")
        }

        @Test("have the pen's switch stay as it was left")
        func pen() throws {
            let state = try TemporaryFolder()
            do {
                let daemon = try Self.daemon(state: state)
                let client = try daemon.connect()
                #expect(try client.textInputStatus().enabled)
                #expect(try !client.setPen(enabled: nil).enabled)
                #expect(try Self.setting("pen.enabled", client).value.flag == false)
                daemon.stop()
            }
            let daemon = try Self.daemon(state: state)
            let client = try daemon.connect()
            #expect(try !client.textInputStatus().enabled)
            // the key is the same switch
            let watch = try daemon.connect().watchTextInput()
            #expect(try watch.next(timeout: .patience)?.status?.enabled == false)
            try client.setConfiguration("pen.enabled", to: .flag(true))
            #expect(try client.textInputStatus().enabled)
            #expect(try watch.next(timeout: .patience)?.status?.enabled == true)
            try client.unsetConfiguration("pen.enabled")
            #expect(try !client.textInputStatus().enabled)
            try client.unsetConfiguration("pen.enabled", persist: true)
            #expect(try client.textInputStatus().enabled)
        }

        @Test("have the mode of pens, which a switch leaves and comes back to")
        func modes() throws {
            let state = try TemporaryFolder()
            let daemon = try Self.daemon(state: state)
            let client = try daemon.connect()
            #expect(try client.textInputStatus().mode == .pointsAndWrites)
            #expect(try client.setPen(.writes).mode == .writes)
            #expect(try Self.setting("pen.mode", client).value.text == "writes")
            #expect(try client.setPen(enabled: nil).mode == .points)
            #expect(try client.setPen(enabled: nil).mode == .writes)
            try client.setConfiguration("pen.points", to: .flag(true), persist: true)
            #expect(try client.textInputStatus().mode == .pointsAndWrites)
            // under its own name
            #expect(
                try WholeFile.read(state.path + "/state/settings/\(geteuid()).yaml") == Array("pen.mode: \"points-and-writes\"\n".utf8))
            let flag = try Self.setting("pen.points", client)
            // a program that removes all settings of the user need not know the flags
            #expect(flag.value.flag == true && flag.source == .user && !flag.own)
            let editor = try client.newEditor()
            let watch = try daemon.connect().watchEditors(editor)
            #expect(try watch.next(timeout: .patience)?.change == .present)
            try client.setConfiguration("pen.mode", to: .text("points"))
            var keys: Set<String?> = []
            while keys.count < 3, let reply = try watch.next(timeout: .patience) {
                if reply.change == .configurationChanged { keys.insert(reply.key) }
            }
            #expect(keys == ["pen.mode", "pen.enabled", "pen.points"])
            try client.unsetConfiguration("pen.mode", persist: true)
            #expect(try client.textInputStatus().mode == .pointsAndWrites)
        }

        @Test("have a tablet lie as the user wants it, before what the machine's configuration says")
        func area() throws {
            let state = try TemporaryFolder()
            let sample = try Recording.read(samplePath)
            do {
                let daemon = try Self.daemon([sample], state: state)
                let client = try daemon.connect()
                #expect(try client.devices().first?.width == 200)
                try client.setConfiguration("tablet.areas", to: .text("inkd Sample Pen Tablet = rotation 270"), persist: true)
                #expect(try client.devices().first?.width == 120)
                daemon.stop()
            }
            let daemon = try Self.daemon([sample], state: state)
            let client = try daemon.connect()
            #expect(try client.devices().first?.width == 120)
            try daemon.onLoop { daemon in
                var settings = daemon.shared.settings
                settings.devicesAreas = ["inkd Sample Pen Tablet": TabletArea(rotation: .half)]
                daemon.reloaded(.success(settings))
            }
            #expect(try client.devices().first?.width == 120)
            try client.unsetConfiguration("tablet.areas", persist: true)
            #expect(try client.devices().first?.width == 200)
        }

        @Test(
            "fit a tablet to the user, before what the machine's configuration says, and clients are told by whom"
        )
        func fit() throws {
            let state = try TemporaryFolder()
            let sample = try Recording.read(samplePath)
            func adjustments(_ client: InkConnection) throws -> [String] {
                try client.devices().first?.adjustments?.map { "\($0.key) \($0.value) \($0.source)" } ?? []
            }
            do {
                let daemon = try Self.daemon([sample], state: state)
                let client = try daemon.connect()
                let watch = try daemon.connect().watchDevices()
                let present = try #require(try watch.next(timeout: .patience)?.device)
                #expect(present.adjustments == [] && present.calibration == nil, "\(present)")
                #expect(try client.devices().first?.buttons == ["stylus", "stylus2", "eraser"])
                try client.setConfiguration(
                    "tablet.fit", to: .text("inkd Sample Pen Tablet = calibration 1,0,0.1,0,1,0 stylus undo"), persist: true)
                let told = try #require(try watch.next(timeout: .patience))
                #expect(told.change == .changed && told.device.calibration == [1, 0, 0.1, 0, 1, 0])
                #expect(try adjustments(client) == ["calibration 1,0,0.1,0,1,0 user", "stylus undo user"])
                daemon.stop()
            }
            let daemon = try Self.daemon([sample], state: state)
            let client = try daemon.connect()
            #expect(try adjustments(client) == ["calibration 1,0,0.1,0,1,0 user", "stylus undo user"])
            try daemon.onLoop { daemon in
                var tablet = TabletSettings()
                tablet.adjustment.calibration = TabletCalibration([1, 0, 0, 0, 1, 0.1])
                tablet.adjustment.pen.buttons.upper = .eraser
                tablet.adjustment.pens[7] = PenAdjustment()
                tablet.adjustment.pens[7]?.buttons.lower = .redo
                var settings = daemon.shared.settings
                settings.devicesTablets = ["0000:0001": tablet]
                daemon.reloaded(.success(settings))
                // what the user has set goes before what the machine has for one pen
                let session = daemon.parts.deviceRegistry.sessions.values.first
                #expect(session.map { daemon.parts.penSettings.penButtons(of: $0.identity).pens[7]?.lower } == .some(.undo))
            }
            #expect(try adjustments(client) == ["calibration 1,0,0.1,0,1,0 user", "stylus undo user", "stylus2 eraser daemon"])
            try client.unsetConfiguration("tablet.fit", persist: true)
            #expect(try adjustments(client) == ["calibration 1,0,0,0,1,0.1 daemon", "stylus2 eraser daemon"])
        }

        @Test("a button of the pen does what the user has set, once the pen has been away")
        func button() throws {
            let state = try TemporaryFolder()
            let daemon = try Self.daemon(state: state)
            let client = try daemon.connect()
            let pen = try TestPen(in: daemon)
            try pen.come()
            for _ in 0..<2 { try pen.stroke() }
            try client.setConfiguration("tablet.fit", to: .text("0001:0002 = stylus undo"), persist: true)
            try pen.press()
            try pen.letGo()
            #expect(try pen.strokes()[0] == 2, "a stroke's tablet does not change below it")
            try pen.go()
            try pen.come()
            try pen.press()
            try pen.letGo()
            try pen.go()
            #expect(try pen.strokes()[0] == 1)
        }

        @Test("are nobody else's", .enabled(if: OtherUser.isPossible, "only root can connect as somebody else"))
        func otherUser() throws {
            let state = try TemporaryFolder()
            let daemon = try Self.daemon(state: state, users: ["65534"])
            let client = try daemon.connect()
            let other = try OtherUser.connect(to: daemon, as: 65_534)
            try client.setConfiguration("undo.limit", to: .number(9), persist: true)
            other.send(
                #"{"method":"org.inkd.Editor.SetConfiguration","parameters":{"key":"undo.limit","value":{"number":7},"persist":true}}"#)
            #expect(try other.receive()?.error == nil)
            #expect(try Self.setting("undo.limit", client).value.number == 9)
            #expect(try Folder.names(in: state.path + "/state/settings") == ["0.yaml", "65534.yaml"])
            // the switch of a seat that is another's is turned, and not kept for either
            other.send(#"{"method":"org.inkd.TextInput.SetEnabled","parameters":{"enabled":false}}"#)
            #expect(try other.receive()?.error == nil)
            #expect(try !client.textInputStatus().enabled)
            #expect(try Self.setting("pen.enabled", client).source == .builtIn)
        }
    }
}
