public import Varlink

extension PackagesInterface {
    /// There is no package of this name.
    public struct NoSuchPackage: VarlinkError {
        /// As it goes over the wire.
        public static let name = "org.inkd.Packages.NoSuchPackage"
        /// Its name.
        public var name: String

        /// With all its fields.
        public init(name: String) {
            self.name = name
        }
    }

    /// There is a package of this name already.
    public struct PackageExists: VarlinkError {
        /// As it goes over the wire.
        public static let name = "org.inkd.Packages.PackageExists"
        /// Its name.
        public var name: String

        /// With all its fields.
        public init(name: String) {
            self.name = name
        }
    }

    /// The package is open, or an editor has a part of it.
    public struct PackageInUse: VarlinkError {
        /// As it goes over the wire.
        public static let name = "org.inkd.Packages.PackageInUse"
        /// Its name.
        public var name: String

        /// With all its fields.
        public init(name: String) {
            self.name = name
        }
    }

    /// The package must be opened first.
    public struct PackageNotOpen: VarlinkError {
        /// As it goes over the wire.
        public static let name = "org.inkd.Packages.PackageNotOpen"
        /// Its name.
        public var name: String

        /// With all its fields.
        public init(name: String) {
            self.name = name
        }
    }

    /// The name is none that a package may have.
    public struct InvalidName: VarlinkError {
        /// As it goes over the wire.
        public static let name = "org.inkd.Packages.InvalidName"
        /// Its name.
        public var name: String
        /// What is wrong with it.
        public var reason: String

        /// With all its fields.
        public init(name: String, reason: String) {
            self.name = name
            self.reason = reason
        }
    }

    /// The package cannot be read.
    public struct PackageDamaged: VarlinkError {
        /// As it goes over the wire.
        public static let name = "org.inkd.Packages.PackageDamaged"
        /// Its name.
        public var name: String
        /// What is wrong with it.
        public var reason: String

        /// With all its fields.
        public init(name: String, reason: String) {
            self.name = name
            self.reason = reason
        }
    }

    /// The package has changes that would be lost.
    public struct UnsavedChanges: VarlinkError {
        /// As it goes over the wire.
        public static let name = "org.inkd.Packages.UnsavedChanges"
        /// Its name.
        public var name: String

        /// With all its fields.
        public init(name: String) {
            self.name = name
        }
    }

    /// The package has no such part.
    public struct NoSuchPart: VarlinkError {
        /// As it goes over the wire.
        public static let name = "org.inkd.Packages.NoSuchPart"
        /// The package's name.
        public var package: String
        /// The number, or the index, asked for.
        public var part: Int

        /// With all its fields.
        public init(package: String, part: Int) {
            self.package = package
            self.part = part
        }
    }

    /// An editor has the part.
    public struct PartInUse: VarlinkError {
        /// As it goes over the wire.
        public static let name = "org.inkd.Packages.PartInUse"
        /// The package's name.
        public var package: String
        /// The part's number.
        public var part: Int

        /// With all its fields.
        public init(package: String, part: Int) {
            self.package = package
            self.part = part
        }
    }

    /// Parts have no such type.
    public struct NoSuchPartType: VarlinkError {
        /// As it goes over the wire.
        public static let name = "org.inkd.Packages.NoSuchPartType"
        /// The type asked for.
        public var type: String
        /// Those that there are.
        public var types: [String]

        /// With all its fields.
        public init(type: String, types: [String]) {
            self.type = type
            self.types = types
        }
    }

    /// The storage did not take it, or did not give it.
    public struct StorageFailed: VarlinkError {
        /// As it goes over the wire.
        public static let name = "org.inkd.Packages.StorageFailed"
        /// What went wrong.
        public var reason: String

        /// With all its fields.
        public init(reason: String) {
            self.reason = reason
        }
    }
}
