extension TextInputInterface {
    /// A reply of `Attach` and of `Watch`.
    public typealias Event = Attach.Reply
}

extension TextInputInterface.Purpose {
    /// Whether anything may be written into such a field.
    public var takesInk: Bool { self != .password && self != .none }
}

extension ModelsInterface.Write {
    /// Bytes that one call may carry.
    public static let limit = 128 << 10
}
