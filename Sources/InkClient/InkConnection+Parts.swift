public import InkProtocol

/// The methods of org.inkd.Packages about parts. All throw as `call` does, and are refused with `PackageNotOpen`, `NoSuchPart`.
extension InkConnection {
    /// All parts of a package, in order.
    public func parts(of package: String) throws(ClientError) -> [PackagesInterface.Part] {
        try call(PackagesInterface.Parts.self, .init(package: package)).parts
    }

    /// Makes an empty part at the end: Text, Math, Drawing, Diagram, Raw Content or Text Document. Refused with `NoSuchPartType`.
    public func createPart(_ type: String, in package: String) throws(ClientError) -> PackagesInterface.Part {
        try call(PackagesInterface.CreatePart.self, .init(package: package, type: type)).part
    }

    /// The part at a place, from 0.
    public func part(at index: Int, of package: String) throws(ClientError) -> PackagesInterface.Part {
        try call(PackagesInterface.GetPart.self, .init(package: package, index: index)).part
    }

    /// Copies a part to the end of its package, or of another one that is open.
    public func clonePart(_ part: Int, of package: String, into other: String? = nil) throws(ClientError) -> PackagesInterface.Part {
        try call(PackagesInterface.ClonePart.self, .init(package: package, part: part, into: other)).part
    }

    /// Moves a part to a place in its package, or to the end of another one that is open. Refused with `PartInUse`.
    @discardableResult
    public func movePart(
        _ part: Int, of package: String, into other: String? = nil, to index: Int? = nil
    ) throws(ClientError) -> PackagesInterface.Part {
        try call(PackagesInterface.MovePart.self, .init(package: package, part: part, into: other, index: index)).part
    }

    /// Removes a part. Refused with `PartInUse`.
    public func removePart(_ part: Int, of package: String) throws(ClientError) {
        _ = try call(PackagesInterface.RemovePart.self, .init(package: package, part: part))
    }

    /// What is noted of a package, or of a part.
    public func metadata(of package: String, part: Int? = nil) throws(ClientError) -> [String: EditorInterface.Value.Content] {
        try call(PackagesInterface.GetMetadata.self, .init(package: package, part: part)).metadata.compactMapValues(\.content)
    }

    /// Notes something of a package, or of a part, in place of all there was. Refused with `InvalidMetadata`.
    public func setMetadata(
        _ metadata: [String: EditorInterface.Value.Content], of package: String, part: Int? = nil
    ) throws(ClientError) {
        _ = try call(
            PackagesInterface.SetMetadata.self, .init(package: package, part: part, metadata: metadata.mapValues { .init($0) }))
    }
}
