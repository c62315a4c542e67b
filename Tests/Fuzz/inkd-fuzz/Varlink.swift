import Ink
import InkProtocol

@testable import InkDaemon
@testable import InkLoop
@testable import InkWorkspace
@testable import JSON
@testable import Varlink

extension FuzzTarget {
    /// A stream of messages, in pieces: framer, JSON, envelopes, the parameters of every method, and what services make of them.
    static let varlink = FuzzTarget("varlink") { bytes in
        var framer = MessageFramer(limit: 4096)
        // the first byte says how the rest is cut into pieces
        let step = Int(bytes.first ?? 0) + 1
        var start = min(1, bytes.count)
        repeat {
            let end = min(bytes.count, start + step * step)
            framer.append(UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
            while let frame = framer.nextFrame() { if case .message(let message) = frame { MessageCheck.check(message) } }
            demand(framer.pendingBytes <= framer.limit, "\(framer.pendingBytes) bytes are held")
            start = end
        } while start < bytes.count
        // what has no NUL is a message as well
        if bytes.count > 1, bytes.last != 0 { MessageCheck.check(Array(bytes.dropFirst())) }
    }

    /// The text of an interface.
    static let interface = FuzzTarget("interface") { bytes in
        guard let definition = try? InterfaceDefinition(parsing: String(decoding: bytes, as: UTF8.self)) else { return }
        demand(!definition.name.isEmpty, "an interface has no name")
    }
}

/// What must hold of a message of a client, or of a server.
private enum MessageCheck {
    static func check(_ message: [UInt8]) {
        let envelope = try? CallEnvelope(decoding: message)
        if let call = try? Call(decoding: message) {
            demand(envelope?.method == call.method && envelope?.more == call.more, "the envelope of \(call.method) is another")
            roundTrip(call.parameters)
            if let method = Methods.byName[call.method] { check(call, of: method) }
            // a reply's parameters lie in the same place
            if let method = Methods.byName[call.method] { reply(call.parameters, to: method) }
        } else if let reply = try? Reply(decoding: message) {
            roundTrip(reply.parameters)
            if let error = reply.error.flatMap({ Methods.errorsByName[$0] }) { self.error(reply.parameters, error) }
        }
    }

    private static func roundTrip(_ value: JSONValue) {
        let text = value.description
        demand((try? JSONParser.parse(Array(text.utf8))) == value, "JSON is not what it was: \(text)")
    }

    private static func check<M: VarlinkMethod>(_ call: Call, of method: M.Type) {
        guard let parameters = try? call.parameters(of: M.self) else { return }
        guard let bytes = try? Call.encode(M.self, parameters, oneway: call.oneway, more: call.more) else {
            demand(false, "the parameters of \(M.name) cannot be written")
            return
        }
        guard let again = try? Call(decoding: bytes.dropLast()), let same = try? again.parameters(of: M.self),
            let twice = try? Call.encode(M.self, same, oneway: call.oneway, more: call.more)
        else {
            demand(false, "the parameters of \(M.name) cannot be read again")
            return
        }
        demand(twice == bytes, "the parameters of \(M.name) are not what they were")
        convert(parameters)
    }

    private static func reply<M: VarlinkMethod>(_ parameters: JSONValue, to method: M.Type) {
        guard let reply = try? M.Reply(json: parameters, unknownFields: .ignored) else { return }
        demand((try? Reply.encode(M.self, reply)) != nil, "the reply to \(M.name) cannot be written")
    }

    private static func error<E: VarlinkError>(_ parameters: JSONValue, _ type: E.Type) {
        guard let error = try? E(json: parameters, unknownFields: .ignored) else { return }
        demand((try? Reply.encode(error)) != nil, "\(E.name) cannot be written")
    }

    /// What services make of parameters before they do anything.
    private static func convert(_ parameters: some VarlinkValue) {
        switch parameters {
        case let parameters as RecognizerInterface.Recognize.Parameters:
            let ink = (try? parameters.strokes?.ink()) ?? []
            demand(ink.flatMap(\.points).allSatisfy { $0.x.isFinite && $0.y.isFinite }, "ink has no place")
            _ = try? parameters.hints()
        case let parameters as RecognizerInterface.RecognizeShape.Parameters: _ = try? parameters.strokes.ink()
        case let parameters as InkInterface.AddStrokes.Parameters:
            for stroke in parameters.strokes ?? [] {
                _ = try? stroke.points(from: 0)
                _ = try? stroke.visiblePart()
                _ = try? stroke.style?.style()
                for track in stroke.erased ?? [] { _ = try? track.track() }
            }
        case let parameters as InkInterface.Transform.Parameters: _ = try? parameters.matrix.transform()
        default: break
        }
    }
}
