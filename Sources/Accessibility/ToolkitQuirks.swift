internal import InputMethod

/// How a toolkit describes its text fields on the accessibility bus. Seen with the versions that the rows name.
struct ToolkitQuirks {
    /// How the fields of a window are found.
    enum Search {
        /// By one call of `Collection.GetMatches`.
        case matches
        /// By visiting the window's objects one by one, because the toolkit does not implement `Collection`.
        case walk
    }

    /// The origin of screen coordinates on X11.
    enum Screen { case screen, window }

    let search: Search
    let screen: Screen
    /// The origin of window coordinates.
    let window: WindowFields.Origin
    /// Whether shown objects have the state SHOWING, and hidden ones lack it.
    let reportsShowing: Bool
    /// How far an entry extends beyond the text box that it reports as its place: horizontally and vertically.
    let frame: (x: Double, y: Double)

    /// Returns the row of a toolkit by its `ToolkitName`.
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
    /// - Parameter isWayland: Whether no application knows where its window is on the screen.
    func origin(isWayland: Bool) -> WindowFields.Origin { isWayland || screen == .window ? window : .screen }
}
