// How Mutter maps a tablet's surface to the stage (meta-input-settings.c, meta-input-mapper.c, meta-input-device-native.c).

import {apply, followedBy, identity, isInvertible, unrotating} from './matrix.js';
import {stageArea} from './monitors.js';

// BUS_I2C of linux/input.h: digitizers within a case
const BUS_I2C = 0x18;
// the largest difference of sizes at which Mutter takes a monitor for that of a digitizer
const SIZE_TOLERANCE = 0.05;

/**
 * Returns the map from fractions of a tablet's active area to the stage; null if Mutter's choice is unknown, or the tablet moves the pointer
 * like a mouse.
 *
 * @param device a pen of org.inkd.Devices
 * @param settings the keys of org.gnome.desktop.peripherals.tablet: mapping, area, keepAspect, leftHanded, output
 * @param monitors those of `readLayout`
 */
export function mapTablet(device, settings, monitors) {
    if (settings.mapping !== 'absolute' || monitors.length === 0)
        return null;
    const monitor = chosenMonitor(settings.output, monitors) ?? (device.display ? ownMonitor(device, monitors) : undefined);
    if (monitor === null)
        return null;
    const target = monitor ?? stageArea(monitors);
    const rotation = monitor ? unrotating(monitor.transform) : identity;
    if (!rotation)
        return null;
    let map = identity;
    // Mutter turns only tablets without a screen, and calibrates only those with one
    if (settings.leftHanded && !device.display)
        map = followedBy(map, [-1, 0, 1, 0, -1, 1]);
    if (device.display)
        map = followedBy(map, withoutPadding(settings.area));
    else if (settings.keepAspect)
        map = followedBy(map, keepingAspect(device, target));
    map = followedBy(map, rotation);
    map = followedBy(map, [target.width, 0, target.x, 0, target.height, target.y]);
    return isInvertible(map) ? map : null;
}

/** Returns the monitor of a tablet's setting; undefined without one, or while it is not connected. */
function chosenMonitor([vendor, product, serial], monitors) {
    if (!vendor && !product && !serial)
        return undefined;
    return monitors.find(monitor => monitor.vendor === vendor && monitor.product === product && monitor.serial === serial);
}

/**
 * Returns the monitor that a pen display is; null if it is unknown. Mutter's order of criteria has changed between its versions, so all must
 * agree.
 */
function ownMonitor(device, monitors) {
    if (monitors.length === 1)
        return monitors[0];
    const name = device.name.toLowerCase();
    const contains = text => text !== '' && name.includes(text.toLowerCase());
    const ofVendor = monitors.filter(monitor => contains(monitor.vendor));
    const ofProduct = ofVendor.filter(monitor => contains(monitor.product));
    const isSame = (a, b) => a > 0 && b > 0 && Math.abs(1 - a / b) < SIZE_TOLERANCE;
    const ofSize = monitors.filter(monitor =>
        isSame(monitor.widthMM, device.activeWidth ?? 0) && isSame(monitor.heightMM, device.activeHeight ?? 0));
    const ofCase = device.bus === BUS_I2C ? monitors.filter(monitor => monitor.isBuiltIn) : [];
    const candidates = new Set([...ofProduct.length > 0 ? ofProduct : ofVendor, ...ofSize, ...ofCase]);
    return candidates.size === 1 ? [...candidates][0] : null;
}

/** The padding of a calibrated pen display: left, right, top, bottom, as fractions. */
function withoutPadding(area) {
    if (area.length !== 4)
        return identity;
    const [left, right, top, bottom] = area;
    const [width, height] = [1 - left - right, 1 - top - bottom];
    if (width <= 0 || height <= 0)
        return identity;
    return [1 / width, 0, -left / width, 0, 1 / height, -top / height];
}

/** The larger dimension of the tablet extends beyond the target. */
function keepingAspect(device, target) {
    const [width, height] = [device.activeWidth ?? 0, device.activeHeight ?? 0];
    if (width <= 0 || height <= 0 || target.width <= 0 || target.height <= 0)
        return identity;
    const ratio = (width / height) / (target.width / target.height);
    return ratio > 1 ? [ratio, 0, 0, 0, 1, 0] : [1, 0, 0, 0, 1 / ratio, 0];
}

/** Returns the stage's pixels per millimeter under a pen display; undefined for other tablets and unknown sizes. */
export function pixelsPerMillimeter(device, map) {
    if (!device.display || !(device.activeWidth > 0))
        return undefined;
    return Math.hypot(map[0], map[3]) / device.activeWidth;
}

/**
 * Returns the place on the stage of an event's position in the writing area, in millimeters; null if the tablet's size is unknown.
 */
export function placeOnStage(device, map, x, y) {
    const {width, height, placement} = device;
    if (!(width > 0) || !(height > 0))
        return null;
    // the writing area is the whole active area unless another one is reported
    const turn = placement?.turn ?? 0;
    const isUpright = turn === 0 || turn === 180;
    const activeWidth = device.activeWidth ?? (isUpright ? width : height);
    const activeHeight = device.activeHeight ?? (isUpright ? height : width);
    if (!(activeWidth > 0) || !(activeHeight > 0))
        return null;
    const [left, top] = [placement?.x ?? 0, placement?.y ?? 0];
    let place = [left + x, top + y];
    if (turn === 90)
        place = [left + y, top + width - x];
    else if (turn === 180)
        place = [left + width - x, top + height - y];
    else if (turn === 270)
        place = [left + height - y, top + x];
    return apply(map, place[0] / activeWidth, place[1] / activeHeight);
}
