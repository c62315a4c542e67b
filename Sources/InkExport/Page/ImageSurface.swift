internal import CCairo
internal import CLibjpeg
internal import Editing
internal import Glibc

/// Creates a cairo surface with the content of a picture file. The caller destroys the surface.
enum ImageSurface {
    static func create(_ image: InkImage, of block: Block) throws(ExportError) -> OpaquePointer {
        let surface = image.mediaType == "image/jpeg" ? jpeg(image) : png(image)
        guard let surface, cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS else {
            cairo_surface_destroy(surface)
            throw .unreadableImage(block: block.id, reason: "its \(image.mediaType) is damaged")
        }
        return surface
    }

    private static func png(_ image: InkImage) -> OpaquePointer? {
        var reader = ByteReader(bytes: image.bytes)
        return withUnsafeMutablePointer(to: &reader) { reader in
            cairo_image_surface_create_from_png_stream(
                { closure, target, count in
                    guard let closure, let target else { return CAIRO_STATUS_READ_ERROR }
                    let reader = closure.assumingMemoryBound(to: ByteReader.self)
                    return reader.pointee.read(Int(count), to: target) ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_READ_ERROR
                }, reader)
        }
    }

    /// Returns a surface with the decoded pixels and the JPEG file itself, which SVG and PDF embed unchanged.
    private static func jpeg(_ image: InkImage) -> OpaquePointer? {
        let surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, Int32(clamping: image.width), Int32(clamping: image.height))
        guard let pixels = cairo_image_surface_get_data(surface), let file = malloc(max(1, image.bytes.count)) else {
            cairo_surface_destroy(surface)
            return nil
        }
        cairo_surface_flush(surface)
        let stride = Int(cairo_image_surface_get_stride(surface))
        let width = cairo_image_surface_get_width(surface)
        let height = cairo_image_surface_get_height(surface)
        file.copyMemory(from: image.bytes, byteCount: image.bytes.count)
        guard inkd_jpeg_decode(image.bytes, image.bytes.count, width, height, pixels, stride) == 1 else {
            free(file)
            cairo_surface_destroy(surface)
            return nil
        }
        cairo_surface_mark_dirty(surface)
        let bytes = file.assumingMemoryBound(to: UInt8.self)
        let status = cairo_surface_set_mime_data(surface, CAIRO_MIME_TYPE_JPEG, bytes, UInt(image.bytes.count), { free($0) }, file)
        if status != CAIRO_STATUS_SUCCESS { free(file) }
        return surface
    }
}

/// Bytes that are read in order.
private struct ByteReader {
    var bytes: [UInt8]
    var next = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    mutating func read(_ count: Int, to target: UnsafeMutablePointer<UInt8>) -> Bool {
        guard count <= bytes.count - next else { return false }
        bytes.withUnsafeBufferPointer { if let base = $0.baseAddress { target.update(from: base + next, count: count) } }
        next += count
        return true
    }
}
