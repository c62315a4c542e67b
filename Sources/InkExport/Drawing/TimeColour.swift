internal import Glibc

/// Colours along time, from a dark violet over red to a light orange.
///
/// A line of even steps in OKLab (B. Ottosson, "A perceptual color space for image processing", 2020): lightness and hue change evenly at the
/// same chroma, so that equal times differ by as much wherever they lie, and the order is seen without colour, too.
enum TimeColour {
    /// Of OKLab; on white paper the last one can still be seen.
    private static let lightness = (from: 0.33, to: 0.76)
    /// Degrees; 360 is where red begins.
    private static let hue = (from: 285.0, to: 425.0)
    /// The most at which all of them can be shown by a screen.
    private static let chroma = 0.165

    /// In OKLab, `share` of the way along, 0 to 1.
    static func lab(_ share: Double) -> (lightness: Double, a: Double, b: Double) {
        let share = share.isFinite ? min(1, max(0, share)) : 0
        let angle = (hue.from + share * (hue.to - hue.from)) * .pi / 180
        return (lightness.from + share * (lightness.to - lightness.from), chroma * cos(angle), chroma * sin(angle))
    }

    /// Linear light of sRGB's primaries; 0 to 1 for what can be shown.
    static func linear(_ share: Double) -> (red: Double, green: Double, blue: Double) {
        let (lightness, a, b) = lab(share)
        func cube(_ value: Double) -> Double { value * value * value }
        let l = cube(lightness + 0.3963377774 * a + 0.2158037573 * b)
        let m = cube(lightness - 0.1055613458 * a - 0.0638541728 * b)
        let s = cube(lightness - 0.0894841775 * a - 1.2914855480 * b)
        return (
            4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s, -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
            -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s
        )
    }

    /// sRGB, 0 to 1.
    static func rgb(_ share: Double) -> (red: Double, green: Double, blue: Double) {
        func encoded(_ value: Double) -> Double {
            let value = min(1, max(0, value))
            return value <= 0.0031308 ? 12.92 * value : 1.055 * pow(value, 1 / 2.4) - 0.055
        }
        let (red, green, blue) = linear(share)
        return (encoded(red), encoded(green), encoded(blue))
    }
}
