internal import Glibc
internal import Recognition

/// Where models lie that are not named on the command line.
enum ModelFiles {
    /// Folders that are looked into, in this order.
    static let folders = ["/usr/share/inkd/models", "models"]

    /// The first of the folders' files with this name, such as "symbols.safetensors".
    ///
    /// - Throws: `noModel`.
    static func path(of name: String) throws(InkctlError) -> String {
        let places = folders.map { "\($0)/\(name)" }
        guard let place = places.first(where: { access($0, R_OK) == 0 }) else { throw .noModel(searched: places) }
        return place
    }
}
