// GNOME Shell 45 and later.

import {Extension} from 'resource:///org/gnome/shell/extensions/extension.js';
import * as Main from 'resource:///org/gnome/shell/ui/main.js';

import {start} from './core/companion.js';

export default class InkdExtension extends Extension {
    enable() {
        this._companion = start(Main);
    }

    disable() {
        this._companion?.destroy();
        this._companion = null;
    }
}
