// What a newer GTK calls deprecated is all that Debian 12's has: it would be a warning, which is an error here.
#define GDK_DISABLE_DEPRECATION_WARNINGS
#define GLIB_DISABLE_DEPRECATION_WARNINGS
#include <gtk/gtk.h>
#include <glib-unix.h>
