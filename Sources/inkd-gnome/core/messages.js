// Varlink's stream: JSON objects, each ended by a NUL.

// a page of ink is one message
const LIMIT = 64 << 20;

/** Splits a stream into messages. */
export class MessageReader {
    #pieces = [];
    #length = 0;
    #decoder = new TextDecoder();

    /**
     * Returns the messages that end in these bytes, parsed.
     *
     * @param {Uint8Array} bytes
     * @throws for a message that is no JSON, or too long
     */
    append(bytes) {
        const messages = [];
        let start = 0;
        for (let end = bytes.indexOf(0); end >= 0; end = bytes.indexOf(0, start)) {
            this.#keep(bytes.subarray(start, end));
            messages.push(JSON.parse(this.#takeText()));
            start = end + 1;
        }
        this.#keep(bytes.subarray(start));
        return messages;
    }

    #keep(bytes) {
        this.#length += bytes.length;
        if (this.#length > LIMIT)
            throw new Error('message too long');
        if (bytes.length > 0)
            this.#pieces.push(bytes.slice());
    }

    #takeText() {
        const whole = new Uint8Array(this.#length);
        let offset = 0;
        for (const piece of this.#pieces) {
            whole.set(piece, offset);
            offset += piece.length;
        }
        this.#pieces = [];
        this.#length = 0;
        return this.#decoder.decode(whole);
    }
}
