#include <wayland-client.h>
#include "extensions.h"

// `wl_output_interface` has to be passed by its own address, which Swift does not give for a global variable of C
static inline struct wl_output *inkd_bind_output(struct wl_registry *registry, uint32_t name, uint32_t version) {
    return (struct wl_output *)wl_registry_bind(registry, name, &wl_output_interface, version);
}
