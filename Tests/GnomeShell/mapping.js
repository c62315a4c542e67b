import {mapTablet, pixelsPerMillimeter, placeOnStage} from '../../Sources/inkd-gnome/core/mapping.js';
import {apply, followedBy, isInvertible, unrotating} from '../../Sources/inkd-gnome/core/matrix.js';
import {readLayout, stageArea} from '../../Sources/inkd-gnome/core/monitors.js';
import {equal, test} from './assert.js';

const settings = {mapping: 'absolute', area: [0, 0, 0, 0], keepAspect: false, leftHanded: false, output: ['', '', '']};
const display = {
    name: 'Wacom Cintiq 16 Pen', bus: 3, display: true, width: 344, height: 194, activeWidth: 344, activeHeight: 194,
};
const tablet = {name: 'Wacom Intuos S Pen', bus: 3, display: false, width: 152, height: 95, activeWidth: 152, activeHeight: 95};
const monitor = {
    x: 0, y: 0, width: 1920, height: 1080, scale: 1, transform: 0, vendor: 'DEL', product: 'U2419', serial: '7', isBuiltIn: false, widthMM: 527,
    heightMM: 296,
};
const cintiq = {...monitor, x: 1920, vendor: 'WAC', product: 'Cintiq 16', serial: '9', widthMM: 344, heightMM: 194};
const laptop = {...monitor, x: 1920, vendor: 'BOE', product: '0x0747', serial: '', isBuiltIn: true, widthMM: 309, heightMM: 174};

test('Maps are applied in their order', () => {
    const map = followedBy([2, 0, 1, 0, 3, 0], [0, 1, 0, 1, 0, 5]);
    equal(apply(map, 1, 1), [3, 8]);
    equal(isInvertible([1, 2, 0, 2, 4, 0]), false);
    equal(isInvertible([1, 0, NaN, 0, 1, 0]), false);
});

test('A picture is turned back; a mirrored one is not known', () => {
    equal([0, 1, 2, 3].map(transform => apply(unrotating(transform), 0.25, 0)), [[0.25, 0], [0, 0.75], [0.75, 1], [1, 0.25]]);
    equal(unrotating(4) === undefined, true);
});

test('A pen display is mapped to the only monitor', () => equal(mapTablet(display, settings, [monitor]), [1920, 0, 0, 0, 1080, 0]));

test('A tablet without a screen is mapped to all monitors', () => {
    equal(mapTablet(tablet, settings, [monitor, cintiq]), [3840, 0, 0, 0, 1080, 0]);
    equal(stageArea([monitor, cintiq]), {x: 0, y: 0, width: 3840, height: 1080});
});

test('A pen display is mapped to the monitor with its name and size', () => {
    equal(mapTablet(display, settings, [monitor, cintiq]), [1920, 0, 1920, 0, 1080, 0]);
    equal(mapTablet({...display, name: 'Pen'}, settings, [monitor, cintiq]), [1920, 0, 1920, 0, 1080, 0]);
});

test('Where the criteria name two monitors, or none, the mapping is unknown', () => {
    equal(mapTablet(display, settings, [{...monitor, widthMM: 344, heightMM: 194}, {...cintiq, widthMM: 500}]), null);
    equal(mapTablet({...display, name: 'Pen', activeWidth: 99}, settings, [monitor, cintiq]), null);
    equal(mapTablet(display, settings, []), null);
});

test('A pen within the case is mapped to the built-in monitor', () => {
    const pen = {...display, name: 'ELAN Pen', bus: 0x18, activeWidth: 309, activeHeight: 174};
    equal(mapTablet(pen, settings, [monitor, laptop]), [1920, 0, 1920, 0, 1080, 0]);
});

test('The setting names the monitor', () => {
    const output = ['DEL', 'U2419', '7'];
    equal(mapTablet(display, {...settings, output}, [cintiq, monitor]), [1920, 0, 0, 0, 1080, 0]);
    equal(mapTablet(tablet, {...settings, output}, [cintiq, monitor]), [1920, 0, 0, 0, 1080, 0]);
    equal(mapTablet(tablet, {...settings, output: ['X', 'Y', 'Z']}, [monitor]), [1920, 0, 0, 0, 1080, 0]);
});

test('A tablet that moves the pointer like a mouse has no mapping', () => equal(mapTablet(tablet, {...settings, mapping: 'relative'}, [monitor]), null));

