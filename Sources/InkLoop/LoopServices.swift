package import InkProtocol
package import InkWorkspace

/// The services of the loop. Their methods are bounded.
package final class LoopServices {
    private let devices: DevicesServer
    private let pointer: PointerServer
    private let recorders: RecorderServer
    private let models: ModelServer
    private let adaptation: AdaptationServer

    init(
        devices: DevicesServer, pointer: PointerServer, recorders: RecorderServer, models: ModelServer, adaptation: AdaptationServer
    ) {
        self.devices = devices
        self.pointer = pointer
        self.recorders = recorders
        self.models = models
        self.adaptation = adaptation
    }

    /// - Returns: the reply; nil if the call has begun a stream.
    package func dispatch(_ call: Call, for caller: Caller) async throws -> [UInt8]? {
        let sink = caller.sink
        switch call.interface {
        case DevicesInterface.interfaceName: return try await devices.dispatch(call, for: caller, to: sink)
        case PointerInterface.interfaceName: return try await pointer.dispatch(call, for: caller, to: sink)
        case RecorderInterface.interfaceName: return try await recorders.dispatch(call, for: caller, to: sink)
        case ModelsInterface.interfaceName: return try await models.dispatch(call, for: caller, to: sink)
        case AdaptationInterface.interfaceName: return try await adaptation.dispatch(call, for: caller, to: sink)
        default: throw ServiceInterface.InterfaceNotFound(interface: call.interface)
        }
    }
}
