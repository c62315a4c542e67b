/// A method and the types of what it takes and gives.
public protocol VarlinkMethod: SendableMetatype {
    /// What a call carries.
    associatedtype Parameters: VarlinkValue
    /// What each reply carries.
    associatedtype Reply: VarlinkValue
    /// The full name, such as "org.inkd.Editor.Undo".
    static var name: String { get }
}

/// A method that answers again and again to a call that says `more`.
public protocol StreamingVarlinkMethod: VarlinkMethod {}

/// An error that a reply may carry; its stored properties are the parameters.
public protocol VarlinkError: Error, VarlinkValue, Hashable {
    /// The full name, such as "org.inkd.Editor.NoSuchEditor".
    static var name: String { get }
}
