extension EditorInterface.Value {
    /// What a value is, once it is known to be exactly one.
    public enum Content: Sendable, Hashable {
        /// A text.
        case text(String)
        /// A number.
        case number(Double)
        /// Yes or no.
        case flag(Bool)
    }

    /// The value that is this.
    public init(_ content: Content) {
        switch content {
        case .text(let text): self.init(text: text)
        case .number(let number): self.init(number: number)
        case .flag(let flag): self.init(flag: flag)
        }
    }

    /// What it is; nil if it is none of the three, or more than one.
    public var content: Content? {
        switch (text, number, flag) {
        case (let text?, nil, nil): .text(text)
        case (nil, let number?, nil): .number(number)
        case (nil, nil, let flag?): .flag(flag)
        default: nil
        }
    }
}
