public import InkProtocol

/// Everything that inkd stores on disk of one user's writing and choices: packages with the search index, recordings, the adaptation with its
/// corrected words, and settings. Models are not included.
public struct StoredData: Sendable, Hashable {
    /// A piece of the data that can be removed by itself.
    public enum Item: Sendable, Hashable {
        /// A package, with its words in the search index.
        case package(PackagesInterface.Package)
        /// A recording with its files.
        case recording(RecorderInterface.Recording)
        /// The adaptation and the corrected words. Always an item, because the state does not include an adaptation to another model.
        case adaptation(AdaptationInterface.State)
        /// A setting that the user has made, permanently or until inkd exits.
        case setting(EditorInterface.Setting)
    }

    /// The items, in the order in which they are removed.
    public let items: [Item]

    /// Creates a list of stored data.
    public init(items: [Item]) { self.items = items }

    /// Whether inkd stores nothing of the user.
    public var isEmpty: Bool { items.allSatisfy(\.isEmpty) }
}

extension StoredData.Item {
    /// Whether the item is the adaptation of a user who has neither an adaptation nor corrected words.
    public var isEmpty: Bool {
        guard case .adaptation(let state) = self else { return false }
        return !state.adapted && state.corrections == nil
    }
}

/// Listing and removing all of a user's data. All methods throw the errors of `call`, and those of the interfaces that they use.
extension InkConnection {
    /// Returns everything that inkd stores for this user.
    public func storedData() throws(ClientError) -> StoredData {
        var items = try packages().map(StoredData.Item.package)
        items += try recordings().recordings.map(StoredData.Item.recording)
        items.append(.adaptation(try adaptation()))
        items += try configuration().filter(\.own).map(StoredData.Item.setting)
        return StoredData(items: items)
    }

    /// Removes an item permanently: an open package is closed without saving, and a running recording is stopped. Does nothing if the item
    /// does not exist any more. Refused with `PackageInUse` if an editor has a part of the package.
    public func remove(_ item: StoredData.Item) throws(ClientError) {
        switch item {
        case .package(let package):
            if package.open {
                try ignoring(PackagesInterface.PackageNotOpen.self) { () throws(ClientError) in
                    try closePackage(package.name, discardingChanges: true)
                }
            }
            // a package that was never saved does not exist any more
            try ignoring(PackagesInterface.NoSuchPackage.self) { () throws(ClientError) in try deletePackage(package.name) }
        case .recording(let recording):
            if recording.active {
                try ignoring(RecorderInterface.NotRecording.self) { () throws(ClientError) in _ = try stopRecording() }
            }
            try ignoring(RecorderInterface.NoSuchRecording.self) { () throws(ClientError) in try deleteRecording(recording.name) }
        case .adaptation: _ = try resetAdaptation()
        case .setting(let setting): try unsetConfiguration(setting.key, persist: true)
        }
    }

    /// Calls `body`, and ignores one error of the daemon.
    private func ignoring<E: VarlinkError>(_ error: E.Type, _ body: () throws(ClientError) -> Void) throws(ClientError) {
        do throws(ClientError) {
            try body()
        } catch let failure where failure.refusal(as: error) == nil {
            throw failure
        } catch {}
    }
}
