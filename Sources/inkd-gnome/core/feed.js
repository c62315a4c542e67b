// Event streams of inkd, each over a connection of its own.

import Gio from 'gi://Gio';
import GLib from 'gi://GLib';

import {MessageReader} from './messages.js';

const DEFAULT_PATH = '/run/inkd/org.inkd';
const RETRY_SECONDS = 2;
const READ_SIZE = 65536;

/** A call with replies until it is closed. */
class Watch {
    #cancellable = new Gio.Cancellable();
    #connection = null;
    #reader = new MessageReader();
    #onReply;
    #onEnd;

    constructor(path, method, parameters, onReply, onEnd) {
        this.#onReply = onReply;
        this.#onEnd = onEnd;
        const client = new Gio.SocketClient({enable_proxy: false});
        client.connect_async(Gio.UnixSocketAddress.new(path), this.#cancellable, (_, result) => {
            this.#attempt(() => {
                this.#connection = client.connect_finish(result);
                this.#call(JSON.stringify({method, parameters, more: true}));
                this.#read();
            });
        });
    }

    #call(text) {
        const bytes = new GLib.Bytes(new TextEncoder().encode(`${text}\0`));
        const output = this.#connection.get_output_stream();
        // a new socket has room for it
        output.write_bytes_async(bytes, GLib.PRIORITY_DEFAULT, this.#cancellable, (stream, result) => {
            this.#attempt(() => stream.write_bytes_finish(result));
        });
    }

    #read() {
        const input = this.#connection.get_input_stream();
        input.read_bytes_async(READ_SIZE, GLib.PRIORITY_DEFAULT, this.#cancellable, (stream, result) => {
            this.#attempt(() => {
                const bytes = stream.read_bytes_finish(result);
                const replies = bytes.get_size() > 0 ? this.#reader.append(bytes.toArray()) : null;
                // a reply may close this watch
                if (!replies || replies.some(reply => reply.error) || !replies.every(reply => this.#accept(reply)))
                    this.#end();
                else
                    this.#read();
            });
        });
    }

    /** Returns whether the watch goes on. */
    #accept({parameters}) {
        if (this.#connection)
            this.#onReply(parameters);
        return this.#connection !== null;
    }

    #end() {
        if (this.#cancellable.is_cancelled())
            return;
        this.close();
        this.#onEnd();
    }

    /** Ends the watch if a step fails. */
    #attempt(step) {
        if (this.#cancellable.is_cancelled())
            return;
        try {
            step();
        } catch (error) {
            // inkd may come and go
            if (!(error instanceof GLib.Error))
                console.error(`inkd: ${error}\n${error.stack}`);
            this.#end();
        }
    }

    close() {
        this.#cancellable.cancel();
        this.#connection?.close_async(GLib.PRIORITY_DEFAULT, null, null);
        this.#connection = null;
    }
}

/** Follows inkd's devices and text, and the pens' movements while they matter. Connects again when inkd comes back. */
export class Feed {
    #path = GLib.getenv('INKD_SOCKET') ?? DEFAULT_PATH;
    #handlers;
    #watches = [];
    #pointers = null;
    #timer = 0;

    /** @param handlers onDevice, onText, onPointer: get the replies; onLost: is called when inkd is gone */
    constructor(handlers) {
        this.#handlers = handlers;
        this.#connect();
    }

    #watch(method, parameters, onReply) {
        return new Watch(this.#path, method, parameters, onReply, () => this.#lose());
    }

    #connect() {
        this.#watches = [
            this.#watch('org.inkd.Devices.Watch', {}, reply => this.#handlers.onDevice(reply)),
            this.#watch('org.inkd.TextInput.Watch', {}, reply => this.#handlers.onText(reply)),
        ];
    }

    /** Begins or ends to follow the pens: a pen that points needs no wake-up. */
    followPointers(follows) {
        if (follows === (this.#pointers !== null) || this.#watches.length === 0)
            return;
        this.#pointers?.close();
        this.#pointers = follows ? this.#watch('org.inkd.Pointer.Watch', {}, reply => this.#handlers.onPointer(reply)) : null;
    }

    #closeWatches() {
        for (const watch of this.#watches)
            watch.close();
        this.#watches = [];
        this.#pointers?.close();
        this.#pointers = null;
    }

    #lose() {
        this.#closeWatches();
        this.#handlers.onLost();
        if (this.#timer)
            return;
        this.#timer = GLib.timeout_add_seconds(GLib.PRIORITY_DEFAULT, RETRY_SECONDS, () => {
            this.#timer = 0;
            this.#connect();
            return GLib.SOURCE_REMOVE;
        });
    }

    close() {
        if (this.#timer)
            GLib.source_remove(this.#timer);
        this.#timer = 0;
        this.#closeWatches();
    }
}
