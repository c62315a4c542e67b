internal import DBus
internal import InputMethod

/// The focused window on GNOME, and the mapping of its tablets, as the extension of GNOME Shell reports them (`Sources/inkd-gnome`).
final class GnomeDesktop: PlaceSource {
    /// The extension's name on the session bus, which is also the name of its interface.
    private static let name = "org.inkd.Desktop"
    private static let method = BusMethod(name, "/org/inkd/Desktop", name, "GetPlaces")
    private static let patience: Duration = .seconds(2)

    private enum Request {
        case none
        case sent
        /// The window or the mapping has changed since the request was sent, so another request must follow.
        case outdated
    }

    private var client: BusClient?
    private(set) var places = DesktopPlaces()
    private var request = Request.none

    /// Connects to the session bus; nil without one. The extension may appear at any time.
    init?() {
        do throws(BusError) {
            let client = try BusClient(address: nil) { [weak self] _ in self?.locateWindow() }
            try client.match("type='signal',sender='\(Self.name)',interface='\(Self.name)',member='PlacesChanged'")
            try client.match(
                "type='signal',sender='org.freedesktop.DBus',interface='org.freedesktop.DBus',member='NameOwnerChanged',arg0='\(Self.name)'"
            )
            self.client = client
        } catch {
            return nil
        }
        locateWindow()
    }

    var fileDescriptor: Int32? { client?.connection.fileDescriptor }

    func locateWindow() {
        guard request == .none else { return request = .outdated }
        request = .sent
        client?.call(Self.method, timeout: Self.patience) { [weak self] in self?.handle($0) }
    }

    /// Handles a reply, which is nil if the extension is not running.
    private func handle(_ reply: BusMessage?) {
        let text = reply.flatMap { (reply) -> String? in try? reply.readString() }
        places = text.flatMap(GnomePlaces.read) ?? DesktopPlaces()
        let isOutdated = request == .outdated
        request = .none
        if isOutdated { locateWindow() }
    }

    func update() {
        guard let client, !client.connection.process() else { return }
        // without a connection the window's position and the mapping are unknown
        (self.client, places) = (nil, DesktopPlaces())
    }
}
