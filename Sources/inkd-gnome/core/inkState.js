// The ink under the tip, from the daemon's events. The same rules as in Sources/inkd-overlay/Panel/OverlayState.swift. No clock: times are
// milliseconds, counted from any fixed moment.

// purposes of fields that accept ink
const writable = new Set(['text', 'name', 'email', 'url', 'number', 'phone', 'terminal']);
// the time after which unread ink fades
const PATIENCE = 3000;
const STROKE_LIMIT = 400;
const PLACE_LIMIT = 20_000;
// the least distance between places in pixels
const RESOLUTION = 0.4;

/**
 * A stroke: `places` are [x, y, width] on the stage; `contact` is the verdict of inkd-pen: undefined without one.
 *
 * A committed stroke is in `fading` once, and gone from `strokes`.
 */
export class InkState {
    strokes = [];
    /** The numbers of strokes that have begun to fade since `takeFading`. */
    #fading = [];
    #status = null;
    #readings = [];
    #taken = {editor: '', strokes: new Set()};
    #count = 0;
    #lastActivity = 0;

    /** Whether text from the pen is accepted. */
    get #takesInk() {
        const status = this.#status;
        if (!status?.enabled || status.locked)
            return false;
        return status.purpose === undefined ? status.capture === 'exclusive' : writable.has(status.purpose);
    }

    /** Whether a contact of the pen is shown as ink. Without a verdict, the focused field decides. */
    #shows(contact) {
        const status = this.#status;
        if (contact === undefined)
            return this.#takesInk && !status.passing && (status.captured || status.capture === 'passive');
        return contact !== 'points' && status !== null && status.enabled && !status.locked && status.purpose !== 'password';
    }

    /** Whether the pen's movements matter now. */
    get awaitsPen() {
        return this.#takesInk || (this.#status?.capture !== undefined && this.#shows('undecided'));
    }

    /** Returns the numbers of the strokes that begin to fade now. */
    takeFading() {
        const fading = this.#fading;
        this.#fading = [];
        return fading;
    }

    /** Forgets everything: the daemon is gone. */
    reset() {
        this.strokes = [];
        this.#fading = [];
        this.#status = null;
        this.#readings = [];
    }

    /** The time at which `advance` must be called if no event comes; null for no call. */
    get nextChange() {
        if (this.strokes.length === 0 || this.#readings.length > 0 || this.strokes.some(stroke => stroke.isOpen))
            return null;
        return this.#lastActivity + PATIENCE;
    }

    /** Lets ink fade that has not been read. */
    advance(now) {
        const due = this.nextChange;
        if (due !== null && now >= due)
            this.#fade(() => true);
    }

    /**
     * Handles a movement of a pen.
     *
     * @param event of org.inkd.Pointer
     * @param place [x, y] on the stage; null where the pen's ink is not shown
     * @param scale the stage's pixels for each pixel of an ordinary screen
     */
    handlePointer(event, place, scale, now) {
        if (event.tool !== 'pen')
            return;
        const {contact} = event;
        if (!this.#shows(contact)) {
            // the verdict came after the contact: it was a tap or a drag
            if (contact === 'points')
                this.#removeOpen();
            return;
        }
        const open = this.strokes.at(-1);
        if (open?.isOpen && contact !== undefined)
            open.contact = contact;
        const width = scale * (0.8 + 1.6 * Math.min(1, Math.max(0, event.force)));
        switch (event.phase) {
        case 'down':
            this.#begin(place, width, contact);
            break;
        case 'move':
            if (!open?.isOpen) {
                if (contact === undefined)
                    return;
                // a field that accepts no ink had the focus until now
                this.#begin(place, width, contact);
            } else if (event.gap) {
                // nothing is drawn across the lost samples
                this.#begin(place, width, contact);
            } else {
                append(open, place, width);
            }
            break;
        case 'up':
        case 'proximityOut':
            // a contact that ends undecided is a tap
            this.strokes = this.strokes.filter(stroke => !(stroke.isOpen && stroke.contact === 'undecided'));
            this.#close();
            break;
        case 'cancel':
            this.#removeOpen();
            break;
        default:
            return;
        }
        this.#lastActivity = now;
    }

    /** Handles a change of the text: a reply of org.inkd.TextInput.Watch. */
    handleText(event, now) {
        switch (event.change) {
        case 'present':
        case 'status':
            this.#status = event.status ?? null;
            if (!this.#takesInk)
                this.#leaveField();
            break;
        case 'strokeBegan':
            this.#lastActivity = now;
            break;
        case 'reading':
            if (event.reading)
                this.#read(event.reading, now);
            break;
        case 'gesture': {
            // its own stroke has no further meaning
            const last = this.strokes.filter(stroke => !stroke.isOpen).at(-1);
            this.#fade(stroke => stroke === last);
            break;
        }
        case 'taken':
            this.#commit(event);
            break;
        }
    }

    #begin(place, width, contact) {
        this.#close();
        if (!place)
            return;
        this.#count += 1;
        const stroke = {number: this.#count, places: [], isOpen: true, isRead: false, contact};
        append(stroke, place, width);
        this.strokes.push(stroke);
        if (this.strokes.length > STROKE_LIMIT)
            this.strokes.shift();
    }

    #close() {
        for (const stroke of this.strokes)
            stroke.isOpen = false;
    }

    #removeOpen() {
        this.strokes = this.strokes.filter(stroke => !stroke.isOpen);
    }

    /** Removes everything but a contact that the focus follows: it is over another field. */
    #leaveField() {
        this.strokes = this.strokes.filter(stroke => stroke.isOpen && stroke.contact !== undefined && this.#shows(stroke.contact));
        this.#readings = [];
        this.#taken = {editor: '', strokes: new Set()};
    }

    #read(reading, now) {
        this.#lastActivity = now;
        const known = this.#readings.findIndex(other => other.editor === reading.editor && other.line === reading.line);
        const strokes = reading.editor === this.#taken.editor
            ? reading.strokes.filter(number => !this.#taken.strokes.has(number)) : reading.strokes;
        if (reading.text === '' || strokes.length === 0) {
            if (known >= 0)
                this.#readings.splice(known, 1);
            if (known >= 0 && this.#readings.length === 0)
                this.#fade(stroke => stroke.isRead);
            return;
        }
        const entry = {editor: reading.editor, line: reading.line, strokes};
        if (known >= 0)
            this.#readings[known] = entry;
        else
            this.#readings.push(entry);
        for (const stroke of this.strokes)
            stroke.isRead ||= !stroke.isOpen;
    }

    /** Lets the ink of committed text fade. Strokes here have no numbers of the editor: as many fade as were committed, in their order. */
    #commit(event) {
        const editor = event.editor ?? '';
        const strokes = new Set(event.strokes ?? []);
        if (this.#taken.editor !== editor)
            this.#taken = {editor, strokes: new Set()};
        for (const number of strokes)
            this.#taken.strokes.add(number);
        // only the line that was written last continues
        if (this.#taken.strokes.size > STROKE_LIMIT)
            this.#taken.strokes = new Set([...this.#taken.strokes].sort((a, b) => a - b).slice(-STROKE_LIMIT));
        this.#readings = this.#readings
            .map(reading => reading.editor === editor
                ? {...reading, strokes: reading.strokes.filter(number => !strokes.has(number))} : reading)
            .filter(reading => reading.strokes.length > 0);
        let left = this.#readings.length === 0 ? Infinity : strokes.size;
        this.#fade(stroke => stroke.isRead && left-- > 0);
    }

    #fade(isMeant) {
        this.strokes = this.strokes.filter(stroke => {
            const fades = isMeant(stroke);
            if (fades)
                this.#fading.push(stroke.number);
            return !fades;
        });
    }
}

function append(stroke, place, width) {
    const {places} = stroke;
    if (!place || !place.every(Number.isFinite) || places.length >= PLACE_LIMIT)
        return;
    const last = places.at(-1);
    if (last && Math.hypot(last[0] - place[0], last[1] - place[1]) < RESOLUTION)
        return;
    places.push([place[0], place[1], width]);
}
