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

    /// Deletes a package. Refused with `NoSuchPackage`, `PackageInUse`.
    public func deletePackage(_ name: String) throws(ClientError) {
        _ = try call(PackagesInterface.Delete.self, .init(name: name))
    }
}
