#!/bin/bash
# Japanese characters, and emoji of sketches, come into GTK 3 and GTK 4: ibus-characters.sh RELEASE_DIR MODEL [SCREENSHOTS]
. "$(dirname "$0")/ibus.sh"
if [ ! -r "$INKD_MODELS/characters/ja.safetensors" ] || [ ! -r "$INKD_MODELS/sketches.safetensors" ]; then
    echo "skipped: there is no model of characters, or of sketches, beside $MODEL"
    exit
fi
start_window_manager
start_daemon
start_ibus
watch_readings
ink=$WORK/characters.jsonl
python3 "$here/characters.py" > "$ink"

for engine in inkd:ja inkd:ko inkd:zh-Hans inkd:zh-Hant inkd:zxx-Zsye-x-emoji; do
    check "IBus has $engine" eval 'ibus list-engine | grep -q "$engine "'
done

# The candidates that were told last, and the one of a number.
candidates() { grep ' CANDIDATES ' "$WORK/readings.log" | tail -1 | sed 's/^[^ ]* CANDIDATES //'; }
candidate() { candidates | cut -d'|' -f"$1"; }

for version in ${GTK_VERSIONS:-3.0 4.0}; do
    name=gtk${version%.0} log=$WORK/gtk$version.log
    entry $version "$log"
    use_engine_in_field inkd:ja
    its() { its_text "$log"; }

    write --half 0
    check_soon "$name: characters are pending while the pen writes" grep -q "PREEDIT '日本" "$log"
    check "$name: and not in the field yet" test -z "$(its)"
    xdotool key Escape
    wait_until "nothing pending" eval '! is_pending "$log"'
    python3 "$here/words.py" --up "$WORK/pen" "$ink" 0
    sleep 1
    seen=$(its)

    write 0
    check_soon "$name: a row of characters, without spaces: ${seen}日本川" eval '[ "$(its)" = "${seen}日本川" ]'
    sleep 0.3
    shot "$name-characters"
    before=$(its)
    write 1
    check_soon "$name: another behind it" eval '[ "$(its)" = "${before}日" ]'
    sleep 0.3
    check "$name: with ten candidates" eval '[ "$(candidates | tr "|" "\n" | wc -l)" = 10 ]'
    shot "$name-character-candidates"
    other=$(candidate 2)
    xdotool key 2
    check_soon "$name: another candidate by digit: 日 becomes $other" eval '[ -n "$other" ] && [ "$(its)" = "$before$other" ]'
    before=$(its)
    write 2
    check_soon "$name: bars above one another are one character" eval '[ "$(its)" = "${before}三" ]'
    sleep 5.5

    use_engine inkd:zxx-Zsye-x-emoji
    wait_until "the focus for inkd" knows text
    # only then has the field told this engine its text
    write 3
    sleep 1
    before=$(its)
    write 3
    wait_until "an emoji" eval '[ "$(its)" != "$before" ]'
    sleep 0.3
    first=$(candidate 1) other=$(candidate 2)
    check "$name: a sketch becomes an emoji: $first" eval '[ -n "$first" ] && [ "$(its)" = "$before$first" ]'
    check "$name: with five candidates" eval '[ "$(candidates | tr "|" "\n" | wc -l)" = 5 ]'
    shot "$name-emoji"
    xdotool key 2
    check_soon "$name: another emoji by digit: $other" eval '[ -n "$other" ] && [ "$(its)" = "$before$other" ]'
    kill "$entry"
    wait "$entry" 2> /dev/null
done
exit $((failures > 0))
