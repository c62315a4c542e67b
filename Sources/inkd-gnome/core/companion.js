// inkd's part of the desktop: ink under the tip of pen displays, and the places of windows and tablets.

import GLib from 'gi://GLib';
import Meta from 'gi://Meta';

import {Feed} from './feed.js';
import {InkState} from './inkState.js';
import {InkView} from './inkView.js';
import {Places} from './places.js';
import {Tablets} from './tablets.js';

/** Returns what runs while the extension is enabled; null on X11, where the X server and inkd-overlay suffice. */
export function start(Main) {
    return Meta.is_wayland_compositor() ? new Companion(Main) : null;
}

class Companion {
    #state = new InkState();
    #view;
    #tablets;
    #places;
    #feed;
    #timer = 0;

    /** @param Main the module ui/main of GNOME Shell */
    constructor(Main) {
        this.#view = new InkView(Main);
        this.#tablets = new Tablets(() => {
            this.#places?.change();
            this.#followPointers();
        });
        this.#places = new Places(Main, this.#tablets);
        this.#feed = new Feed({
            onDevice: reply => this.#tablets.handle(reply),
            onText: reply => {
                this.#state.handleText(reply, now());
                this.#followPointers();
                this.#show();
            },
            onPointer: reply => this.#handlePointer(reply),
            onLost: () => {
                this.#state.reset();
                this.#tablets.reset();
                this.#show();
            },
        });
    }

    #followPointers() {
        this.#feed?.followPointers(this.#state.awaitsPen && this.#tablets.hasDisplays);
    }

    #handlePointer({device, events}) {
        const time = now();
        for (const event of events) {
            const place = this.#tablets.place(device, event);
            this.#state.handlePointer(event, place, place ? this.#tablets.scaleAt(place) : 1, time);
        }
        this.#show();
    }

    /** Shows the state. Clutter draws it with the next frame. */
    #show() {
        this.#state.advance(now());
        this.#view.follow(this.#state.strokes, this.#state.takeFading());
        const due = this.#state.nextChange;
        if (due === null || this.#timer)
            return;
        this.#timer = GLib.timeout_add(GLib.PRIORITY_DEFAULT, Math.max(1, Math.ceil(due - now())), () => {
            this.#timer = 0;
            this.#show();
            return GLib.SOURCE_REMOVE;
        });
    }

    destroy() {
        if (this.#timer)
            GLib.source_remove(this.#timer);
        this.#timer = 0;
        this.#feed.close();
        this.#places.destroy();
        this.#tablets.destroy();
        this.#view.destroy();
    }
}

/** Milliseconds of the monotonic clock. */
function now() {
    return GLib.get_monotonic_time() / 1000;
}
