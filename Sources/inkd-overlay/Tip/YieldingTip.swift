internal import DBus
internal import Ink

/// Ink under the tip on a desktop that may draw this ink itself: nothing is drawn here while the extension of GNOME Shell runs.
final class YieldingTip: TipSurface {
    private let surface: any TipSurface
    private var client: BusClient?
    /// Whether the desktop draws the ink.
    private var yields = false
    /// Whether `yields` has changed since the last call of `process`.
    private var hasChanged = false

    /// The name of the extension on the session bus.
    private static let name = "org.inkd.Desktop"
    private static let bus = "org.freedesktop.DBus"

    /// - Parameter surface: the surface to draw on as long as the desktop does not.
    init(_ surface: any TipSurface) {
        self.surface = surface
        // without a bus there is no extension
        client = try? BusClient(address: nil) { [weak self] in self?.handleOwner($0) }
        try? client?.match("type='signal',sender='\(Self.bus)',interface='\(Self.bus)',member='NameOwnerChanged',arg0='\(Self.name)'")
        client?.call(
            BusMethod(Self.bus, "/org/freedesktop/DBus", Self.bus, "NameHasOwner"),
            { message throws(BusError) in try message.append(Self.name) },
            reply: { [weak self] in
                if let answer = $0 { self?.yield((try? answer.readBool()) ?? false) }
            })
    }

    private func handleOwner(_ signal: BusMessage) {
        do throws(BusError) {
            // skips the name and its previous owner; the new owner follows
            try signal.skip("ss")
            yield(try signal.readString() != "")
        } catch {
            yield(false)
        }
    }

    private func yield(_ yields: Bool) {
        hasChanged = hasChanged || yields != self.yields
        self.yields = yields
    }

    // the loop already waits for the connection of the surface, which is the panel's
    var fileDescriptor: Int32? { client?.connection.fileDescriptor }

    var erasesCheaply: Bool { !yields && surface.erasesCheaply }

    var hasPointer: Bool { surface.hasPointer }

    var pointer: Point? { surface.pointer }

    func scale(at place: Point) -> Double { surface.scale(at: place) }

    func process() -> Bool {
        if let client, !client.connection.process() {
            self.client = nil
            yield(false)
        }
        defer { hasChanged = false }
        if hasChanged, yields { surface.hide() }
        return surface.process() || hasChanged
    }

    func draw(_ lines: [TipInk.Line], in box: Box, isErased: Bool) {
        if !yields { surface.draw(lines, in: box, isErased: isErased) }
    }

    func hide() { surface.hide() }
}
