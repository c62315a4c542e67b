// The extensions of Wayland that show a surface above all windows: the tables that libwayland reads messages by, as wayland-scanner makes
// them, and the requests in use. Opcodes and signatures are those of wlr-layer-shell-unstable-v1 (version 1), xdg-output-unstable-v1
// (version 2) and viewporter (version 1). A type is only named where libwayland needs it: for new objects.
#ifndef INKD_WAYLAND_EXTENSIONS_H
#define INKD_WAYLAND_EXTENSIONS_H

#include <wayland-client.h>

static const struct wl_interface *const inkd_no_types[6] = {0};

static const struct wl_message inkd_layer_surface_requests[] = {
    {"set_size", "uu", (const struct wl_interface **)inkd_no_types},
    {"set_anchor", "u", (const struct wl_interface **)inkd_no_types},
    {"set_exclusive_zone", "i", (const struct wl_interface **)inkd_no_types},
    {"set_margin", "iiii", (const struct wl_interface **)inkd_no_types},
    {"set_keyboard_interactivity", "u", (const struct wl_interface **)inkd_no_types},
    {"get_popup", "o", (const struct wl_interface **)inkd_no_types},
    {"ack_configure", "u", (const struct wl_interface **)inkd_no_types},
    {"destroy", "", (const struct wl_interface **)inkd_no_types},
};
static const struct wl_message inkd_layer_surface_events[] = {
    {"configure", "uuu", (const struct wl_interface **)inkd_no_types},
    {"closed", "", (const struct wl_interface **)inkd_no_types},
};
static const struct wl_interface inkd_layer_surface_interface = {
    "zwlr_layer_surface_v1", 1, 8, inkd_layer_surface_requests, 2, inkd_layer_surface_events};

static const struct wl_interface *const inkd_layer_surface_types[] = {&inkd_layer_surface_interface, 0, 0, 0, 0};
static const struct wl_message inkd_layer_shell_requests[] = {
    {"get_layer_surface", "no?ous", (const struct wl_interface **)inkd_layer_surface_types},
};
static const struct wl_interface inkd_layer_shell_interface = {"zwlr_layer_shell_v1", 1, 1, inkd_layer_shell_requests, 0, 0};

static const struct wl_message inkd_xdg_output_requests[] = {
    {"destroy", "", (const struct wl_interface **)inkd_no_types},
};
static const struct wl_message inkd_xdg_output_events[] = {
    {"logical_position", "ii", (const struct wl_interface **)inkd_no_types},
    {"logical_size", "ii", (const struct wl_interface **)inkd_no_types},
    {"done", "", (const struct wl_interface **)inkd_no_types},
    {"name", "2s", (const struct wl_interface **)inkd_no_types},
    {"description", "2s", (const struct wl_interface **)inkd_no_types},
};
static const struct wl_interface inkd_xdg_output_interface = {
    "zxdg_output_v1", 2, 1, inkd_xdg_output_requests, 5, inkd_xdg_output_events};

static const struct wl_interface *const inkd_xdg_output_types[] = {&inkd_xdg_output_interface, 0};
static const struct wl_message inkd_xdg_output_manager_requests[] = {
    {"destroy", "", (const struct wl_interface **)inkd_no_types},
    {"get_xdg_output", "no", (const struct wl_interface **)inkd_xdg_output_types},
};
static const struct wl_interface inkd_xdg_output_manager_interface = {
    "zxdg_output_manager_v1", 2, 2, inkd_xdg_output_manager_requests, 0, 0};

static const struct wl_message inkd_viewport_requests[] = {
    {"destroy", "", (const struct wl_interface **)inkd_no_types},
    {"set_source", "ffff", (const struct wl_interface **)inkd_no_types},
    {"set_destination", "ii", (const struct wl_interface **)inkd_no_types},
};
static const struct wl_interface inkd_viewport_interface = {"wp_viewport", 1, 3, inkd_viewport_requests, 0, 0};

static const struct wl_interface *const inkd_viewport_types[] = {&inkd_viewport_interface, 0};
static const struct wl_message inkd_viewporter_requests[] = {
    {"destroy", "", (const struct wl_interface **)inkd_no_types},
    {"get_viewport", "no", (const struct wl_interface **)inkd_viewport_types},
};
static const struct wl_interface inkd_viewporter_interface = {"wp_viewporter", 1, 2, inkd_viewporter_requests, 0, 0};

/// The globals that a client binds. An interface has to be passed by its own address, which Swift does not give for a global variable of C.
enum inkd_global {
    INKD_COMPOSITOR,
    INKD_SHM,
    INKD_LAYER_SHELL,
    INKD_XDG_OUTPUT_MANAGER,
    INKD_VIEWPORTER,
};

