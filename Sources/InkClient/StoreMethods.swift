internal import FoundationEssentials
public import InkProtocol

/// The methods of org.inkd.Packages about whole packages. All throw as `call` does, and may be refused with `StorageFailed`.
extension InkConnection {
    /// All packages of this user.
    public func packages() throws(ClientError) -> [PackagesInterface.Package] {
        try call(PackagesInterface.List.self, .init()).packages
    }

    /// Opens a package for all clients of this user. Refused with `InvalidName`, `PackageDamaged`, and as the option has it with
    /// `NoSuchPackage`, `PackageExists`.
    @discardableResult
    public func openPackage(
        _ name: String, _ option: PackagesInterface.OpenOption = .existing
    ) throws(ClientError) -> PackagesInterface.Package {
        try call(PackagesInterface.Open.self, .init(name: name, option: option)).package
    }

    /// Writes everything into the package's file, which takes the place of the old one whole or not at all. Refused with `PackageNotOpen`.
    @discardableResult
    public func savePackage(_ name: String) throws(ClientError) -> PackagesInterface.Package {
        try call(PackagesInterface.Save.self, .init(name: name)).package
    }

    /// Makes sure of the working copy, which is found again after a forced exit. Refused with `PackageNotOpen`.
    @discardableResult
    public func savePackageToTemp(_ name: String) throws(ClientError) -> PackagesInterface.Package {
        try call(PackagesInterface.SaveToTemp.self, .init(name: name)).package
    }

    /// Closes a package for all clients of this user. Refused with `PackageNotOpen`, `PackageInUse`, `UnsavedChanges`.
    public func closePackage(_ name: String, discardingChanges: Bool = false) throws(ClientError) {
        _ = try call(PackagesInterface.Close.self, .init(name: name, discard: discardingChanges))
    }

    /// Takes in the file of a package, as `exportPackage` gave it. Refused with `InvalidName`, `PackageExists`, `PackageDamaged`.
    @discardableResult
    public func importPackage(_ name: String, _ file: [UInt8]) throws(ClientError) -> PackagesInterface.Package {
        try call(PackagesInterface.Import.self, .init(name: name, transfer: try send(file))).package
    }

    /// The file of a package, which is saved first if it has changes that were not. Refused with `NoSuchPackage`.
    public func exportPackage(_ name: String) throws(ClientError) -> [UInt8] {
        try fetch(try call(PackagesInterface.Export.self, .init(name: name)).transfer)
    }

    /// Gives a package another name. Refused with `NoSuchPackage`, `PackageExists`, `PackageInUse`, `InvalidName`.
    @discardableResult
    public func renamePackage(_ name: String, to new: String) throws(ClientError) -> PackagesInterface.Package {
        try call(PackagesInterface.Rename.self, .init(name: name, to: new)).package
    }

    /// Saves what is in a package under another name. Refused with `NoSuchPackage`, `PackageExists`, `InvalidName`.
    @discardableResult
    public func savePackage(_ name: String, as new: String) throws(ClientError) -> PackagesInterface.Package {
        try call(PackagesInterface.SaveAs.self, .init(name: name, to: new)).package
    }

    /// Takes in a document of a note application (Xournal++'s `.xopp`) as parts at the end of a package that is open. Refused with
    /// `PackageNotOpen`, `ImportFailed`.
    public func importPages(_ file: [UInt8], into package: String) throws(ClientError) -> PackagesInterface.ImportPages.Reply {
        try call(PackagesInterface.ImportPages.self, .init(package: package, format: Self.pagesFormat, transfer: try send(file)))
    }

    /// Parts of a package that is open, or all of it, as a document of a note application, with what was read of them. Refused with
    /// `PackageNotOpen`, `NoSuchPart`.
    public func exportPages(of package: String, parts: [Int]? = nil) throws(ClientError) -> [UInt8] {
        try fetch(
            try call(PackagesInterface.ExportPages.self, .init(package: package, format: Self.pagesFormat, parts: parts)).transfer)
    }

    /// Of Xournal++'s documents.
    private static let pagesFormat = "application/x-xopp"

    /// Reads everything that is in a package, and says what is damaged. Refused with `NoSuchPackage`, `PackageDamaged`.
    public func checkPackage(_ name: String) throws(ClientError) -> PackagesInterface.Findings {
        try call(PackagesInterface.Check.self, .init(name: name)).findings
    }

