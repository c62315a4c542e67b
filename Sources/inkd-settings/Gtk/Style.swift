internal import CGtk4

/// The style sheet, and the light or dark theme of the desktop.
@MainActor
enum Style {
    /// Applies the style sheet to all windows of a display.
    static func install() {
        guard let display = gdk_display_get_default() else { return }
        let provider = gtk_css_provider_new()
        gtk_css_provider_load_from_data(provider, sheet, -1)
        gtk_style_context_add_provider_for_display(display, OpaquePointer(provider), UInt32(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
        if let provider { g_object_unref(provider) }
    }

    /// Selects dark windows, or light ones.
    static func setDark(_ isDark: Bool) {
        guard let settings = gtk_settings_get_default() else { return }
        var value = GValue()
        // G_TYPE_BOOLEAN
        g_value_init(&value, GType(5 << 2))
        g_value_set_boolean(&value, isDark ? 1 : 0)
        g_object_set_property(
            UnsafeMutableRawPointer(settings).assumingMemoryBound(to: GObject.self), "gtk-application-prefer-dark-theme", &value)
        g_value_unset(&value)
    }

    /// The style sheet. Its colors are the theme's own, so that a dark theme stays dark.
    private static let sheet = """
        .page { padding: 24px; }
        .title { font-size: 150%; font-weight: bold; }
        .heading { font-weight: bold; }
        .prompt { font-size: 160%; }
        .level { min-width: 14px; }
        .caption { font-size: 88%; }
        .dim-label { opacity: 0.68; }
        .card, list.rows {
            background-color: @theme_base_color; color: @theme_text_color;
            border: 1px solid alpha(@theme_fg_color, 0.16); border-radius: 10px;
        }
        list.rows > row { border-radius: 0; }
        list.rows > row:not(:last-child) { border-bottom: 1px solid alpha(@theme_fg_color, 0.10); }
        list.rows > row:hover { background: none; }
        .reading { font-size: 150%; }
        .reading link { color: inherit; text-decoration: none; }
        button.pill { border-radius: 999px; padding: 3px 13px; }
        .banner { background-color: alpha(@warning_color, 0.22); padding: 9px 18px; }
        .level-ok { color: @success_color; font-weight: bold; }
        .level-warning { color: @warning_color; font-weight: bold; }
        .level-problem { color: @error_color; font-weight: bold; }
        .from { opacity: 0.6; font-size: 85%; }
        stacksidebar list { padding: 8px; }
        stacksidebar row { border-radius: 7px; padding: 4px 10px; margin-bottom: 2px; }
        """
}
