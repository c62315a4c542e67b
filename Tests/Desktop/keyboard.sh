# Sourced behind daemon.sh: a keyboard of the compositor's.

# From now on `key` presses what it is given: keyboard.py says what that can be.
start_keyboard() {
    mkfifo "$WORK/keys"
    exec 8<> "$WORK/keys"
    "$here/keyboard.py" < "$WORK/keys" > "$WORK/keyboard.log" 2>&1 8>&- &
    key() {
        printf '%s\n' "$@" >&8
        sleep 0.1
    }
}
