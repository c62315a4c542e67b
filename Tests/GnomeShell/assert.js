// A test is a sentence and a function that throws.

let failures = 0;
let count = 0;

/** Runs a test. */
export function test(sentence, body) {
    count += 1;
    try {
        body();
    } catch (error) {
        failures += 1;
        print(`FAILED: ${sentence}: ${error.message}\n${error.stack ?? ''}`);
    }
}

/** Throws unless both are equal as JSON, numbers within a millionth. */
export function equal(actual, expected) {
    const text = value => JSON.stringify(value, (_, part) => typeof part === 'number' ? Math.round(part * 1e6) / 1e6 + 0 : part);
    if (text(actual) !== text(expected))
        throw new Error(`${text(actual)} instead of ${text(expected)}`);
}

/** Prints the result; returns the exit status. */
export function finish() {
    print(`${count - failures} passed, ${failures} failed`);
    return failures === 0 ? 0 : 1;
}
