# A whole sentence becomes its text. Where everything is emulated the daemon may not keep up with a hand: then it is written again, slower.
. "$(dirname "$0")/lib.sh"
fixtures=$(dirname "$0")/../../Fixtures
times() { told pointer | grep -o "\"phase\":\"$1\"" | wc -l; } # times PHASE
is_balanced() { [ "$(times down)" -gt 0 ] && [ "$(times down)" = "$(times up)" ]; }
sentence=$(head -1 "$fixtures/sample-session.txt")
was_lost() { was_told pointer '"gap":true'; }
was_read() { was_told editor '"change":"recognition"' '"final":true' "\"text\":\"$sentence\""; }
is_clear() { was_lost || was_read; }
for speed in 1 0.3 0.1; do
    watch devices Devices.Watch
    watch editor Editor.Watch
    watch pointer Pointer.Watch
    plug "inkd Sample Pen Tablet" -s "$speed" -h 60 replay "$fixtures/sample-session.events"
    touch "$go"
    eventually is_clear || eventually is_clear || eventually is_clear
    was_lost || break
    [ "$speed" = 0.1 ] && break
    pull
    eventually no_devices
    unwatch
done
echo "# written at $speed times its speed"
check "the pen that came is announced" was_told devices '"change":"added"' '"name":"inkd Sample Pen Tablet"'
check "it has a seat and an editor" was_told devices '"virtual":true' '"seat":"seat0"' '"editor":"pen[0-9]+"'
check "strokes come while it is written" was_told editor '"change":"contentChanged"' '"strokes":3'
check "the sentence is read" was_read
check "the editor comes to rest" eventually was_told editor '"change":"idle"'
pull
check "the editor closes with its device" eventually was_told editor '"change":"closed"'
check "the pen that went is announced" eventually was_told devices '"change":"removed"'
check "a stroke begins and ends" eventually is_balanced
check "nothing was lost" fails was_lost
unwatch
