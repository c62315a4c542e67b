internal import Foundation
public import InkProtocol

/// The methods of org.inkd.Models. All throw as `call` and `watch` do.
extension InkConnection {
    /// All models.
    public func models() throws(ClientError) -> [ModelsInterface.Model] {
        try call(ModelsInterface.List.self, .init()).models
    }

    /// The model for a tag. Refused with `InvalidTag`, `NoModel`.
    public func resolveModel(_ tag: String) throws(ClientError) -> ModelsInterface.Model {
        try call(ModelsInterface.Resolve.self, .init(tag: tag)).model
    }

    /// Whether there is a model of just this tag. Refused with `InvalidTag`.
    public func isModelInstalled(_ tag: String) throws(ClientError) -> Bool {
        try call(ModelsInterface.IsInstalled.self, .init(tag: tag)).installed
    }

    /// Removes a model that was installed. Refused with `NoModel`, `SystemModel`, `InUse`, `PermissionDenied`.
    public func removeModel(_ tag: String) throws(ClientError) {
        _ = try call(ModelsInterface.Remove.self, .init(tag: tag))
    }

    /// Begins to install a model of so many bytes. The first reply names the upload; `write(_:toUpload:)` puts the bytes in, over another
    /// connection. Refused, then or later, with `PermissionDenied`, `TooLarge`, `InvalidModel`, `Unusable`, `Busy`.
    public func installModel(size: Int) throws(ClientError) -> Watch<ModelsInterface.Install> {
        try watch(ModelsInterface.Install.self, .init(size: size))
    }

    /// Puts the next bytes of an upload in, at most `ModelsInterface.Write.limit`; how many there are then. Refused with `NoSuchUpload`,
    /// `TooLarge`.
    public func write(_ bytes: [UInt8], toUpload upload: Int) throws(ClientError) -> Int {
        try call(ModelsInterface.Write.self, .init(upload: upload, data: Data(bytes).base64EncodedString())).received
    }
}
