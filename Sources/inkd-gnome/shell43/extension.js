// GNOME Shell 43 and 44: extensions are scripts there. The rest of this one is in modules.

const Main = imports.ui.main;

class InkdExtension {
    constructor(path) {
        this._core = `file://${path}/core/companion.js`;
        this._isEnabled = false;
        this._companion = null;
    }

    async enable() {
        this._isEnabled = true;
        const {start} = await import(this._core);
        // it may have been disabled meanwhile
        if (this._isEnabled && !this._companion)
            this._companion = start(Main);
    }

    disable() {
        this._isEnabled = false;
        this._companion?.destroy();
        this._companion = null;
    }
}

/* exported init */
function init(extension) {
    return new InkdExtension(extension.path);
}
