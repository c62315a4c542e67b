// The line of a stroke: curves through the middles between the pen's places, as in Sources/inkd-overlay/Tip/TipPath.swift. It is drawn in
// pieces, so that only the last one changes.

/** The number of places in a piece. */
export const PIECE = 32;
// the antialiased edge beside a line in pixels
const FRINGE = 1.5;

/** Returns the box of a piece of a line as {left, top, right, bottom}: its places and those beside it. */
export function pieceBox(places, piece) {
    const box = {left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity};
    const [start, end] = [Math.max(0, piece * PIECE - 1), Math.min(places.length, (piece + 1) * PIECE + 1)];
    for (let index = start; index < end; index++) {
        const [x, y, width] = places[index];
        const margin = width / 2 + FRINGE;
        box.left = Math.min(box.left, x - margin);
        box.top = Math.min(box.top, y - margin);
        box.right = Math.max(box.right, x + margin);
        box.bottom = Math.max(box.bottom, y + margin);
    }
    return box;
}

/**
 * Calls `draw` with each curve of a piece: from, control, to, and the line's width. Around each place but the ends, a curve leads from middle
 * to middle; from the last middle a straight one leads to the tip.
 */
export function forEachCurve(places, piece, draw) {
    const end = Math.min(places.length, (piece + 1) * PIECE);
    for (let index = piece * PIECE; index < end; index++) {
        const place = places[index];
        const previous = places[index - 1];
        const next = places[index + 1];
        const from = previous ? middle(previous, place) : place;
        draw(from, place, next ? middle(place, next) : place, next ? (place[2] + next[2]) / 2 : place[2]);
    }
}

function middle(a, b) {
    return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
}
