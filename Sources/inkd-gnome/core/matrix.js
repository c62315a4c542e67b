// Affine maps as arrays [a, b, c, d, e, f]: (u, v) → (a u + b v + c, d u + e v + f).

export const identity = [1, 0, 0, 0, 1, 0];

/** Returns the map that applies `first` and then `second`. */
export function followedBy(first, second) {
    const [a, b, c, d, e, f] = first;
    const [A, B, C, D, E, F] = second;
    return [A * a + B * d, A * b + B * e, A * c + B * f + C, D * a + E * d, D * b + E * e, D * c + E * f + F];
}

/** Returns the image of a point. */
export function apply([a, b, c, d, e, f], u, v) {
    return [a * u + b * v + c, d * u + e * v + f];
}

/** Whether all numbers are finite, and the map can be inverted. */
export function isInvertible(map) {
    return map.every(Number.isFinite) && Math.abs(map[0] * map[4] - map[1] * map[3]) > 1e-9;
}

// wl_output.transform counts counterclockwise turns of the picture; a point that the pen touches is turned back.
const rotations = [identity, [0, 1, 0, -1, 0, 1], [-1, 0, 1, 0, -1, 1], [0, -1, 1, 1, 0, 0]];

/** Returns the map from a picture to its rotated display, in fractions of both; undefined for a mirrored display. */
export function unrotating(transform) {
    return rotations[transform];
}
