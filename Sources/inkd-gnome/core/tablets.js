// The connected pens, their settings in GNOME, and the monitors that Mutter maps them to.

import Gio from 'gi://Gio';

import {mapTablet, pixelsPerMillimeter, placeOnStage} from './mapping.js';
import {readLayout} from './monitors.js';

const SCHEMA = 'org.gnome.desktop.peripherals.tablet';
const CONFIG = ['org.gnome.Mutter.DisplayConfig', '/org/gnome/Mutter/DisplayConfig', 'org.gnome.Mutter.DisplayConfig'];

/** The connected pens and their maps to the stage. */
export class Tablets {
    layout = {isLogical: true, monitors: []};
    #devices = new Map();
    #settings = new Map();
    #maps = new Map();
    #cancellable = new Gio.Cancellable();
    #subscription;
    #onChange;

    /** @param onChange is called when a map may have changed */
    constructor(onChange) {
        this.#onChange = onChange;
        const [name, path, contract] = CONFIG;
        this.#subscription = Gio.DBus.session.signal_subscribe(
            name, contract, 'MonitorsChanged', path, null, Gio.DBusSignalFlags.NONE, () => this.#readLayout());
        this.#readLayout();
    }

    #readLayout() {
        Gio.DBus.session.call(
            ...CONFIG, 'GetCurrentState', null, null, Gio.DBusCallFlags.NONE, -1, this.#cancellable, (connection, result) => {
                try {
                    this.layout = readLayout(connection.call_finish(result).recursiveUnpack());
                } catch (error) {
                    if (!this.#cancellable.is_cancelled())
                        console.warn(`inkd: no layout of monitors: ${error.message}`);
                    return;
                }
                this.#change();
            });
    }

    #change() {
        this.#maps.clear();
        this.#onChange();
    }

    /** Handles a reply of org.inkd.Devices.Watch. */
    handle({change, device}) {
        if (device.kind !== 'pen')
            return;
        if (change === 'removed')
            this.#devices.delete(device.id);
        else
            this.#devices.set(device.id, device);
        this.#change();
    }

    /** Forgets the pens: inkd is gone. */
    reset() {
        this.#devices.clear();
        this.#change();
    }

    /** Mutter's settings of a model. */
    #settingsOf({vendor, product}) {
        const hex = number => number.toString(16).padStart(4, '0');
        const model = `${hex(vendor)}:${hex(product)}`;
        let settings = this.#settings.get(model);
        if (!settings) {
            settings = new Gio.Settings({schema_id: SCHEMA, path: `/org/gnome/desktop/peripherals/tablets/${model}/`});
            settings.connect('changed', () => this.#change());
            this.#settings.set(model, settings);
        }
        return settings;
    }

    #mapOf(device) {
        if (!this.#maps.has(device.id)) {
            const settings = this.#settingsOf(device);
            this.#maps.set(device.id, mapTablet(device, {
                mapping: settings.get_string('mapping'),
                area: settings.get_value('area').deepUnpack(),
                keepAspect: settings.get_boolean('keep-aspect'),
                leftHanded: settings.get_boolean('left-handed'),
                output: settings.get_strv('output'),
            }, this.layout.monitors));
        }
        return this.#maps.get(device.id);
    }

    /** Whether any pen's ink can be shown under its tip. */
    get hasDisplays() {
        return [...this.#devices.values()].some(device => device.display && this.#mapOf(device) !== null);
    }

    /** Returns the place on the stage of an event of a pen display; null for other pens. */
    place(id, {x, y}) {
        const device = this.#devices.get(id);
        const map = device?.display ? this.#mapOf(device) : null;
        return map && placeOnStage(device, map, x, y);
    }

    /** The stage's pixels for each pixel of an ordinary screen. */
    scaleAt([x, y]) {
        if (this.layout.isLogical)
            return 1;
        const monitor = this.layout.monitors.find(one => x >= one.x && x < one.x + one.width && y >= one.y && y < one.y + one.height);
        return monitor?.scale ?? 1;
    }

    /** Returns the maps as input methods report them, in units of so many of the stage's pixels. */
    reports(unit) {
        const reports = [];
        for (const device of this.#devices.values()) {
            const map = this.#mapOf(device);
            if (!map)
                continue;
            const matrix = map.map(number => number / unit);
            const {vendor, product, name} = device;
            reports.push({vendor, product, name, matrix, millimeter: pixelsPerMillimeter(device, matrix)});
        }
        return reports;
    }

    destroy() {
        this.#cancellable.cancel();
        Gio.DBus.session.signal_unsubscribe(this.#subscription);
        this.#settings.clear();
    }
}
