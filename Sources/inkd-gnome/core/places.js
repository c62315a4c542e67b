// The place of the focused window, and the mapping of tablets, for input methods: org.inkd.Desktop on the session bus.

import Gio from 'gi://Gio';
import GLib from 'gi://GLib';
import Meta from 'gi://Meta';

const NAME = 'org.inkd.Desktop';
const PATH = '/org/inkd/Desktop';
// a window that is moved changes with every frame
const SIGNAL_MILLISECONDS = 30;

const INTERFACE = `<node><interface name="org.inkd.Desktop">
    <method name="GetPlaces"><arg name="places" type="s" direction="out"/></method>
    <signal name="PlacesChanged"/>
</interface></node>`;

/** The object on the bus. */
export class Places {
    #Main;
    #tablets;
    #object;
    #owner;
    #timer = 0;
    #window = null;
    #windowSignals = [];
    #signals = [];

    /** @param tablets an object with `layout` and `reports()` */
    constructor(Main, tablets) {
        this.#Main = Main;
        this.#tablets = tablets;
        this.#object = Gio.DBusExportedObject.wrapJSObject(INTERFACE, this);
        this.#object.export(Gio.DBus.session, PATH);
        this.#owner = Gio.bus_own_name_on_connection(Gio.DBus.session, NAME, Gio.BusNameOwnerFlags.NONE, null, null);
        this.#follow(global.display, 'notify::focus-window', () => this.#followWindow());
        // menus and dialogs of the shell
        this.#follow(global.stage, 'notify::key-focus', () => this.change());
        for (const signal of ['showing', 'hidden'])
            this.#follow(Main.overview, signal, () => this.change());
        this.#followWindow();
    }

    #follow(source, signal, handler) {
        this.#signals.push([source, source.connect(signal, handler)]);
    }

    #followWindow() {
        this.#leaveWindow();
        this.#window = global.display.focus_window;
        if (this.#window) {
            this.#windowSignals = ['position-changed', 'size-changed', 'notify::title']
                .map(signal => this.#window.connect(signal, () => this.change()));
            this.#windowSignals.push(this.#window.connect('unmanaged', () => this.#leaveWindow()));
        }
        this.change();
    }

    #leaveWindow() {
        for (const signal of this.#windowSignals)
            this.#window.disconnect(signal);
        this.#windowSignals = [];
        this.#window = null;
    }

    /** Reports a change, with others that follow soon. */
    change() {
        if (this.#timer)
            return;
        this.#timer = GLib.timeout_add(GLib.PRIORITY_DEFAULT, SIGNAL_MILLISECONDS, () => {
            this.#timer = 0;
            this.#object.emit_signal('PlacesChanged', null);
            return GLib.SOURCE_REMOVE;
        });
    }

    /** The method of the interface. Its units are those of windows: where the stage has physical pixels, the window's scale divides them. */
    GetPlaces() {
        const {isLogical} = this.#tablets.layout;
        const unit = this.#window && !isLogical ? global.display.get_monitor_scale(Math.max(0, this.#window.get_monitor())) : 1;
        // the pen points in the shell's own menus, dialogs and overview
        const isOfShell = this.#Main.modalCount > 0 || this.#Main.overview.visible;
        const places = {tablets: isOfShell ? [] : this.#tablets.reports(unit)};
        if (this.#window && !isOfShell)
            places.window = windowPlace(this.#window, unit);
        return JSON.stringify(places);
    }

    destroy() {
        if (this.#timer)
            GLib.source_remove(this.#timer);
        this.#timer = 0;
        this.#leaveWindow();
        for (const [source, signal] of this.#signals)
            source.disconnect(signal);
        this.#signals = [];
        Gio.bus_unown_name(this.#owner);
        this.#object.unexport();
    }
}

/** The place without the desktop's frame and without the shadow that a toolkit draws; how far that shadow extends to the left and the top. */
function windowPlace(window, unit) {
    const outer = window.get_frame_rect();
    const buffer = window.get_buffer_rect();
    // Mutter draws frames around windows of X11 only; of others "client" includes the shadow
    const isFramed = window.get_client_type() === Meta.WindowClientType.X11 && window.decorated;
    const place = isFramed ? window.frame_rect_to_client_rect(outer) : outer;
    const [shadowLeft, shadowTop] = isFramed ? [0, 0] : [Math.max(0, outer.x - buffer.x), Math.max(0, outer.y - buffer.y)];
    return {
        x: place.x / unit, y: place.y / unit, width: place.width / unit, height: place.height / unit,
        shadowLeft: shadowLeft / unit, shadowTop: shadowTop / unit, pid: window.get_pid(), title: window.get_title() ?? '',
    };
}
