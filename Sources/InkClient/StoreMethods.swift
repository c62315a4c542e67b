internal import FoundationEssentials
public import InkProtocol

/// The methods of org.inkd.Packages for whole packages. All throw the errors of `call`, and may be refused with `StorageFailed`.
extension InkConnection {
    /// Returns all packages of this user.
    public func packages() throws(ClientError) -> [PackagesInterface.Package] {
        try call(PackagesInterface.List.self, .init()).packages
    }

    /// Opens a package for all clients of this user. Refused with `InvalidName`, `PackageDamaged`, and, depending on the option, with
    /// `NoSuchPackage` or `PackageExists`.
    @discardableResult
    public func openPackage(
        _ name: String, _ option: PackagesInterface.OpenOption = .existing
    ) throws(ClientError) -> PackagesInterface.Package {
        try call(PackagesInterface.Open.self, .init(name: name, option: option)).package
    }

    /// Writes all changes to the package's file, replacing it atomically. Refused with `PackageNotOpen`.
    @discardableResult
    public func savePackage(_ name: String) throws(ClientError) -> PackagesInterface.Package {
        try call(PackagesInterface.Save.self, .init(name: name)).package
    }

    /// Flushes the working copy to disk. After a crash, the working copy is recovered. Refused with `PackageNotOpen`.
    @discardableResult
    public func savePackageToTemp(_ name: String) throws(ClientError) -> PackagesInterface.Package {
        try call(PackagesInterface.SaveToTemp.self, .init(name: name)).package
    }

    /// Closes a package for all clients of this user. Refused with `PackageNotOpen`, `PackageInUse`, `UnsavedChanges`.
    public func closePackage(_ name: String, discardingChanges: Bool = false) throws(ClientError) {
        _ = try call(PackagesInterface.Close.self, .init(name: name, discard: discardingChanges))
    }

    /// Imports the file of a package, as returned by `exportPackage`. Refused with `InvalidName`, `PackageExists`, `PackageDamaged`.
    @discardableResult
    public func importPackage(_ name: String, _ file: [UInt8]) throws(ClientError) -> PackagesInterface.Package {
        try call(PackagesInterface.Import.self, .init(name: name, transfer: try send(file))).package
    }

    /// Returns the file of a package. Unsaved changes are saved first. Refused with `NoSuchPackage`.
    public func exportPackage(_ name: String) throws(ClientError) -> [UInt8] {
        try fetch(try call(PackagesInterface.Export.self, .init(name: name)).transfer)
    }

    /// Renames a package. Refused with `NoSuchPackage`, `PackageExists`, `PackageInUse`, `InvalidName`.
    @discardableResult
    public func renamePackage(_ name: String, to new: String) throws(ClientError) -> PackagesInterface.Package {
        try call(PackagesInterface.Rename.self, .init(name: name, to: new)).package
    }

    /// Saves a package's content under another name. Refused with `NoSuchPackage`, `PackageExists`, `InvalidName`.
    @discardableResult
    public func savePackage(_ name: String, as new: String) throws(ClientError) -> PackagesInterface.Package {
        try call(PackagesInterface.SaveAs.self, .init(name: name, to: new)).package
    }

    /// Imports a document of a note application (Xournal++'s `.xopp`) as parts at the end of an open package. Refused with
    /// `PackageNotOpen`, `ImportFailed`.
    public func importPages(_ file: [UInt8], into package: String) throws(ClientError) -> PackagesInterface.ImportPages.Reply {
        try call(PackagesInterface.ImportPages.self, .init(package: package, format: Self.pagesFormat, transfer: try send(file)))
    }

    /// Exports parts of an open package, or all parts, as a document of a note application, including the recognized text. Refused with
    /// `PackageNotOpen`, `NoSuchPart`.
    public func exportPages(of package: String, parts: [Int]? = nil) throws(ClientError) -> [UInt8] {
        try fetch(
            try call(PackagesInterface.ExportPages.self, .init(package: package, format: Self.pagesFormat, parts: parts)).transfer)
    }

    /// The media type of Xournal++'s documents.
    private static let pagesFormat = "application/x-xopp"

    /// Reads the whole content of a package, and reports damage. Refused with `NoSuchPackage`, `PackageDamaged`.
    public func checkPackage(_ name: String) throws(ClientError) -> PackagesInterface.Findings {
        try call(PackagesInterface.Check.self, .init(name: name)).findings
    }

    /// Reads the whole content of a package's file, and reports damage. Refused with `PackageDamaged`.
    public func checkPackage(file: [UInt8]) throws(ClientError) -> PackagesInterface.Findings {
        try call(PackagesInterface.Check.self, .init(transfer: try send(file))).findings
    }

    /// Deletes a package. Refused with `NoSuchPackage`, `PackageInUse`.
    public func deletePackage(_ name: String) throws(ClientError) {
        _ = try call(PackagesInterface.Delete.self, .init(name: name))
    }
}

