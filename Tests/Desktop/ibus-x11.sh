#!/bin/bash
# What the pen writes comes into xterm and Chromium, where no word can be changed afterwards: ibus-x11.sh RELEASE_DIR MODEL [SCREENSHOTS]
. "$(dirname "$0")/ibus.sh"
openbox > /dev/null 2>&1 &
start_daemon
start_ibus
watch_readings
second() { grep ' CANDIDATES ' "$WORK/readings.log" | tail -1 | sed 's/^[^ ]* CANDIDATES //' | cut -d'|' -f2; }

# xterm: held for a moment, so that a candidate can be chosen
xterm -fa 'DejaVu Sans Mono' -fs 14 -e sh -c "exec cat > '$WORK/xterm.txt'" &
xterm=$!
window=$(xdotool search --sync --onlyvisible --class xterm | head -1)
xdotool windowactivate --sync "$window"
use_engine
sleep 1
write 0
first=$(reading)
write --read 1
xdotool key Down
sleep 0.3
shot xterm-candidates
other=$(second)
xdotool key Return
sleep 0.3
xdotool key Return
wait_until "a line in xterm" test -s "$WORK/xterm.txt"
check "xterm: a word, and a candidate by arrow: $first $other" test "$(cat "$WORK/xterm.txt")" = "$first ${other# }"
write --read 2
xdotool key x
word=$(reading)
xdotool key Return
wait_until "another line in xterm" eval '[ "$(wc -l < "$WORK/xterm.txt")" = 2 ]'
check "xterm: a key comes after the held word: ${word# }x" test "$(tail -1 "$WORK/xterm.txt" | sed 's/^ //')" = "${word# }x"
write 0
word=$(reading)
xdotool key 2 Return
wait_until "a third line in xterm" eval '[ "$(wc -l < "$WORK/xterm.txt")" = 3 ]'
check "xterm: a word that is there stays, and digits are digits: ${word# }2" test "$(tail -1 "$WORK/xterm.txt" | sed 's/^ //')" = "${word# }2"
shot xterm
kill "$xterm"
wait "$xterm" 2> /dev/null

# Chromium: says that it lets its text be changed, and does not
cat > "$WORK/page.html" << 'END'
<body style="font: 20px sans-serif"><p>Chromium<p><textarea id="text" rows="3" cols="40" autofocus></textarea><p><input type="password" id="secret">
<script>
const show = () => document.title = "T:" + encodeURIComponent(text.value) + ":" + encodeURIComponent(secret.value)
text.oninput = secret.oninput = show; text.focus(); show()
</script>
END
chromium --no-sandbox --user-data-dir="$WORK/chromium" --no-first-run --disable-gpu --window-size=700,500 --app="file://$WORK/page.html" \
    > "$WORK/chromium.log" 2>&1 &
chromium=$!
title() { xdotool search --onlyvisible --class chromium getwindowname %@ 2> /dev/null | grep '^T:' | tail -1; }
value() { title | cut -d: -f"${1:-2}" | python3 -c 'import sys, urllib.parse; print(urllib.parse.unquote(sys.stdin.read().strip()), end="")'; }
wait_until "Chromium" eval '[ -n "$(title)" ]' || wait_until "Chromium, really" eval '[ -n "$(title)" ]'
xdotool windowactivate --sync "$(xdotool search --onlyvisible --class chromium | tail -1)"
sleep 2
mark
write 0
wait_until "a word in Chromium" eval '[ -n "$(value)" ]'
first=$(reading)
check "Chromium: a word: $first" test "$(value)" = "$first"
write --read 1
xdotool key Down
sleep 0.3
shot chromium-candidates
before=$(value)
xdotool key Return
sleep 1
shot chromium
after=$(value)
echo "Chromium: before Return '$before', after it '$after'"
other=$(second)
word=$(reading)
case $after in
"$first ${other# }" | "$first$word") check "Chromium: a candidate is chosen while the word is held, or refused, and nothing is doubled" true ;;
*) check "Chromium: nothing is doubled" false ;;
esac
# here nobody says that this is a password; Chromium drops what an input method writes into one
xdotool key Tab
sleep 1
pen 0 1.75
sleep 2
check "Chromium: nothing is written into a password" test -z "$(value 3)"
check "Chromium: and nothing more into the text" test "$(value)" = "$after"
shot chromium-password
kill "$chromium"
exit $((failures > 0))
