public import Ink

extension BlocksInterface {
    /// The formats in which blocks are exported.
    public typealias Format = ExportFormat
}

extension EditorInterface.Value {
    /// The content of a value: exactly one of the types.
    public enum Content: Sendable, Hashable {
        /// A text.
        case text(String)
        /// A number.
        case number(Double)
        /// Yes or no.
        case flag(Bool)
    }

    /// Creates a value with this content.
    public init(_ content: Content) {
        switch content {
        case .text(let text): self.init(text: text)
        case .number(let number): self.init(number: number)
        case .flag(let flag): self.init(flag: flag)
        }
    }

    /// The value; nil unless exactly one of the three fields is set.
    public var content: Content? {
        switch (text, number, flag) {
        case (let text?, nil, nil): .text(text)
        case (nil, let number?, nil): .number(number)
        case (nil, nil, let flag?): .flag(flag)
        default: nil
        }
    }
}

extension TextInputInterface {
    /// A reply of `Attach` and of `Watch`.
    public typealias Event = Attach.Reply
}

extension TextInputInterface.PenMode {
    /// Converts the mode of pens for a client.
    public init(_ mode: PenMode) {
        self =
            switch mode {
            case .pointsAndWrites: .pointsAndWrites
            case .writes: .writes
            case .points: .points
            }
    }
}

extension PenMode {
    /// Converts a client's mode of pens.
    public init(_ mode: TextInputInterface.PenMode) {
        self =
            switch mode {
            case .pointsAndWrites: .pointsAndWrites
            case .writes: .writes
            case .points: .points
            }
    }
}

extension TextInputInterface.Status {
    /// The mode of pens. For an inkd that reports only `enabled`, the mode is derived from that.
    public var penMode: TextInputInterface.PenMode { mode ?? (enabled ? .pointsAndWrites : .points) }
}

extension TextInputInterface.Purpose {
    /// Whether ink may be written into a field with this purpose.
    public var takesInk: Bool { self != .password && self != .none }
}

extension ModelsInterface.Write {
    /// Maximum number of bytes per call of `Write`.
    public static let limit = 128 << 10
}

extension TransfersInterface.Write {
    /// Maximum number of bytes per call of `Write`, and per reply of `Read`.
    public static let limit = 512 << 10
}
