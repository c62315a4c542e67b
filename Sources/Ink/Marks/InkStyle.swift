/// What a stroke is drawn with. It has no width: the width varies along the path.
public struct InkStyle: Sendable, Hashable {
    /// How the mark follows the hand.
    public enum Kind: UInt8, Sendable, Hashable, CaseIterable {
        /// Opaque; wider under more force.
        case pen = 0
        /// Darker and a little wider under more force.
        case pencil = 1
        /// A broad, half-transparent chisel; force changes nothing.
        case marker = 2
    }

    /// The tool.
    public var kind: Kind
    /// sRGB, 0…255.
    public var red: UInt8
    /// sRGB, 0…255.
    public var green: UInt8
    /// sRGB, 0…255.
    public var blue: UInt8
    /// 0 is invisible, 255 is opaque; the path's opacity comes on top of it.
    public var alpha: UInt8

    /// A tool and its colour; black unless told otherwise.
    @inlinable public init(kind: Kind = .pen, red: UInt8 = 0, green: UInt8 = 0, blue: UInt8 = 0, alpha: UInt8 = 255) {
        self.kind = kind
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }
}
