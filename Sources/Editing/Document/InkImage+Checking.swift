/// Why bytes are no picture that a document takes.
public enum ImageError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Neither PNG nor JPEG.
    case unknownMediaType(String)
    /// More bytes than are taken.
    case tooManyBytes(Int, limit: Int)
    /// More pixels than are taken, in all or along a side.
    case tooManyPixels(width: Int, height: Int, limit: Int)
    /// The bytes do not begin as a file of this type does.
    case otherType(claimed: String)
    /// The file ends too early.
    case truncated
    /// Something in the file cannot be so.
    case damaged(String)

    /// What is wrong, and what to do about it.
    public var description: String {
        switch self {
        case .unknownMediaType(let type): "\(type) is no type of picture that is taken; hand in image/png or image/jpeg"
        case .tooManyBytes(let count, let limit): "the picture has \(count) bytes, and \(limit) are taken; compress it"
        case .tooManyPixels(let width, let height, let limit):
            "the picture has \(width) × \(height) pixels, and \(InkImage.longestSide) to a side and \(limit) in all are taken; shrink it"
        case .otherType(let claimed): "the picture does not begin as \(claimed) does; name its true type"
        case .truncated: "the picture ends before it is complete; hand in the whole file"
        case .damaged(let what): "the picture is damaged: \(what)"
        }
    }
}

extension InkImage {
    /// The largest picture that is taken, in bytes.
    public static let mostBytes = 16 << 20
    /// The largest picture that is taken, in pixels: each takes four bytes while it is drawn.
    public static let mostPixels = 32_000_000
    /// The longest side that is taken, in pixels; cairo draws no longer one.
    public static let longestSide = 32_767

    /// A picture whose frame is as its format demands; its pixels are not decoded.
    ///
    /// - Throws: `ImageError` if the bytes are no whole file of the type, or too large.
    public init(checking bytes: [UInt8], mediaType: String) throws(ImageError) {
        guard bytes.count <= Self.mostBytes else { throw .tooManyBytes(bytes.count, limit: Self.mostBytes) }
        let size: (width: Int, height: Int)
        switch mediaType {
        case "image/png": size = try PNGFrame.size(of: bytes)
        case "image/jpeg": size = try JPEGFrame.size(of: bytes)
        default: throw .unknownMediaType(mediaType)
        }
        guard size.width > 0, size.height > 0 else { throw .damaged("it is \(size.width) × \(size.height) pixels large") }
        guard size.width <= Self.longestSide, size.height <= Self.longestSide, size.width * size.height <= Self.mostPixels else {
            throw .tooManyPixels(width: size.width, height: size.height, limit: Self.mostPixels)
        }
        self.init(mediaType: mediaType, bytes: bytes, width: size.width, height: size.height)
    }
}
