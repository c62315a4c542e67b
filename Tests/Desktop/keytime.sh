#!/bin/bash
# How long a key typed on the keyboard takes into a field, with IBus' plain keyboard and with inkd's engine: keytime.sh RELEASE_DIR MODEL
#
# The engines take turns, every 100 keys, so that both see the same machine. No pen is near. APPLICATIONS="gtk3 gtk4 qt6", RATES="10 50" and
# BLOCKS=5 choose what is measured; docs/text-input.md summarizes the rows.
. "$(dirname "$0")/ibus.sh"
. "$here/application.sh"
keyboard=xkb:us::eng
is_empty() { [ -z "$(its)" ]; }

entry 3.0 "$WORK/first.log"
use_engine_in_field
echo "| Field | Keys a second | Engine | Keys | p50 | p90 | p99 | max | Misplaced |"
echo "| --- | ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: |"
for name in ${APPLICATIONS:-gtk3 gtk4 qt6}; do
    program "$name" || continue
    log=$WORK/$name.log keys=$WORK/$name-keys.log
    started=
    launch "$name"
    logged SHOWN "$log"
    sleep 1
    for block in $(seq "${BLOCKS:-5}"); do
        for rate in ${RATES:-10 50}; do
            for engine in $keyboard inkd; do
                if [ $engine = inkd ]; then use_engine_in_field; else use_engine $engine; fi
                sleep 0.5
                python3 "$here/keys.py" "$keys" "${engine%%:*}" 100 "$rate"
                sleep 0.3
                xdotool key ctrl+a BackSpace
                wait_until "an empty field" is_empty
            done
        done
    done
    python3 "$here/keytime.py" "$name" "$keys" "$log" || failures=$((failures + 1))
    stop $started
done
exit $((failures > 0))
