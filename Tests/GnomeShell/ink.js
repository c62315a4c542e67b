import {InkState} from '../../Sources/inkd-gnome/core/inkState.js';
import {MessageReader} from '../../Sources/inkd-gnome/core/messages.js';
import {PIECE, forEachCurve, pieceBox} from '../../Sources/inkd-gnome/core/path.js';
import {equal, test} from './assert.js';

const status = {enabled: true, locked: false, passing: false, captured: false, capture: 'passive', purpose: 'text'};

/** A state whose focused field is a text field. */
function writing(change = {}) {
    const state = new InkState();
    state.handleText({change: 'present', status: {...status, ...change}}, 0);
    return state;
}

/** A stroke of three events. */
function stroke(state, contacts, {x = 10, now = 0, last = 'up'} = {}) {
    const event = (phase, contact) => ({tool: 'pen', phase, contact, force: 0.5, gap: false});
    state.handlePointer(event('down', contacts[0]), [x, 10], 1, now);
    state.handlePointer(event('move', contacts[1]), [x + 50, 10], 1, now);
    if (last)
        state.handlePointer(event(last, contacts[2]), [x + 50, 10], 1, now);
}

const lengths = state => state.strokes.map(one => one.places.length);

test('Ink is shown from the first event of an undecided contact', () => {
    const state = writing();
    stroke(state, ['undecided', 'undecided'], {last: null});
    equal(lengths(state), [2]);
});

test('A contact that points is taken back, and so is a tap', () => {
    for (const contacts of [['undecided', 'points', 'points'], ['undecided', 'undecided', 'undecided'], ['points', 'points', 'points']]) {
        const state = writing();
        stroke(state, contacts);
        equal([lengths(state), state.takeFading()], [[], []]);
    }
});

test('A contact that writes stays', () => {
    const state = writing();
    stroke(state, ['undecided', 'writes', 'writes']);
    equal(lengths(state), [2]);
});

test('A canceled stroke disappears', () => {
    const state = writing();
    stroke(state, ['writes', 'writes', 'writes'], {last: 'cancel'});
    equal(lengths(state), []);
});

test('Ink of committed text fades, in the order of its strokes', () => {
    const state = writing();
    for (let index = 0; index < 3; index++)
        stroke(state, ['writes', 'writes', 'writes'], {x: 100 * index});
    state.handleText({change: 'reading', reading: {editor: 'e', line: 1, text: 'on it', strokes: [1, 2, 3]}}, 1);
    state.handleText({change: 'taken', editor: 'e', strokes: [1, 2]}, 2);
    equal([state.takeFading(), state.strokes.map(one => one.number)], [[1, 2], [3]]);
    equal(state.takeFading(), []);
    // a late reading of the line has no other strokes than those
    state.handleText({change: 'reading', reading: {editor: 'e', line: 1, text: 'on', strokes: [1, 2]}}, 3);
    equal([state.takeFading(), lengths(state)], [[3], []]);
});

test('Ink that is not read fades after three seconds', () => {
    const state = writing();
    stroke(state, ['writes', 'writes', 'writes'], {now: 500});
    equal(state.nextChange, 3500);
    state.advance(3499);
    equal(lengths(state), [2]);
    state.advance(3500);
    equal([lengths(state), state.takeFading()], [[], [1]]);
    equal(state.nextChange, null);
});

test('Nothing is shown over a password, while locked, or while the switch is off', () => {
    for (const change of [{purpose: 'password'}, {locked: true}, {enabled: false}]) {
        const state = writing(change);
        stroke(state, ['writes', 'writes', 'writes']);
        stroke(state, [undefined, undefined, undefined]);
        equal([lengths(state), state.awaitsPen], [[], false]);
    }
});

test('A password that gets the focus hides all ink', () => {
    const state = writing();
    stroke(state, ['writes', 'writes', 'writes']);
    state.handleText({change: 'status', status: {...status, purpose: 'password'}}, 1);
    equal(lengths(state), []);
});

test('A contact over a field without the focus may be ink', () => {
    const state = writing({purpose: undefined});
    equal(state.awaitsPen, true);
    stroke(state, ['undecided', 'writes'], {last: null});
    state.handleText({change: 'status', status: {...status, purpose: undefined}}, 1);
    equal(lengths(state), [2]);
});

test('Without a verdict, the focused field decides', () => {
    const state = writing();
    stroke(state, [undefined, undefined, undefined]);
    equal(lengths(state), [2]);
    const pointing = writing({capture: 'automatic'});
    stroke(pointing, [undefined, undefined, undefined]);
    equal(lengths(pointing), []);
});

test('Nothing is drawn across lost samples', () => {
    const state = writing();
    stroke(state, ['writes', 'writes'], {last: null});
    state.handlePointer({tool: 'pen', phase: 'move', contact: 'writes', force: 1, gap: true}, [500, 10], 1, 0);
    equal(lengths(state), [2, 1]);
});

test('Strokes without a place on the stage, of erasers and of a lost daemon are not shown', () => {
    const state = writing();
    state.handlePointer({tool: 'pen', phase: 'down', contact: 'writes', force: 1}, null, 1, 0);
    state.handlePointer({tool: 'eraser', phase: 'down', contact: 'writes', force: 1}, [1, 1], 1, 0);
    equal(lengths(state), []);
    stroke(state, ['writes', 'writes', 'writes']);
    state.reset();
    equal([lengths(state), state.awaitsPen], [[], false]);
});

test('The pieces of a line join', () => {
    const places = Array.from({length: 2 * PIECE + 5}, (_, index) => [index * 3, index % 2, 2]);
    let end = null;
    let count = 0;
    for (let piece = 0; piece * PIECE < places.length; piece++) {
        forEachCurve(places, piece, (from, control, to) => {
            equal(from, end ?? places[0]);
            const box = pieceBox(places, piece);
            for (const [x, y] of [from, control, to])
                equal(x > box.left && x < box.right && y > box.top && y < box.bottom, true);
            end = to;
            count += 1;
        });
    }
    equal([end, count], [places.at(-1), places.length]);
});

test('A stream is split into messages, however its bytes come', () => {
    const bytes = new TextEncoder().encode('{"a": "ä"}\0{"b": [1, 2]}\0{"c"');
    for (const size of [1, 3, 100]) {
        const reader = new MessageReader();
        const messages = [];
        for (let start = 0; start < bytes.length; start += size)
            messages.push(...reader.append(bytes.subarray(start, start + size)));
        equal(messages, [{a: 'ä'}, {b: [1, 2]}]);
    }
});

test('A message that is no JSON ends the stream', () => {
    let isRefused = false;
    try {
        new MessageReader().append(new TextEncoder().encode('{\0'));
    } catch {
        isRefused = true;
    }
    equal(isRefused, true);
});
