/// What an input device is to inkd.
public enum DeviceRole: Sendable, Hashable {
    /// Reports pens and erasers.
    case pen
    /// Reports fingers on a screen.
    case touch

    /// The role of a device by its udev properties; nil for everything that is to be left alone.
    ///
    /// `ID_INPUT_TABLET` alone says nothing: libwacom's hardware database sets it on the finger and pad nodes of a tablet too.
    /// The fingers of a touchpad move a pointer, they point at no place.
    public init?(udevProperties properties: [String: String]) {
        func has(_ name: String) -> Bool { properties[name] == "1" }
        if has("LIBINPUT_IGNORE_DEVICE") || has("ID_INPUT_TABLET_PAD") { return nil }
        if has("ID_INPUT_TOUCHPAD") { return nil }
        if has("ID_INPUT_TOUCHSCREEN") {
            self = .touch
        } else if has("ID_INPUT_TABLET") {
            self = .pen
        } else {
            return nil
        }
    }
}
