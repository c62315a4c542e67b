import CCairo
import Foundation

/// A PNG as cairo reads it.
final class Pixels {
    private let surface: OpaquePointer?
    let width: Int
    let height: Int

    init(_ png: [UInt8]) throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "inkd-\(UUID().uuidString).png")
        try Data(png).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        surface = cairo_image_surface_create_from_png(file.path)
        (width, height) = (Int(cairo_image_surface_get_width(surface)), Int(cairo_image_surface_get_height(surface)))
    }

    deinit { cairo_surface_destroy(surface) }

    /// Red, green, blue.
    subscript(x: Double, y: Double) -> [UInt8] {
        guard let data = cairo_image_surface_get_data(surface), (0..<width).contains(Int(x)), (0..<height).contains(Int(y)) else {
            return []
        }
        let pixel = data + Int(y) * Int(cairo_image_surface_get_stride(surface)) + 4 * Int(x)
        return [pixel[2], pixel[1], pixel[0]]
    }
}
