internal import InputMethod

/// The way in which a toolkit describes its text fields on the accessibility bus, as observed with the versions named in `init(toolkit:)`.
struct ToolkitQuirks {
    /// The way in which the fields of a window are found.
    enum Search {
        /// By one call of `Collection.GetMatches`.
        case matches
        /// By visiting the window's objects one by one, because the toolkit does not implement `Collection`.
        case walk
    }

    /// The real origin, on X11, of the coordinates that a toolkit reports as screen coordinates.
    enum Screen { case screen, window }

    let search: Search
    let screen: Screen
    /// The real origin of the coordinates that the toolkit reports as window coordinates.
    let window: WindowFields.Origin
    /// Whether shown objects have the state SHOWING, and hidden ones lack it.
    let reportsShowing: Bool
    /// The distances by which an entry extends beyond the text box that it reports as its extents: horizontally and vertically.
    let frame: (x: Double, y: Double)

    /// Creates the description of a toolkit by its `ToolkitName`.
    init(toolkit: String) {
        switch toolkit {
        // GTK 4.8: no GetMatches; "screen" coordinates are those of the window; entries are never SHOWING, and report their text without
        // Adwaita's padding of 8 and border of 1
        case "GTK": self.init(.walk, screen: .window, window: .window, reportsShowing: false, frame: (9, 1))
        // GTK 3.24
        case "gtk": self.init(.matches, window: .surface)
        // Qt 5.15 and 6.4: no Collection
        case "Qt": self.init(.walk)
        // Firefox 153, Chromium 156, and all others
        default: self.init(.matches)
        }
    }

    private init(
        _ search: Search, screen: Screen = .screen, window: WindowFields.Origin = .window, reportsShowing: Bool = true,
        frame: (x: Double, y: Double) = (0, 0)
    ) {
        (self.search, self.screen, self.window, self.reportsShowing, self.frame) = (search, screen, window, reportsShowing, frame)
    }

    /// Returns the origin of the coordinates to ask for.
    /// - Parameter isWayland: Whether the session runs on Wayland, where no application knows the position of its window on the screen.
    func origin(isWayland: Bool) -> WindowFields.Origin { isWayland || screen == .window ? window : .screen }
}
