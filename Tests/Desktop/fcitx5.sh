#!/bin/bash
# Text from the pen comes into GTK 3 and Qt 5 by fcitx5: fcitx5.sh RELEASE_DIR MODEL [SCREENSHOTS]
. "$(dirname "$0")/ibus.sh"
start_window_manager
start_daemon
watch_readings

export GTK_IM_MODULE=fcitx QT_IM_MODULE=fcitx XMODIFIERS=@im=fcitx QT_QPA_PLATFORM=xcb
system=$(pkg-config --variable=libdir Fcitx5Core)/fcitx5
export INKD_FCITX5=$bin/inkd-fcitx5 FCITX_ADDON_DIRS=$here/../../.build/fcitx5:$system XDG_DATA_HOME=$WORK/data
mkdir -p "$XDG_DATA_HOME/fcitx5/addon" "$XDG_DATA_HOME/fcitx5/inputmethod" "$XDG_CONFIG_HOME/fcitx5"
cp "$here/../../config/fcitx5/addon.conf" "$XDG_DATA_HOME/fcitx5/addon/inkd.conf"
cp "$here/../../config/fcitx5/inputmethod.conf" "$XDG_DATA_HOME/fcitx5/inputmethod/inkd.conf"
cat > "$XDG_CONFIG_HOME/fcitx5/profile" << 'END'
[Groups/0]
Name=Default
Default Layout=us
DefaultIM=inkd

[Groups/0/Items/0]
Name=keyboard-us
Layout=

[Groups/0/Items/1]
Name=inkd
Layout=

[GroupOrder]
0=Default
END
printf '[Behavior]\nActiveByDefault=True\n' > "$XDG_CONFIG_HOME/fcitx5/config"
fcitx5 --disable=wayland,notifications,notificationitem --verbose='*=4' > "$WORK/fcitx5.log" 2>&1 &
fcitx=$!
wait_until "fcitx5" eval "gdbus call --session --dest org.freedesktop.DBus --object-path /org/freedesktop/DBus --method org.freedesktop.DBus.NameHasOwner org.fcitx.Fcitx5 | grep -q true"
second() { grep ' CANDIDATES ' "$WORK/readings.log" | tail -1 | sed 's/^[^ ]* CANDIDATES //' | cut -d'|' -f2; }
its() { its_text "$log"; }

# a client may name the display of a new field after it has given it the focus: fcitx5 takes the focus away then, and a pen presses no key that
# would bring it back
/usr/bin/python3 "$here/fcitxclient.py" "$WORK/client.log" > "$WORK/client.out" 2>&1 &
client=$!
logged FOCUSED "$WORK/client.log"
wait_until "the focus for inkd" knows text
kill -USR1 "$client"
logged DISPLAY "$WORK/client.log"
sleep 0.5
check "a field keeps the focus when its display is named late" knows text
kill -USR2 "$client"
logged LEFT "$WORK/client.log"
wait_until "the focus elsewhere" eval '! knows text'
kill -USR1 "$client"
sleep 0.5
check "and does not get it back that way" eval '! knows text'
kill "$client"