test('The surface is turned with the picture of its monitor', () => {
    const turned = {...monitor, x: 100, width: 1080, height: 1920, transform: 1};
    const map = mapTablet(display, settings, [turned]);
    equal([apply(map, 0, 0), apply(map, 1, 0)], [[100, 1920], [100, 0]]);
});

test('The padding holds for pen displays, the aspect and the hand for the others', () => {
    const all = {...settings, area: [0.1, 0.1, 0, 0.5], keepAspect: true, leftHanded: true};
    const padded = mapTablet(display, all, [monitor]);
    equal([apply(padded, 0.1, 0), apply(padded, 0.9, 0.5)], [[0, 0], [1920, 1080]]);
    // 16:10 on 16:9: the lower part is beyond the monitor
    const turned = mapTablet({...tablet, activeWidth: 160, activeHeight: 100}, all, [monitor]);
    equal([apply(turned, 1, 1), apply(turned, 0, 0.1)], [[0, 0], [1920, 1080]]);
});

test('A padding without an area inside counts as none', () => {
    equal(mapTablet(display, {...settings, area: [0.5, 0.5, 0, 0]}, [monitor]), [1920, 0, 0, 0, 1080, 0]);
    equal(mapTablet(display, {...settings, area: []}, [monitor]), [1920, 0, 0, 0, 1080, 0]);
});

test('Pixels per millimeter are known under pen displays', () => {
    equal(pixelsPerMillimeter({...display, activeWidth: 192}, [1920, 0, 0, 0, 1080, 0]), 10);
    equal(pixelsPerMillimeter({...display, activeWidth: 192}, [0, 1080, 0, -1920, 0, 0]), 10);
    equal(pixelsPerMillimeter(tablet, [1920, 0, 0, 0, 1080, 0]) === undefined, true);
});

test('A place in the writing area is a place on the stage', () => {
    const map = [1000, 0, 0, 0, 500, 0];
    const device = {width: 100, height: 50, activeWidth: 200, activeHeight: 100, placement: {x: 20, y: 10, turn: 0}};
    equal(placeOnStage(device, map, 80, 40), [500, 250]);
    equal(placeOnStage({width: 200, height: 100}, map, 100, 50), [500, 250]);
    equal(placeOnStage({...device, width: 50, height: 100, placement: {x: 0, y: 0, turn: 90}}, map, 0, 0), [0, 250]);
    equal(placeOnStage({...device, placement: {x: 0, y: 0, turn: 180}}, map, 0, 0), [500, 250]);
    equal(placeOnStage({...device, width: 50, height: 100, placement: {x: 0, y: 0, turn: 270}}, map, 0, 0), [500, 0]);
    equal(placeOnStage({}, map, 1, 1), null);
});

// an answer of GNOME 43, shortened, with a second monitor
const mode = (width, height, isCurrent) => [`${width}x${height}`, width, height, 60, 1, [1, 2], isCurrent ? {'is-current': true} : {}];
const state = [
    2,
    [
        [['eDP-1', 'BOE', '0x0747', '0x00'], [mode(800, 600, false), mode(2560, 1600, true)], {'is-builtin': true}],
        [['DP-2', 'WAC', 'Cintiq 16', '9'], [mode(1920, 1080, true)], {'width-mm': 344, 'height-mm': 194}],
        [['DP-3', 'DEL', 'U', '1'], [mode(1920, 1080, false)], {}],
    ],
    [[0, 0, 2, 0, true, [['eDP-1', 'BOE', '0x0747', '0x00']], {}], [1280, 0, 1, 1, false, [['DP-2', 'WAC', 'Cintiq 16', '9']], {}]],
    {'layout-mode': 1},
];

test('The layout has the monitors in use, in the pixels of the stage', () => {
    const {isLogical, monitors} = readLayout(state);
    equal(isLogical, true);
    equal(monitors.map(({x, width, height, isBuiltIn, widthMM}) => [x, width, height, isBuiltIn, widthMM]),
        [[0, 1280, 800, true, 0], [1280, 1080, 1920, false, 344]]);
    const physical = readLayout([...state.slice(0, 3), {'layout-mode': 2}]);
    equal([physical.isLogical, physical.monitors[0].width], [false, 2560]);
});

test('A layout that names an unknown monitor leaves it out', () => {
    equal(readLayout([1, [], state[2], {}]).monitors, []);
});