    /// Reads everything that is in the file of a package, and says what is damaged. Refused with `PackageDamaged`.
    public func checkPackage(file: [UInt8]) throws(ClientError) -> PackagesInterface.Findings {
        try call(PackagesInterface.Check.self, .init(transfer: try send(file))).findings
    }

    /// Deletes a package. Refused with `NoSuchPackage`, `PackageInUse`.
    public func deletePackage(_ name: String) throws(ClientError) {
        _ = try call(PackagesInterface.Delete.self, .init(name: name))
    }
}

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

    /// The metadata of a package, or of a part.
    public func metadata(of package: String, part: Int? = nil) throws(ClientError) -> [String: EditorInterface.Value.Content] {
        try call(PackagesInterface.GetMetadata.self, .init(package: package, part: part)).metadata.compactMapValues(\.content)
    }

    /// Replaces the metadata of a package, or of a part. Refused with `InvalidMetadata`.
    public func setMetadata(
        _ metadata: [String: EditorInterface.Value.Content], of package: String, part: Int? = nil
    ) throws(ClientError) {
        _ = try call(
            PackagesInterface.SetMetadata.self, .init(package: package, part: part, metadata: metadata.mapValues { .init($0) }))
    }
}

/// The methods of org.inkd.Search. All throw as `call` does, and may be refused with `StorageFailed`.
extension InkConnection {
    /// The places in packages of this user where all of some words stand, best first. Refused with `InvalidValue` for no words or too many;
    /// with `NoSuchPackage`.
    public func search(
        for words: String, matching: SearchInterface.Matching? = nil, in package: String? = nil, limit: Int? = nil
    ) throws(ClientError) -> SearchInterface.Find.Reply {
        try call(SearchInterface.Find.self, .init(words: words, matching: matching, package: package, limit: limit))
    }

    /// The drawings in packages of this user that look like a sketch, best first. Refused with `InvalidValue` for a sketch without any length or
    /// with too many samples; with `NoSuchPackage`.
    public func searchDrawings(
        like sketch: [SearchInterface.Ink], in package: String? = nil, limit: Int? = nil
    ) throws(ClientError) -> SearchInterface.FindDrawings.Reply {
        try call(SearchInterface.FindDrawings.self, .init(strokes: sketch, package: package, limit: limit))
    }
}

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

    /// The models there are, then each change of them, and files that cannot be read with.
    public func watchModels() throws(ClientError) -> Watch<ModelsInterface.Watch> { try watch(ModelsInterface.Watch.self, .init()) }

    /// Whether there is a model of just this tag. Refused with `InvalidTag`.
    public func isModelInstalled(_ tag: String) throws(ClientError) -> Bool {
        try call(ModelsInterface.IsInstalled.self, .init(tag: tag)).installed
    }

    /// Removes a model that was installed: for everybody, or for oneself alone; for nil one's own, or else the one for everybody. Refused with
    /// `NoModel`, `SystemModel`, `InUse`, `PermissionDenied`.
    public func removeModel(_ tag: String, forEverybody everybody: Bool? = nil) throws(ClientError) {
        _ = try call(ModelsInterface.Remove.self, .init(tag: tag, everybody: everybody))
    }

    /// Begins to install a model of so many bytes. The first reply names the upload; `write(_:toUpload:)` puts the bytes in, over another
    /// connection. It is for everybody, or for oneself alone; for nil for as many as may be without a password. Refused, then or later, with
    /// `PermissionDenied`, `QuotaExceeded`, `TooLarge`, `InvalidModel`, `Unusable`, `Busy`.
    public func installModel(size: Int, forEverybody everybody: Bool? = nil) throws(ClientError) -> Watch<ModelsInterface.Install> {
        try watch(ModelsInterface.Install.self, .init(size: size, everybody: everybody))
    }

    /// Puts the next bytes of an upload in, at most `ModelsInterface.Write.limit`; gives the number received. Refused with `NoSuchUpload`,
    /// `TooLarge`.
    public func write(_ bytes: [UInt8], toUpload upload: Int) throws(ClientError) -> Int {
        try call(ModelsInterface.Write.self, .init(upload: upload, data: Data(bytes).base64EncodedString())).received
    }
}