for kind in ${KINDS:-gtk3 qt5}; do
    log=$WORK/$kind.log
    case $kind in
    gtk3) entry 3.0 "$log" ;;
    qt5)
        /usr/bin/python3 "$here/qt.py" 5 "$log" > "$log.out" 2>&1 &
        entry=$!
        logged SHOWN "$log"
        ;;
    esac
    wait_until "the focus for inkd" knows text

    write 0
    word=$(reading)
    check_soon "$kind: a word comes into the field: $word" eval '[ "$(its)" = "$word" ]'
    shot "fcitx5-$kind"
    # GTK 3's client for fcitx5 tells its text from the second word on
    write 2
    before=$(its)
    write 1
    sleep 0.5
    word=$(reading) other=$(second)
    check_soon "$kind: and the next one behind it" eval '[ "$(its)" = "$before$word" ]'
    shot "fcitx5-$kind-candidates"
    xdotool key 2
    check_soon "$kind: a candidate by digit: $word becomes $other" eval '[ "$(its)" = "$before ${other# }" ]'
    # where fcitx5 is late GTK 3's client sends its text with the key's release, before it deletes the word, and not again
    sleep 0.5
    before=$(its)
    write 1
    sleep 0.5
    word=$(reading) other=$(second)
    kill -STOP "$fcitx"
    xdotool key 2
    sleep 0.2
    kill -CONT "$fcitx"
    check_soon "$kind: and when fcitx5 is late: $word becomes $other" eval '[ "$(its)" = "$before ${other# }" ]'
    sleep 0.5
    before=$(its)
    xdotool type --delay 100 ' keys'
    check_soon "$kind: keys are typed as ever" eval '[ "$(its)" = "$before keys" ]'
    draw backspace
    check_soon "$kind: a long stroke to the left is a backspace" eval '[ "$(its)" = "$before key" ]'

    write --half 3
    sleep 0.3
    xdotool key Escape
    sleep 0.5
    before=$(its)
    python3 "$here/words.py" --up "$WORK/pen" "$ink" 0
    sleep 0.8
    check "$kind: after Escape nothing is read of the stroke under way" eval '[ "$(its)" = "$before" ]'

    # Qt's client puts what is pending into the field at a click, fcitx5 does when the focus goes from others
    sleep 0.5
    before=$(its)
    count=$(wc -l < "$WORK/readings.log")
    write --half 3
    sleep 0.8
    seen=$(tail -n +$((count + 1)) "$WORK/readings.log" | sed -n 's/^[^ ]* READING //p' | tail -1)
    check "$kind: something is pending: $seen" test -n "$seen"
    first=$(xdotool getactivewindow)
    case $kind in
    gtk3)
        /usr/bin/python3 "$here/entry.py" 3.0 "$WORK/other.log" > "$WORK/other.out" 2>&1 &
        other=$!
        logged ' ACTIVE' "$WORK/other.log"
        ;;
    qt5) xdotool mousemove --window "$first" 300 170 click 1 ;;
    esac
    sleep 0.5
    python3 "$here/words.py" --up "$WORK/pen" "$ink" 0
    sleep 0.8
    check "$kind: it is in its field once: $seen" eval '[ "$(its | tr -d " ")" = "$(tr -d " " <<< "$before$seen")" ]'
    if [ $kind = gtk3 ]; then
        check "$kind: and not in the other window" eval '! grep -q " TEXT .." "$WORK/other.log"'
        kill "$other"
        xdotool windowactivate --sync "$first"
        wait_until "the focus for inkd" knows text
    fi

    xdotool key Tab
    wait_until "the focus elsewhere" eval '! knows text'
    count=$(count 'FINAL .' readings)
    pen 0 1.75
    sleep 1.2
    check "$kind: nothing is written into a password" eval '! grep -q " PASSWORD " "$log"'
    check "$kind: and nothing was read" test "$(count 'FINAL .' readings)" = "$count"
    kill "$entry"
    wait "$entry" 2> /dev/null
done

# its program ends, and another one takes its place
log=$WORK/again.log
entry 3.0 "$log"
wait_until "the focus for inkd" knows text
program() { pgrep -f "^$bin/inkd-fcitx5"; }
# another PROCESS: it has taken the place of that one
another() { program && [ "$(program)" != "$1" ]; }
killed=$(program)
kill -9 "$killed"
wait_until "another program" another "$killed"
wait_until "the focus for inkd again" knows text
write 0
word=$(reading)
check_soon "after its program was killed words come again: $word" eval '[ "$(its)" = "$word" ]'

# one that has stopped holds up no key of the desktop, and is ended
stopped=$(program)
before=$(its)
kill -STOP "$stopped"
xdotool type --delay 30 ' keys go through'
check_soon "keys are typed while its program has stopped" eval '[ "$(its)" = "$before keys go through" ]'
check_soon "which is ended" eval '[ ! -e "/proc/$stopped" ]'
# without a key
wait_until "another program" another "$stopped"
wait_until "the focus for inkd once more" knows text
before=$(its)
write 1
word=$(reading)
check_soon "and another one goes on in the same field: $word" eval '[ "$(its)" = "$before$word" ] || [ "$(its)" = "$before ${word# }" ]'

# keys do not wait for an inkd that has stopped
kill -STOP "$daemon"
before=$(its)
xdotool type --delay 30 ' and so'
check_soon "keys are typed while inkd has stopped" eval '[ "$(its)" = "$before and so" ]'
kill -CONT "$daemon"
kill "$entry" "$fcitx"
wait "$entry" "$fcitx" 2> /dev/null
check "with fcitx5 its program has gone" eval '! program'
exit $((failures > 0))
