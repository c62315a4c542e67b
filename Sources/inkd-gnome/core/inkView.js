// Ink on the stage, above all windows: an actor for each stroke, with a drawing area for each piece of it. A frame draws the last piece only.

import Cairo from 'cairo';
import Clutter from 'gi://Clutter';
import Gio from 'gi://Gio';
import St from 'gi://St';

import {PIECE, forEachCurve, pieceBox} from './path.js';

const FADE_MILLISECONDS = 350;
// a piece that has outgrown its area gets this many pixels more on each side: areas that grow all the time cost a layout each
const MARGIN = 48;
// the colors of inkd-overlay
const LIGHT = [0.08, 0.16, 0.5];
const DARK = [0.62, 0.76, 1];

/** A piece of a stroke. */
class Piece {
    #area = new St.DrawingArea({reactive: false});
    #box = null;

    constructor(parent, draw) {
        this.#area.connect('repaint', area => {
            const context = area.get_context();
            context.translate(-this.#box.left, -this.#box.top);
            context.setLineCap(Cairo.LineCap.ROUND);
            draw(context);
            context.$dispose();
        });
        parent.add_child(this.#area);
    }

    /** Makes the area cover a box. */
    cover(box) {
        const now = this.#box;
        if (!now || box.left < now.left || box.top < now.top || box.right > now.right || box.bottom > now.bottom) {
            this.#box = {
                left: Math.floor(box.left) - MARGIN, top: Math.floor(box.top) - MARGIN,
                right: Math.ceil(box.right) + MARGIN, bottom: Math.ceil(box.bottom) + MARGIN,
            };
            this.#area.set_position(this.#box.left, this.#box.top);
            this.#area.set_size(this.#box.right - this.#box.left, this.#box.bottom - this.#box.top);
        }
        this.#area.queue_repaint();
    }

    repaint() {
        this.#area.queue_repaint();
    }
}

/** The line of a stroke. */
class Line {
    actor = new Clutter.Actor({reactive: false, offscreenRedirect: Clutter.OffscreenRedirect.AUTOMATIC_FOR_OPACITY});
    #pieces = [];
    #count = 0;

    /** Draws the places that are new. */
    follow(places, color) {
        if (places.length === this.#count)
            return;
        // the curve to the last place is bent by the next one
        const first = Math.floor(Math.max(0, this.#count - 1) / PIECE);
        for (let index = first; index * PIECE < places.length; index++) {
            this.#pieces[index] ??= new Piece(this.actor, context => drawPiece(context, places, index, color()));
            this.#pieces[index].cover(pieceBox(places, index));
        }
        this.#count = places.length;
    }

    repaint() {
        for (const piece of this.#pieces)
            piece.repaint();
    }
}

function drawPiece(context, places, piece, color) {
    context.setSourceRGBA(...color, 1);
    let width = 0;
    let end = null;
    forEachCurve(places, piece, (from, control, to, wanted) => {
        // steps that are not to be seen
        const rounded = Math.round(4 * wanted) / 4;
        if (rounded !== width) {
            context.stroke();
            context.setLineWidth(rounded);
            width = rounded;
            end = null;
        }
        if (end?.[0] !== from[0] || end?.[1] !== from[1])
            context.moveTo(from[0], from[1]);
        // a quadratic curve as a cubic one
        const bend = (point, index) => point[index] + (control[index] - point[index]) * 2 / 3;
        context.curveTo(bend(from, 0), bend(from, 1), bend(to, 0), bend(to, 1), to[0], to[1]);
        end = to;
    });
    context.stroke();
}

/** The ink of all strokes. */
export class InkView {
    #root = new Clutter.Actor({reactive: false});
    #lines = new Map();
    #fading = new Set();
    #settings = new Gio.Settings({schema_id: 'org.gnome.desktop.interface'});
    #signal;
    #layout;

    constructor(Main) {
        this.#layout = Main.layoutManager;
        this.#layout.addTopChrome(this.#root, {affectsInputRegion: false, affectsStruts: false, trackFullscreen: false});
        this.#signal = this.#settings.connect('changed::color-scheme', () => {
            for (const line of this.#lines.values())
                line.repaint();
        });
    }

    #color = () => this.#settings.get_string('color-scheme') === 'prefer-dark' ? DARK : LIGHT;

    /** Shows these strokes and no others; lets those fade whose numbers are in `fading`. */
    follow(strokes, fading) {
        const present = new Set(strokes.map(stroke => stroke.number));
        for (const [number, line] of this.#lines) {
            if (present.has(number))
                continue;
            this.#lines.delete(number);
            if (fading.includes(number))
                this.#fade(line.actor);
            else
                line.actor.destroy();
        }
        for (const stroke of strokes) {
            let line = this.#lines.get(stroke.number);
            if (!line) {
                line = new Line();
                this.#lines.set(stroke.number, line);
                this.#root.add_child(line.actor);
            }
            line.follow(stroke.places, this.#color);
        }
    }

    #fade(actor) {
        this.#fading.add(actor);
        actor.ease({
            opacity: 0, duration: FADE_MILLISECONDS, mode: Clutter.AnimationMode.LINEAR,
            onStopped: () => {
                if (this.#fading.delete(actor))
                    actor.destroy();
            },
        });
    }

    destroy() {
        this.#settings.disconnect(this.#signal);
        this.#fading.clear();
        this.#lines.clear();
        this.#layout.removeChrome(this.#root);
        this.#root.destroy();
    }
}
