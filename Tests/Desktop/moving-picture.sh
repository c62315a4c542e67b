#!/bin/bash
# The moving picture of README: moving-picture.sh RELEASE_DIR MODEL [FOLDER]
#
# Plays the sample session into a GTK text field of an X11 desktop with IBus, with ink beside the caret, and writes what is seen as FOLDER/writing.gif.
. "$(dirname "$0")/ibus.sh"
start_window_manager
picom --backend xrender > "$WORK/picom.log" 2>&1 &
start_daemon
start_ibus
watch_readings
GTK_USE_PORTAL=0 GDK_BACKEND=x11 /usr/bin/python3 - "$WORK/letter.log" > "$WORK/letter.out" 2>&1 << 'END' &
import sys
import gi
gi.require_version("Gdk", "3.0")
gi.require_version("Gtk", "3.0")
from gi.repository import Gdk, Gtk

style = Gtk.CssProvider()
style.load_from_data(b"textview { font: 19px sans-serif; } textview text { background: white; color: #222222; }")
Gtk.StyleContext.add_provider_for_screen(Gdk.Screen.get_default(), style, Gtk.STYLE_PROVIDER_PRIORITY_APPLICATION)
view = Gtk.TextView(wrap_mode=Gtk.WrapMode.WORD, left_margin=18, right_margin=18, top_margin=14)
view.get_buffer().connect("changed", lambda b: print("TEXT", b.props.text, file=open(sys.argv[1], "a")))
window = Gtk.Window(title="A letter")
window.add(view)
window.resize(640, 340)
window.move(0, 0)
window.connect("map-event", lambda *_: print("SHOWN", file=open(sys.argv[1], "a")) and False)
window.show_all()
view.grab_focus()
Gtk.main()
END
logged SHOWN "$WORK/letter.log"
use_engine_in_field
xdotool type --delay 50 'Dear Ada,'
xdotool key Return
sleep 1
frames=$WORK/frames
mkdir "$frames"
while [ ! -e "$WORK/written" ]; do
    import -window root -crop 640x380+0+0 "$frames/$(date +%s%N).miff"
    sleep 0.15
done &
camera=$!
pen
sleep 3
touch "$WORK/written"
wait "$camera"
check "the sentence is in the field" eval 'grep "^TEXT" -A9 "$WORK/letter.log" | tail -1 | grep -qi "we will meet again"'
# each frame is shown until the next one was taken
list=() last=
for frame in "$frames"/*.miff; do
    now=$(basename "$frame" .miff)
    # hundredths of a second
    [ -z "$last" ] || list+=(-delay $(((now - last) / 10000000)) "$frames/$last.miff")
    last=$now
done
list+=(-delay 250 "$frames/$last.miff")
/usr/bin/convert "${list[@]}" -repage 0x0 +dither -colors 48 -layers OptimizePlus -loop 0 "$shots/writing.gif"
ls -l "$shots/writing.gif"
exit $((failures > 0))
