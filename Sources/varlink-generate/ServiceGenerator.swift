internal import Varlink

/// Generates a service's protocol with one function for each method, so that a missing method does not compile.
enum ServiceGenerator {
    static func write(_ definition: InterfaceDefinition, to swift: inout SwiftText) {
        let interface = SwiftName.interface(definition.name)
        let service = SwiftName.stem(of: definition.name) + "Service"
        let methods = definition.members.compactMap { member in
            if case .method(let name) = member { name } else { nil }
        }
        guard !methods.isEmpty else { return }
        swift.separate()
        swift.comment(["Carries out the methods of \(definition.name), each on the actor of whoever calls it.", ""])
        swift.comment(["An error that a method throws becomes its reply; it must be one of the interface's or of `ServiceInterface`."])
        swift.block("public protocol \(service)<Caller>: VarlinkService") { swift in
            // `Caller` is declared again, so that it is inferred from the functions below
            swift.comment(["The caller, with everything that the service needs to know of it."])
            swift.line("associatedtype Caller")
            for method in methods {
                swift.line()
                swift.comment(definition.comment(on: [method]))
                let parameters = "_ parameters: \(interface).\(method).Parameters, for caller: Caller"
                if definition.streams(method) {
                    swift.line(
                        "func \(SwiftName.function(method))(\(parameters), to stream: ReplyStream<\(interface).\(method)>) async throws")
                } else {
                    swift.line("func \(SwiftName.function(method))(\(parameters)) async throws -> \(interface).\(method).Reply")
                }
            }
        }
        swift.line()
        swift.block("extension \(service)") { swift in
            swift.comment([
                "Carries out a call. Gives the encoded reply; nil for a stream that has begun, whose replies go to `sink`.", "",
                "- Throws: What the service throws, and `ServiceInterface.InvalidParameter`, `ExpectedMore`, `MethodNotImplemented`,",
                "  `MethodNotFound`; `ProtocolError.unencodable` if the service's reply has a number that is not finite.",
            ])
            let opening = "public func dispatch(_ call: Call, for caller: Caller, to sink: any ReplySink) async throws -> [UInt8]?"
            swift.block(opening) { swift in
                swift.line("switch call.method {")
                for method in methods {
                    let type = "\(interface).\(method)"
                    let function = SwiftName.function(method)
                    swift.line("case \(type).name:")
                    if definition.streams(method) {
                        swift.line("    let parameters = try call.parameters(ofStream: \(type).self)")
                        // a oneway call of a stream has no reader
                        swift.line("    if call.oneway { return nil }")
                        swift.line("    try await \(function)(parameters, for: caller, to: ReplyStream(sink))")
                        swift.line("    return nil")
                    } else {
                        swift.line("    let parameters = try call.parameters(of: \(type).self)")
                        swift.line("    return try await encode(\(type).self, try await \(function)(parameters, for: caller), for: caller)")
                    }
                }
                swift.line("default: throw ServiceInterface.MethodNotFound(method: call.method)")
                swift.line("}")
            }
        }
    }
}
