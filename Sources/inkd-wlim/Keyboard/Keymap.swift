internal import CXkbcommon
internal import InputMethod

/// The meanings of a keyboard's keys, and the modifiers in force.
final class Keymap {
    /// The offset of XKB's key codes from those of linux/input-event-codes.h.
    private static let offset: UInt32 = 8
    /// Shift, Lock, Control and Mod1 to Mod5 are the first in every keymap.
    private static let realModifiers: UInt32 = 0xFF

    private let state: OpaquePointer

    /// Creates a keymap from its text; nil if the text is not a keymap.
    ///
    /// - Parameter text: in XKB's format, as sent by compositors: complete, without includes.
    init?(_ text: [UInt8]) {
        let flags = XKB_CONTEXT_NO_DEFAULT_INCLUDES.rawValue | XKB_CONTEXT_NO_ENVIRONMENT_NAMES.rawValue
        guard let context = xkb_context_new(xkb_context_flags(flags)) else { return nil }
        defer { xkb_context_unref(context) }
        xkb_context_set_log_level(context, XKB_LOG_LEVEL_CRITICAL)
        let length = text.firstIndex(of: 0) ?? text.count
        let keymap = text.withUnsafeBytes { text in
            text.baseAddress.flatMap {
                xkb_keymap_new_from_buffer(
                    context, $0.assumingMemoryBound(to: CChar.self), length, XKB_KEYMAP_FORMAT_TEXT_V1, XKB_KEYMAP_COMPILE_NO_FLAGS)
            }
        }
        guard let keymap else { return nil }
        defer { xkb_keymap_unref(keymap) }
        guard let state = xkb_state_new(keymap) else { return nil }
        self.state = state
    }

    deinit { xkb_state_unref(state) }

    /// Sets the modifiers in force.
    func update(_ modifiers: Modifiers) {
        xkb_state_update_mask(state, modifiers.depressed, modifiers.latched, modifiers.locked, 0, 0, modifiers.group)
    }

    /// Returns the meaning of pressing a key with the current modifiers.
    /// - Parameter code: of linux/input-event-codes.h.
    func key(_ code: UInt32) -> Composition.Key {
        let symbol = xkb_state_key_get_one_sym(state, code &+ Self.offset)
        // keysyms that are older than Unicode, such as the keysyms of Cyrillic letters, are converted to their newer form
        let character = xkb_keysym_to_utf32(symbol)
        return Composition.Key(
            symbol: character > 0xFF ? 0x0100_0000 | character : symbol,
            state: xkb_state_serialize_mods(state, XKB_STATE_MODS_EFFECTIVE) & Self.realModifiers)
    }
}
