#!/bin/bash
# What the pen writes comes into a GTK 4 field under GNOME Shell on Wayland: ibus-gnome.sh RELEASE_DIR MODEL [SCREENSHOTS]
. "$(dirname "$0")/ibus.sh"
unset DISPLAY GTK_IM_MODULE QT_IM_MODULE XMODIFIERS
export DBUS_SYSTEM_BUS_ADDRESS=$DBUS_SESSION_BUS_ADDRESS XDG_SESSION_TYPE=wayland XDG_CURRENT_DESKTOP=GNOME LIBGL_ALWAYS_SOFTWARE=1
gsettings set org.gnome.desktop.input-sources sources "[('xkb', 'us'), ('ibus', 'inkd')]"
gsettings set org.gnome.desktop.interface enable-animations false
gsettings set org.gnome.desktop.notifications show-banners false
gsettings set org.gnome.shell welcome-dialog-last-shown-version 99

# The shell's own IBus must find the component as it is made for the test; nothing else is told to use it.
gnome-shell --wayland --headless --no-x11 --unsafe-mode --virtual-monitor 1000x700 --wayland-display inkd-gnome > "$WORK/shell.log" 2>&1 &
shell_eval() { gdbus call --session --dest org.gnome.Shell --object-path /org/gnome/Shell --method org.gnome.Shell.Eval "$1"; }
shot() {
    gdbus call --session --dest org.gnome.Shell.Screenshot --object-path /org/gnome/Shell/Screenshot \
        --method org.gnome.Shell.Screenshot.Screenshot false false "$shots/$1.png" > /dev/null
}
wait_until "GNOME Shell" eval 'shell_eval 1+1 | grep -q true' || wait_until "GNOME Shell, really" eval 'shell_eval 1+1 | grep -q true'
export WAYLAND_DISPLAY=inkd-gnome
start_daemon
watch_readings
sleep 1
shell_eval 'Main.overview.hide(); 0' > /dev/null
log=$WORK/gnome.log
export GDK_BACKEND=wayland GSK_RENDERER=cairo
entry 4.0 "$log"
its() { its_text "$log"; }
sleep 1
activate='imports.ui.status.keyboard.getInputSourceManager().inputSources[1].activate(true); 0'
wait_until "the engine" eval 'shell_eval "$activate" > /dev/null; sleep 0.5; grep -q FocusIn "$engine_log"'
shell_eval 'globalThis.Clutter = imports.gi.Clutter; globalThis.GLib = imports.gi.GLib;
    globalThis.keyboard = Clutter.get_default_backend().get_default_seat().create_virtual_device(Clutter.InputDeviceType.KEYBOARD_DEVICE);
    globalThis.key = k => { const t = GLib.get_monotonic_time(); keyboard.notify_keyval(t, k, 1); keyboard.notify_keyval(t + 1, k, 0); }; 0' > /dev/null
key() { shell_eval "key(Clutter.KEY_$1); 0" > /dev/null; }
second() { grep ' CANDIDATES ' "$WORK/readings.log" | tail -1 | sed 's/^[^ ]* CANDIDATES //' | cut -d'|' -f2; }

write 0
wait_until "a word" eval '[ -n "$(its)" ]'
first=$(reading)
check_soon "GNOME: a word: $first" eval '[ "$(its)" = "$first" ]'

mark
write --speed 6 $(seq 100 129)
check_soon "GNOME: thirty more words, none lost, doubled or before another" eval '[ "$(its)" = "$(cat "$WORK/expected")" ]'
since_mark > "$WORK/timed.log"
echo "GNOME: $(python3 "$here/latency.py" "$WORK/timed.log" "$log")"
first=$(its)

write 1
word=$(reading) other=$(second)
check_soon "GNOME: another: $word" eval '[ "$(its)" = "$first$word" ]'
sleep 0.3
shot gnome-candidates
key 2
check_soon "GNOME: a candidate by digit: $other" eval '[ "$(its)" = "$first ${other# }" ]'

before=$(its)
key x
check_soon "GNOME: a key is typed" eval '[ "$(its)" = "${before}x" ]'

# a pending word stays in its field when Tab is pressed
before=$(its)
write --half 3
sleep 0.6
shot gnome-pending
pending=$(grep ' PREEDIT ' "$log" | tail -1)
key Tab
sleep 0.8
check "GNOME: something was pending: ${pending#* }" eval '! echo "$pending" | grep -qE "PREEDIT ..\$"'
seen=$(echo "$pending" | sed "s/^[^ ]* PREEDIT //; s/^'//; s/'$//")
check "GNOME: Tab puts it into the first field: $seen" test "$(its)" = "$before$seen"
check "GNOME: and the password stays empty" eval '! grep -q PASSWORD "$log"'
python3 "$here/words.py" --up "$WORK/pen" "$ink" 0

# the password
sleep 0.3
mark
pen 0 1.75
sleep 1.5
check "GNOME: nothing is written into a password" eval '! grep -q PASSWORD "$log"'
check "GNOME: and nothing was read" eval '! wrote_since_mark'
shot gnome-password

# the menu, in the first field again: for passwords GNOME has no input method at all
shell_eval 'keyboard.notify_keyval(GLib.get_monotonic_time(), Clutter.KEY_Shift_L, 1); key(Clutter.KEY_Tab);
    keyboard.notify_keyval(GLib.get_monotonic_time(), Clutter.KEY_Shift_L, 0); 0' > /dev/null
sleep 1.5
shell_eval 'Main.panel.statusArea.keyboard.menu.open(); 0' > /dev/null
sleep 0.7
shot gnome-menu
labels=$(shell_eval 'Main.panel.statusArea.keyboard._propSection._getMenuItems().map(i => i.label ? i.label.text : "").join("|")')
echo "GNOME: the menu says $labels"
check "GNOME: the menu has the switch" eval '[[ "$labels" == *"Pen writes text"* ]]'
shell_eval 'Main.panel.statusArea.keyboard.menu.close(); 0' > /dev/null
sleep 0.5
key End
sleep 0.3
write 1
sleep 0.3
before=$(its)
choose() {
    shell_eval 'Main.panel.statusArea.keyboard.menu.open(); 0'
    sleep 0.5
    shell_eval "Main.panel.statusArea.keyboard._propSection._getMenuItems().find(i => i.label.text == '$1').activate(null); 0"
    shell_eval 'Main.panel.statusArea.keyboard.menu.close(); 0'
}
choose 'Take back the last word' > /dev/null
check_soon "GNOME: the menu takes back the last word: $before" eval '[ "$(its)" = "${before% *}" ]'
choose 'Pen writes text' > /dev/null
enabled() { python3 -c '
import sys; sys.path.insert(0, sys.argv[2])
from varlink import Connection
print(Connection(sys.argv[1]).call("org.inkd.TextInput.GetStatus")["status"]["enabled"])' "$INKD_SOCKET" "$here"; }
check_soon "GNOME: the switch turns the pen off" eval '[ "$(enabled)" = False ]'
exit $((failures > 0))