static inline struct wl_proxy *inkd_bind(struct wl_registry *registry, uint32_t name, enum inkd_global global, uint32_t version) {
    const struct wl_interface *interface = &wl_compositor_interface;
    switch (global) {
    case INKD_COMPOSITOR: break;
    case INKD_SHM: interface = &wl_shm_interface; break;
    case INKD_LAYER_SHELL: interface = &inkd_layer_shell_interface; break;
    case INKD_XDG_OUTPUT_MANAGER: interface = &inkd_xdg_output_manager_interface; break;
    case INKD_VIEWPORTER: interface = &inkd_viewporter_interface; break;
    }
    return (struct wl_proxy *)wl_registry_bind(registry, name, interface, version);
}

/// zwlr_layer_shell_v1.get_layer_surface on the layer `overlay` (3), above full-screen windows.
static inline struct wl_proxy *inkd_layer_shell_get_surface(
    struct wl_proxy *shell, struct wl_surface *surface, struct wl_output *output, const char *name) {
    return wl_proxy_marshal_flags(
        shell, 0, &inkd_layer_surface_interface, wl_proxy_get_version(shell), 0, NULL, surface, output, (uint32_t)3, name);
}

struct inkd_layer_surface_listener {
    void (*configure)(void *data, struct wl_proxy *surface, uint32_t serial, uint32_t width, uint32_t height);
    void (*closed)(void *data, struct wl_proxy *surface);
};

static inline void inkd_layer_surface_add_listener(
    struct wl_proxy *surface, const struct inkd_layer_surface_listener *listener, void *data) {
    wl_proxy_add_listener(surface, (void (**)(void))listener, data);
}

/// As large as the output, above panels, and never with the keyboard: that is the default of set_keyboard_interactivity.
static inline void inkd_layer_surface_fill_output(struct wl_proxy *surface) {
    uint32_t version = wl_proxy_get_version(surface);
    wl_proxy_marshal_flags(surface, 0, NULL, version, 0, (uint32_t)0, (uint32_t)0);
    // all four edges
    wl_proxy_marshal_flags(surface, 1, NULL, version, 0, (uint32_t)15);
    wl_proxy_marshal_flags(surface, 2, NULL, version, 0, (int32_t)-1);
}

static inline void inkd_layer_surface_ack_configure(struct wl_proxy *surface, uint32_t serial) {
    wl_proxy_marshal_flags(surface, 6, NULL, wl_proxy_get_version(surface), 0, serial);
}

static inline void inkd_layer_surface_destroy(struct wl_proxy *surface) {
    wl_proxy_marshal_flags(surface, 7, NULL, wl_proxy_get_version(surface), WL_MARSHAL_FLAG_DESTROY);
}

static inline struct wl_proxy *inkd_xdg_output_get(struct wl_proxy *manager, struct wl_output *output) {
    return wl_proxy_marshal_flags(manager, 1, &inkd_xdg_output_interface, wl_proxy_get_version(manager), 0, NULL, output);
}

struct inkd_xdg_output_listener {
    void (*logical_position)(void *data, struct wl_proxy *output, int32_t x, int32_t y);
    void (*logical_size)(void *data, struct wl_proxy *output, int32_t width, int32_t height);
    void (*done)(void *data, struct wl_proxy *output);
    void (*name)(void *data, struct wl_proxy *output, const char *name);
    void (*description)(void *data, struct wl_proxy *output, const char *description);
};

static inline void inkd_xdg_output_add_listener(
    struct wl_proxy *output, const struct inkd_xdg_output_listener *listener, void *data) {
    wl_proxy_add_listener(output, (void (**)(void))listener, data);
}

static inline void inkd_xdg_output_destroy(struct wl_proxy *output) {
    wl_proxy_marshal_flags(output, 0, NULL, wl_proxy_get_version(output), WL_MARSHAL_FLAG_DESTROY);
}

static inline struct wl_proxy *inkd_viewporter_get_viewport(struct wl_proxy *viewporter, struct wl_surface *surface) {
    return wl_proxy_marshal_flags(viewporter, 1, &inkd_viewport_interface, wl_proxy_get_version(viewporter), 0, NULL, surface);
}

static inline void inkd_viewport_set_destination(struct wl_proxy *viewport, int32_t width, int32_t height) {
    wl_proxy_marshal_flags(viewport, 2, NULL, wl_proxy_get_version(viewport), 0, width, height);
}

static inline void inkd_viewport_destroy(struct wl_proxy *viewport) {
    wl_proxy_marshal_flags(viewport, 0, NULL, wl_proxy_get_version(viewport), WL_MARSHAL_FLAG_DESTROY);
}

#endif
