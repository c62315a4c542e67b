#!/bin/bash
# The input method for wlroots desktops and the overlay, under sway without a screen: sway.sh RELEASE_DIR MODEL [SCREENSHOTS]
#
# Pen frames go through the daemon and arrive as words in GTK 3 and GTK 4 entries.
set -u
bin=$(realpath "$1") MODEL=$(realpath "$2")
shots=$(realpath -m "${3:-$(dirname "$0")/../../.build/screenshots}")
mkdir -p "$shots"
WORK=$(mktemp -d) INKD=$bin/inkd
trap 'kill $(jobs -p) 2> /dev/null; wait 2> /dev/null; rm -rf "$WORK"' EXIT
. "$(dirname "$0")/daemon.sh"

# sway refuses root
as_user=()
[ "$(id -u)" != 0 ] || as_user=(setpriv --reuid=nobody --regid=nogroup --clear-groups)
export XDG_RUNTIME_DIR=$WORK/run WLR_BACKENDS=headless WLR_LIBINPUT_NO_DEVICES=1 WLR_RENDERER=pixman GSK_RENDERER=cairo NO_AT_BRIDGE=1
unset DISPLAY WAYLAND_DISPLAY GTK_IM_MODULE
mkdir -m 700 "$XDG_RUNTIME_DIR"
cat > "$WORK/sway.conf" << END
output HEADLESS-1 resolution 900x600 background #3a6ea5 solid_color
default_border none
xwayland force
exec sh -c 'echo \$DISPLAY > $XDG_RUNTIME_DIR/display'
END
chmod 755 "$WORK"
[ "$(id -u)" != 0 ] || chown nobody "$XDG_RUNTIME_DIR"
"${as_user[@]}" sway -c "$WORK/sway.conf" > "$WORK/sway.log" 2>&1 &
compositor=$!
wait_until "sway" eval 'ls "$XDG_RUNTIME_DIR"/wayland-?'
export WAYLAND_DISPLAY=$(basename "$(ls "$XDG_RUNTIME_DIR"/wayland-? | head -1)")
wait_until "Xwayland" test -s "$XDG_RUNTIME_DIR/display"
# a seat without a keyboard gives nobody the focus: one that lives for the whole test
wtype -k Shift_L -s 600000 &

# The daemon knows the overlay's user, too.
INKD_ACCESS_USERS=nobody start_daemon
"$bin/inkd-wlim" > "$WORK/wlim.log" 2>&1 &
wlim=$!
sleep 0.5

# its_text LOG [FIELD]: what is in a field
its_text() { grep " ${2:-TEXT} " "$1" | tail -1 | sed "s/^[^ ]* ${2:-TEXT} '\(.*\)'$/\1/"; }
has() { [ "$(its_text "$1")" = "$2" ]; }
says() { wait_until "\"$2\" in $(basename "$1")" has "$1" "$2"; }
entry() {
    GDK_BACKEND=wayland /usr/bin/python3 "$here/entry.py" "$1" "$2" > "$2.out" 2>&1 &
    entry=$!
    logged SHOWN "$2"
    sleep 0.8
}


status() { /usr/bin/python3 -c 'import sys; sys.path.insert(0, sys.argv[1]); from varlink import Connection; print(Connection(sys.argv[2]).call("org.inkd.TextInput.GetStatus")["status"])' "$here" "$INKD_SOCKET"; }
inactive() { grep -c INACTIVE "$1"; }

for version in 3.0 4.0; do
    log=$WORK/gtk$version.log
    entry $version "$log"
    check "GTK $version: the field has the focus for inkd" eval 'status | grep -q "purpose.*text"'
    pen 0 1.75
    check "GTK $version: the word" says "$log" "We"
    check "GTK $version: it was pending before" grep -q "PREEDIT 'We'" "$log"
    wtype ' x'
    sleep 0.3
    pen 1.8 2.95
    check "GTK $version: another word after typing" says "$log" "We x will"
    grim "$shots/sway-gtk$version.png"
    kill -USR1 "$entry"
    sleep 0.5
    check "GTK $version: inkd knows the password" eval 'status | grep -q "purpose.*password"'
    pen 0 1.75
    sleep 0.8
    check "GTK $version: nothing in the password" eval '! grep -q PASSWORD "$log"'
    check "GTK $version: nothing more in the text" says "$log" "We x will"
    kill "$entry"
    wait "$entry" 2> /dev/null
    sleep 0.3
    check "GTK $version: no field has the focus any more" eval '! status | grep -q purpose'
done

"$bin/inkd-wlim" > "$WORK/second.log" 2>&1
second=$?
check "a second input method ends with 69" test "$second" = 69
check "and names the first" grep -q "another inkd-wlim" "$WORK/second.log"
check "the first goes on" kill -0 "$wlim"

