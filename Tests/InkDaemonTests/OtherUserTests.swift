import Editing
import InkClient
import InkProtocol
import Testing

@testable import InkDaemon
@testable import InkLoop
@testable import InkWorkspace

extension DaemonTests {
    @Suite("Other users", .enabled(if: OtherUser.isPossible, "only root can connect as somebody else"))
    struct OtherUserTests {
        private static let stranger = 65_534

        private func answer(_ client: RawClient, _ method: String, _ parameters: String = "{}") throws -> Reply? {
            client.send(#"{"method":"\#(method)","parameters":\#(parameters)}"#)
            return try client.receive()
        }

        @Test("a user without access learns what is for everybody, and is refused the rest")
        func stranger() throws {
            let daemon = try RunningDaemon()
            let client = try OtherUser.connect(to: daemon, as: Self.stranger)
            #expect(try answer(client, "org.varlink.service.GetInfo")?.parameters["product"]?.string == "inkd")
            for method in ["Recognizer.Query", "Models.List", "Devices.List", "Editor.List"] {
                let reply = try #require(try answer(client, "org.inkd.\(method)"))
                #expect(reply.error == nil, "\(method)")
            }
            for (method, parameters) in [
                ("Editor.Create", "{}"), ("Packages.List", "{}"), ("Packages.Open", #"{"name":"a","option":"create"}"#),
                ("Recognizer.Recognize", #"{"strokes":[]}"#), ("Recorder.Start", "{}"), ("Recorder.List", "{}"),
                ("Ink.Strokes", #"{"editor":"editor1"}"#), ("Blocks.List", #"{"editor":"editor1"}"#), ("TextInput.GetStatus", "{}"),
                ("Adaptation.GetState", "{}"), ("Devices.Statistics", "{}"), ("Models.Remove", #"{"language":"en"}"#),
            ] {
                #expect(try answer(client, "org.inkd.\(method)", parameters)?.error == ServiceInterface.PermissionDenied.name, "\(method)")
            }
            client.send(#"{"method":"org.inkd.Pointer.Watch","more":true}"#)
            #expect(try client.receive()?.error == ServiceInterface.PermissionDenied.name)
            // of somebody who has nothing here, nothing large is even looked at
            client.send(bytes: CostlyCall.padded(to: 100_000))
            #expect(try client.receive()?.error == ServiceInterface.PermissionDenied.name)
            #expect(try answer(client, "org.varlink.service.GetInfo")?.error == nil)
            #expect(try daemon.onLoop { $0.parts.workspaces.all.isEmpty }, "strangers share one thread")
        }

        @Test("of a stranger's call that is refused nothing is made of the parameters")
        func envelopeAlone() throws {
            let daemon = try RunningDaemon()
            let client = try OtherUser.connect(to: daemon, as: Self.stranger)
            let member = try daemon.connectRaw()
            // passed over it is well-formed, read it is not
            let parameters = #"{"strokes":[1.2.3],"strokes":"\q"}"#
            for (method, refusal) in [
                ("org.inkd.Recognizer.Recognize", ServiceInterface.PermissionDenied.name),
                ("org.inkd.Editor.Nope", ServiceInterface.PermissionDenied.name),
                ("org.inkd.Nope.Nope", ServiceInterface.InterfaceNotFound.name), ("Nope", ServiceInterface.InvalidParameter.name),
                ("org.inkd.Editor.List", ServiceInterface.InvalidParameter.name),
            ] {
                #expect(try answer(client, method, parameters)?.error == refusal, "\(method)")
                #expect(try answer(member, method, parameters)?.error == ServiceInterface.InvalidParameter.name, "\(method)")
            }
            client.send(#"{"method":"org.inkd.Editor.Create","oneway":true}"#)
            client.send(#"{"method":"org.inkd.Editor.Create","oneway":1}"#)
            #expect(try client.receive()?.error == ClientInterface.InvalidMessage.name, "the oneway call before it has no answer")
            #expect(try answer(client, "org.varlink.service.GetInfo")?.error == nil)
        }

        @Test("a user whom the configuration names has what is their own, and knows nothing of others'")
        func allowed() throws {
            let daemon = try RunningDaemon { $0.accessUsers = ["\(Self.stranger)"] }
            let root = try daemon.connect()
            let editor = try root.newEditor(.drawing)
            let client = try OtherUser.connect(to: daemon, as: Self.stranger)
            #expect(try answer(client, "org.inkd.Editor.List")?.parameters["editors"] == .array([]))
            #expect(try answer(client, "org.inkd.Packages.List")?.parameters["packages"] == .array([]))
            #expect(try answer(client, "org.inkd.Ink.Strokes", #"{"editor":"\#(editor)"}"#)?.error == "org.inkd.Editor.NoSuchEditor")
            #expect(try answer(client, "org.inkd.Editor.Create", #"{"name":"board"}"#)?.parameters["editor"] == .string("board@65534"))
            #expect(try root.editors().map(\.editor) == [editor])
        }

        @Test("a guest steers no pen of the seat's user, and learns nothing of that user's fields")
        func guestAtTheSeat() throws {
            for hasSession in [true, false] {
                let login = TestLogin()
                let daemon = try RunningDaemon(login: hasSession ? login.sessions : nil) { $0.accessUsers = ["\(Self.stranger)", "1001"] }
                // whose fields they are: the session's user, or without sessions whose input method has the seat
                let owner = LoginSession(id: "1", user: 1001, kind: "user")
                if hasSession { try login.enter(owner, in: daemon) }
                let stream = try OtherUser.connect(to: daemon, as: 1001)
                stream.send(#"{"method":"org.inkd.TextInput.Attach","parameters":{"name":"own"},"more":true}"#)
                let session = try #require(try stream.receive()?.parameters["session"]?.int)
                let own = try OtherUser.connect(to: daemon, as: 1001)
                #expect(try answer(own, "org.inkd.TextInput.Focus", #"{"session":\#(session),"purpose":"password"}"#)?.error == nil)

                let guest = try OtherUser.connect(to: daemon, as: Self.stranger)
                for (method, parameters) in [
                    ("SetEnabled", #"{"enabled":false}"#), ("SetEnabled", "{}"), ("Ask", #"{"action":"restore"}"#),
                    ("SetMode", #"{"mode":"points"}"#),
                    ("Ask", #"{"action":"undo","seat":"seat0"}"#),
                ] {
                    let error = try answer(guest, "org.inkd.TextInput.\(method)", parameters)?.error
                    #expect(error == ServiceInterface.PermissionDenied.name, "\(method) \(hasSession)")
                }
                guest.send(#"{"method":"org.inkd.TextInput.Watch","more":true}"#)
                #expect(try guest.receive()?.error == ServiceInterface.PermissionDenied.name)
                let seen = try #require(try answer(guest, "org.inkd.TextInput.GetStatus")?.parameters["status"])
                #expect(seen["enabled"] == .bool(true) && seen["purpose"] == nil && seen["field"] == nil && seen["inputMethod"] == nil)
                let known = try #require(try answer(own, "org.inkd.TextInput.GetStatus")?.parameters["status"])
                #expect(known["purpose"] == .string("password") && known["inputMethod"] == .string("own"))

                // an input method of the guest's own is told no more
                let other = try OtherUser.connect(to: daemon, as: Self.stranger)
                other.send(#"{"method":"org.inkd.TextInput.Attach","parameters":{"name":"guest"},"more":true}"#)
                let present = try #require(try other.receive()?.parameters["status"])
                #expect(present["purpose"] == nil && present["inputMethod"] == nil)
                #expect(try answer(own, "org.inkd.TextInput.SetEnabled", #"{"enabled":false}"#)?.error == nil)
                let change = try #require(try other.receive()?.parameters["status"])
                #expect(change["enabled"] == .bool(false) && change["purpose"] == nil && change["field"] == nil)
            }
        }

        @Test("when others fill all places, one is left for root, and who has none is told why")
        func placeForRoot() throws {
            // of 16 places two are kept; a user has four at most
            let daemon = try RunningDaemon {
                $0.clientsMaximum = 16
                $0.quotas.connections = 4
            }
            var guests: [RawClient] = []
            for user in [1001, 1002, 1003, 1004] {
                for _ in 0..<4 { guests.append(try OtherUser.connect(to: daemon, as: user)) }
            }
            try daemon.wait("fourteen clients") { $0.parts.clients.count == 14 }
            for guest in guests.suffix(2) {
                let refused = try #require(try guest.receive())
                #expect(refused.error == ClientInterface.QuotaExceeded.name)
                let error = try refused.parameters(as: ClientInterface.QuotaExceeded.self)
                #expect(error.quota == "clients.maximum" && error.used == 14 && error.limit == 14 && !error.remedy.isEmpty)
                #expect(guest.isHungUp())
            }
            let own = try daemon.connect()
            #expect(try own.information().product == "inkd")
            #expect(try answer(guests[0], "org.varlink.service.GetInfo")?.error == nil)
        }

        @Test("one user's connections are no other user's")
        func connectionsAreOnesOwn() throws {
            let daemon = try RunningDaemon { $0.quotas.connections = 1 }
            let first = try OtherUser.connect(to: daemon, as: 1001)
            let second = try OtherUser.connect(to: daemon, as: 1001)
            #expect(try second.receive()?.error == ClientInterface.QuotaExceeded.name)
            let other = try OtherUser.connect(to: daemon, as: 1002)
            #expect(try answer(other, "org.varlink.service.GetInfo")?.error == nil)
            #expect(try answer(first, "org.varlink.service.GetInfo")?.error == nil)
        }
    }
}