/// The methods of org.inkd.Packages for parts. All throw the errors of `call`, and may be refused with `PackageNotOpen`, `NoSuchPart`.
extension InkConnection {
    /// Returns all parts of a package, in order.
    public func parts(of package: String) throws(ClientError) -> [PackagesInterface.Part] {
        try call(PackagesInterface.Parts.self, .init(package: package)).parts
    }

    /// Creates an empty part at the end: Text, Math, Drawing, Diagram, Raw Content or Text Document. Refused with `NoSuchPartType`.
    public func createPart(_ type: String, in package: String) throws(ClientError) -> PackagesInterface.Part {
        try call(PackagesInterface.CreatePart.self, .init(package: package, type: type)).part
    }

    /// Returns the part at an index, from 0.
    public func part(at index: Int, of package: String) throws(ClientError) -> PackagesInterface.Part {
        try call(PackagesInterface.GetPart.self, .init(package: package, index: index)).part
    }

    /// Copies a part to the end of its package, or of another open package.
    public func clonePart(_ part: Int, of package: String, into other: String? = nil) throws(ClientError) -> PackagesInterface.Part {
        try call(PackagesInterface.ClonePart.self, .init(package: package, part: part, into: other)).part
    }

    /// Moves a part to an index in its package, or to the end of another open package. Refused with `PartInUse`.
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

    /// Returns the metadata of a package, or of a part.
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

/// The methods of org.inkd.Search. All throw the errors of `call`, and may be refused with `StorageFailed`.
extension InkConnection {
    /// Searches this user's packages for passages that contain all of the words, best first. Refused with `InvalidValue` for a text without
    /// words or with too many, and with `NoSuchPackage`.
    public func search(
        for words: String, matching: SearchInterface.Matching? = nil, in package: String? = nil, limit: Int? = nil
    ) throws(ClientError) -> SearchInterface.Find.Reply {
        try call(SearchInterface.Find.self, .init(words: words, matching: matching, package: package, limit: limit))
    }

    /// Searches this user's packages for drawings that look like a sketch, best first. Refused with `InvalidValue` for a sketch without any
    /// length or with too many samples, and with `NoSuchPackage`.
    public func searchDrawings(
        like sketch: [SearchInterface.Ink], in package: String? = nil, limit: Int? = nil
    ) throws(ClientError) -> SearchInterface.FindDrawings.Reply {
        try call(SearchInterface.FindDrawings.self, .init(strokes: sketch, package: package, limit: limit))
    }
}

/// The methods of org.inkd.Models. All throw the errors of `call` or `watch`.
extension InkConnection {
    /// Returns all models.
    public func models() throws(ClientError) -> [ModelsInterface.Model] {
        try call(ModelsInterface.List.self, .init()).models
    }

    /// Returns the model for a tag. Refused with `InvalidTag`, `NoModel`.
    public func resolveModel(_ tag: String) throws(ClientError) -> ModelsInterface.Model {
        try call(ModelsInterface.Resolve.self, .init(tag: tag)).model
    }

    /// Watches models: reports the existing models first, then each change, and files that are not usable models.
    public func watchModels() throws(ClientError) -> Watch<ModelsInterface.Watch> { try watch(ModelsInterface.Watch.self, .init()) }

    /// Whether a model of exactly this tag is installed. Refused with `InvalidTag`.
    public func isModelInstalled(_ tag: String) throws(ClientError) -> Bool {
        try call(ModelsInterface.IsInstalled.self, .init(tag: tag)).installed
    }

    /// Removes an installed model. If `everybody` is true, removes the model for all users; if false, this user's model; if nil, this
    /// user's model or, if that does not exist, the model for all users. Refused with `NoModel`, `SystemModel`, `InUse`,
    /// `PermissionDenied`.
    public func removeModel(_ tag: String, forEverybody everybody: Bool? = nil) throws(ClientError) {
        _ = try call(ModelsInterface.Remove.self, .init(tag: tag, everybody: everybody))
    }

    /// Begins to install a model of this number of bytes. The first reply contains the upload's number. The bytes are sent by
    /// `write(_:toUpload:)` on another connection. If `everybody` is true, the model is for all users; if false, for this user; if nil, for
    /// all users provided that this needs no password. Refused at once or later with `PermissionDenied`, `QuotaExceeded`, `TooLarge`,
    /// `InvalidModel`, `Unusable`, `Busy`.
    public func installModel(size: Int, forEverybody everybody: Bool? = nil) throws(ClientError) -> Watch<ModelsInterface.Install> {
        try watch(ModelsInterface.Install.self, .init(size: size, everybody: everybody))
    }

    /// Sends the next bytes of an upload, at most `ModelsInterface.Write.limit`, and returns the number of bytes received so far. Refused
    /// with `NoSuchUpload`, `TooLarge`.
    public func write(_ bytes: [UInt8], toUpload upload: Int) throws(ClientError) -> Int {
        try call(ModelsInterface.Write.self, .init(upload: upload, data: Data(bytes).base64EncodedString())).received
    }
}
