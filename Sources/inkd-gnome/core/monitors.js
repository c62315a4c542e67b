// The monitors of Mutter's org.gnome.Mutter.DisplayConfig.

const LOGICAL = 1;
// drm_connector.c names the connectors of panels within a case
const internalConnectors = /^(eDP|LVDS|DSI)/;

/**
 * Returns the layout of monitors.
 *
 * @param state the reply of GetCurrentState, unpacked: [serial, monitors, logical monitors, properties]
 * @returns {{isLogical: boolean, monitors: object[]}} `isLogical`: whether the stage's pixels are logical ones. A monitor has its place on the
 *     stage (x, y, width, height), its scale and transform, its EDID names (vendor, product, serial), `isBuiltIn`, and its size in
 *     millimeters (`widthMM`, `heightMM`, before rotation; 0 if unknown).
 */
export function readLayout([, monitors, logicalMonitors, properties]) {
    const isLogical = properties['layout-mode'] === LOGICAL;
    const known = new Map(monitors.map(monitor => [monitor[0][0], monitor]));
    const places = [];
    for (const [x, y, scale, transform, , connected] of logicalMonitors) {
        for (const [connector, vendor, product, serial] of connected) {
            const [, modes, details] = known.get(connector) ?? [null, [], {}];
            const mode = modes.find(candidate => candidate[6]['is-current']);
            if (!mode)
                continue;
            const isTurned = transform % 2 === 1;
            const [width, height] = isTurned ? [mode[2], mode[1]] : [mode[1], mode[2]];
            const divisor = isLogical ? scale : 1;
            places.push({
                x, y, width: Math.round(width / divisor), height: Math.round(height / divisor), scale, transform, vendor, product, serial,
                isBuiltIn: details['is-builtin'] ?? internalConnectors.test(connector),
                widthMM: details['width-mm'] ?? 0, heightMM: details['height-mm'] ?? 0,
            });
        }
    }
    return {isLogical, monitors: places};
}

/** Returns the rectangle around all monitors. */
export function stageArea(monitors) {
    const right = Math.max(0, ...monitors.map(monitor => monitor.x + monitor.width));
    const bottom = Math.max(0, ...monitors.map(monitor => monitor.y + monitor.height));
    return {x: 0, y: 0, width: right, height: bottom};
}