# The overlay, and the focus while it comes and goes.
DISPLAY=$(cat "$XDG_RUNTIME_DIR/display") "${as_user[@]}" "$bin/inkd-overlay" > "$WORK/overlay.log" 2>&1 &
overlay=$!
log=$WORK/overlaid.log
entry 4.0 "$log"
before=$(inactive "$log")
pen 0 2.95 &
sleep 2.3
grim "$shots/sway-overlay.png"
wait $!
check "the word with the overlay" says "$log" "We will"
sleep 0.7
check "the overlay took no focus" test "$(inactive "$log")" = "$before"
check "the overlay still runs" kill -0 "$overlay"
kill "$overlay"

# What is pending does not follow the focus to the password.
wtype ' '
sleep 0.3
pen 0 1.75 &
sleep 1.3
kill -USR1 "$entry"
wait $!
sleep 1
check "a pending word does not go into the password" eval '! grep -q PASSWORD "$log"'
kill "$entry"
wait "$entry" 2> /dev/null

# inkd ends in mid-word and comes back; the input method too.
log=$WORK/killed.log
entry 3.0 "$log"
pen 0 2.95 &
sleep 2
kill -9 "$daemon"
wait $! 2> /dev/null
sleep 0.6
cut=$(its_text "$log")
check "what was seen stays when inkd ends: “$cut”" test -n "$cut"
rm -f "$INKD_SOCKET"
INKD_ACCESS_USERS=nobody start_daemon
sleep 1.2
pen 0 1.75
check "and then goes on" says "$log" "$cut We"
pen 1.8 2.95 &
sleep 0.9
kill -9 "$wlim"
wait $! 2> /dev/null
sleep 0.8
check "nothing is doubled when the input method ends" eval 'case $(its_text "$log") in "$cut We" | "$cut We "*) true ;; *) false ;; esac'
kept=$(its_text "$log")
"$bin/inkd-wlim" >> "$WORK/wlim.log" 2>&1 &
wlim=$!
sleep 0.8
pen 0 1.75
check "another input method takes over" says "$log" "$kept We"
kill "$entry"
wait "$entry" 2> /dev/null

# A key that is pressed while text is pending comes before it, and nothing is lost or doubled. The keyboard is there from the beginning: one
# that comes or goes takes the focus from the field and gives it back, and what is pending is gone then.
log=$WORK/typed.log
entry 4.0 "$log"
wtype -s 2200 x -s 5000 &
sleep 0.3
pen 0 2.95
check "typing while text is pending" says "$log" "x We will"
kill "$entry" %?wtype\ -s
wait "$entry" 2> /dev/null

# Scratching out takes the last word back.
log=$WORK/scratched.log
entry 4.0 "$log"
wtype 'so '
/usr/bin/python3 "$here/sample.py" "$fixture" | sed -n 2p > "$WORK/scratch.jsonl"
# to and fro over all of it
/usr/bin/python3 - >> "$WORK/scratch.jsonl" << 'END'
import json
stroke = [0, 40]
for turn in range(7):
    stroke += [26 if turn % 2 == 0 else -25, 2] * 10
print(json.dumps({"id": "zigzag", "label": "", "hz": 200, "ppmm": 20, "strokes": [stroke]}))
END
/usr/bin/python3 "$here/words.py" "$WORK/pen" --speed 1 "$WORK/scratch.jsonl" 0 > /dev/null
check "a word to be scratched out" says "$log" "so will"
timeout 3 /usr/bin/python3 "$here/words.py" "$WORK/pen" --speed 1 "$WORK/scratch.jsonl" 1 > /dev/null 2>&1
check "scratched out" eval 'case $(its_text "$log") in "so" | "so ") true ;; *) false ;; esac'
kill "$entry"
wait "$entry" 2> /dev/null

# Many words, if there is ink of them.
words=${INKD_DATA:-}/dev/unipen_word.jsonl.gz
if [ -f "$words" ]; then
    log=$WORK/many.log
    entry 4.0 "$log"
    /usr/bin/python3 "$here/watch.py" "$INKD_SOCKET" > "$WORK/readings.log" 2> /dev/null &
    logged READY "$WORK/readings.log"
    /usr/bin/python3 "$here/words.py" "$WORK/pen" --speed 4 "$words" $(seq 0 29) > "$WORK/labels.log" 2>&1
    sleep 1.5
    /usr/bin/python3 "$here/order.py" "$log" "$WORK/readings.log"
    check "30 words: none lost, none doubled, in order" /usr/bin/python3 "$here/order.py" "$log" "$WORK/readings.log" 30
    kill "$entry"
fi
kill "$compositor"
wait "$wlim"
ended=$?
check "the input method ends with the compositor" eval '[ "$ended" = 1 ] && grep -q "compositor has ended" "$WORK/wlim.log"'
cat "$WORK/second.log" "$WORK/wlim.log" "$WORK/overlay.log"
exit $((failures > 0))
