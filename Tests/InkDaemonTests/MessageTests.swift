import InkClient
import InkProtocol
import PenLog
import Testing

@testable import InkDaemon
@testable import InkLoop
@testable import InkWorkspace

extension DaemonTests {
    @Suite("Messages")
    struct MessageTests {
        @Test("everything the daemon says is as its own interface descriptions say")
        func described() throws {
            let daemon = try RunningDaemon([Recording.read(samplePath)], speed: 50, model: modelPath)
            let client = try daemon.connect()
            let information = try client.information()
            var definitions: [String: InterfaceDefinition] = [:]
            for interface in information.interfaces {
                definitions[interface] = try InterfaceDefinition(parsing: client.description(of: interface))
            }
            #expect(definitions.count == Interfaces.descriptions.count)

            var said: [(method: String, reply: Reply)] = []
            let watches = ["org.inkd.Devices.Watch", "org.inkd.Pointer.Watch", "org.inkd.Editor.Watch"]
            let watchers = try watches.map { method in
                let watcher = try daemon.connectRaw()
                watcher.send(#"{"method":"\#(method)","more":true}"#)
                return watcher
            }
            try daemon.play(when: 3)
            try daemon.waitUntilQuiet(watchers[0], watchers[1], watchers[2])
            let calls = try daemon.connectRaw()
            for (method, parameters) in Self.calls {
                calls.send(#"{"method":"\#(method)","parameters":\#(parameters)}"#)
                let reply = try #require(try calls.receive())
                #expect(!reply.continues)
                said.append((method, reply))
            }
            // the last device goes, so that `removed` and `closed` are said too
            try daemon.onLoop { daemon in for id in daemon.parts.deviceRegistry.sessions.keys { daemon.parts.devices.remove(id) } }
            try daemon.waitUntilQuiet(watchers[0], watchers[1], watchers[2])
            for (method, watcher) in zip(watches, watchers) { said += try watcher.takeReplies().map { (method, $0) } }

            for (method, reply) in said {
                let name = reply.error ?? method
                let parts = name.split(separator: ".")
                let definition = try #require(definitions[parts.dropLast().joined(separator: ".")], "\(name)")
                let member = String(parts.last ?? "")
                let misfit = definition.check(message: reply.parameters, as: reply.error == nil ? .output(of: member) : .error(member))
                #expect(misfit == nil, "\(name): \(misfit?.description ?? "")")
            }
            let errors = Set(said.compactMap(\.reply.error))
            #expect(errors.count >= 8, "\(errors)")
            let changes = Set(said.compactMap { $0.reply.parameters["change"]?.string })
            #expect(changes.isSuperset(of: ["present", "removed", "contentChanged", "idle", "closed"]), "\(changes)")
            print("\(said.count) messages checked, \(errors.count) kinds of errors among them")
        }

        private static let calls = [
            ("org.varlink.service.GetInfo", "{}"), ("org.varlink.service.GetInterfaceDescription", #"{"interface":"org.inkd.Editor"}"#),
            ("org.inkd.Devices.List", "{}"), ("org.inkd.Editor.List", "{}"), ("org.inkd.Editor.GetState", #"{"editor":"pen1"}"#),
            ("org.inkd.Ink.Strokes", #"{"editor":"pen1"}"#), ("org.inkd.Editor.Undo", #"{"editor":"pen1"}"#),
            ("org.inkd.Editor.Redo", #"{"editor":"pen1"}"#), ("org.inkd.Editor.Clear", #"{"editor":"pen1"}"#),
            ("org.inkd.Recognizer.Recognize", #"{"strokes":[{"x":[0,1,2,3],"y":[0,2,0,2]}]}"#),
            ("org.inkd.Adaptation.Status", "{}"), ("org.inkd.Recognizer.Query", "{}"), ("org.inkd.Models.List", "{}"),
            ("org.inkd.Models.IsInstalled", #"{"tag":"en"}"#),
            // and what goes wrong
            ("org.inkd.Recognizer.RecognizeSymbol", #"{"strokes":[]}"#), ("org.inkd.Recognizer.RecognizeShape", #"{"strokes":[]}"#),
            ("org.inkd.Recognizer.RecognizeSketch", #"{"strokes":[]}"#),
            ("org.inkd.Recognizer.RecognizeCharacter", #"{"strokes":[],"language":"ja"}"#),
            ("org.inkd.Recognizer.RecognizeCharacters", #"{"strokes":[],"language":"j"}"#),
            ("org.inkd.Recognizer.RecognizeGesture", #"{"stroke":{"x":[1],"y":[1]},"strokes":[]}"#),
            ("org.inkd.Recognizer.Recognize", #"{"strokes":[],"language":"fr"}"#),
            ("org.inkd.Recognizer.Recognize", #"{"strokes":[],"language":"e"}"#),
            ("org.inkd.Models.Resolve", #"{"tag":"en"}"#), ("org.inkd.Models.Resolve", #"{"tag":"e"}"#),
            ("org.inkd.Models.Remove", #"{"tag":"en"}"#), ("org.inkd.Models.Write", #"{"upload":1,"data":""}"#),
            ("org.varlink.service.GetInterfaceDescription", #"{"interface":"org.none"}"#), ("org.inkd.Editor.Redo", #"{"editor":"pen1"}"#),
            ("org.inkd.Editor.GetState", #"{"editor":"none"}"#), ("org.inkd.Editor.Undo", #"{"editor":7}"#), ("org.inkd.Editor.Undo", "{}"),
            ("org.inkd.Editor.Dance", "{}"), ("org.none.Dance", "{}"), ("org.inkd.Pointer.Watch", "{}"), ("nothing", "{}"),
            ("org.inkd.Recognizer.Recognize", #"{"strokes":[{"x":[0,1],"y":[0]}]}"#), ("org.inkd.Recognizer.Recognize", #"{"strokes":[]}"#),
            ("org.inkd.Recognizer.Recognize", #"{"strokes":[{"x":[\#(zeros)],"y":[\#(zeros)]}]}"#),
        ]

        /// One point more than the recognizer takes.
        private static let zeros = Array(repeating: "0", count: 50_001).joined(separator: ",")
    }
}
