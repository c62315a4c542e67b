internal import ArgumentParser

/// The panel's colors: red, green, blue, 0 to 1.
struct Palette {
    let paper: (Double, Double, Double)
    let edge: (Double, Double, Double)
    /// The color of the line below the ink.
    let area: (Double, Double, Double)
    let ink: (Double, Double, Double)
    let pen: (Double, Double, Double)
    let text: (Double, Double, Double)
    /// The color of the other candidates.
    let others: (Double, Double, Double)

    static let light = Palette(
        paper: (1, 1, 0.96), edge: (0.6, 0.62, 0.66), area: (0.84, 0.86, 0.88), ink: (0.08, 0.16, 0.5), pen: (0.75, 0.3, 0.1),
        text: (0.05, 0.05, 0.05), others: (0.35, 0.37, 0.4))
    static let dark = Palette(
        paper: (0.14, 0.14, 0.16), edge: (0.36, 0.37, 0.4), area: (0.26, 0.27, 0.29), ink: (0.62, 0.76, 1), pen: (1, 0.6, 0.35),
        text: (0.95, 0.95, 0.95), others: (0.7, 0.71, 0.74))
}

/// The requested colors.
enum Theme: String, CaseIterable, ExpressibleByArgument {
    /// The theme that the desktop prefers.
    case auto
    case light
    case dark

    /// Returns the colors.
    /// - Parameter desktopIsDark: called only for the theme `auto`.
    func palette(desktopIsDark: () -> Bool) -> Palette {
        switch self {
        case .light: .light
        case .dark: .dark
        case .auto: desktopIsDark() ? .dark : .light
        }
    }
}
