# A whole sentence, as fast as it was written, becomes its text.
. "$(dirname "$0")/lib.sh"
fixtures=$(dirname "$0")/../../Fixtures
times() { told pointer | grep -o "\"phase\":\"$1\"" | wc -l; } # times PHASE
is_balanced() { [ "$(times down)" -gt 0 ] && [ "$(times down)" = "$(times up)" ]; }
sentence=$(head -1 "$fixtures/sample-session.txt")
watch devices Devices.Watch
watch editor Editor.Watch
watch pointer Pointer.Watch
plug "inkd Sample Pen Tablet" -h 60 replay "$fixtures/sample-session.events"
check "the pen that came is announced" eventually was_told devices '"change":"added"' '"name":"inkd Sample Pen Tablet"'
check "it has a seat and an editor" eventually was_told devices '"virtual":true' '"seat":"seat0"' '"editor":"pen[0-9]+"'
touch "$go"
check "strokes come while it is written" eventually was_told editor '"change":"contentChanged"' '"strokes":3'
check "the sentence is read" eventually was_told editor '"change":"recognition"' '"final":true' "\"text\":\"$sentence\""
check "the editor comes to rest" eventually was_told editor '"change":"idle"'
pull
check "the editor closes with its device" eventually was_told editor '"change":"closed"'
check "the pen that went is announced" eventually was_told devices '"change":"removed"'
check "a stroke begins and ends" eventually is_balanced
check "nothing was lost" fails was_told pointer '"gap":true'
unwatch
