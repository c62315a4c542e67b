# Words that a pen writes into a field with and without a relay, and while inkd is killed behind each of them. Nothing is lost.
. "$(dirname "$0")/lib.sh"
. "$(dirname "$0")/applications.sh"

# seconds of the recording, and the left edge in the field, in millimeters; neighbors lie apart
words=("0 1.75 20" "1.8 2.95 60" "3 4.4 100" "4.45 6.15 20" "6.2 6.8 60" "6.9 7.9 100")
words_script() {
    local begin end left word
    pause
    echo 'in 20 5'
    tap "30 28"
    for word in "${words[@]}"; do
        read -r begin end left <<< "$word"
        pause
        word "$begin" "$end" "$left" 20
    done
    pause
    echo out
}
field_text() { log | sed -n "s/^TEXT a '\\(.*\\)'$/\\1/p" | tail -1; }
has_words() { [ "$(field_text | wc -w)" -ge "$1" ] && [ "$(field_text)" = "$(sleep 1.5; field_text)" ]; } # has_words COUNT: and no change follows

# write_words DESKTOP [killing]: the words, one after the other; the text is in `written` then
write_words() {
    local count=0 kills=0 pid
    start_pen words_script
    start_application "$1"
    go
    eventually in_log "FOCUS a"
    sleep 2
    for _ in "${words[@]}"; do
        go
        count=$((count + 1))
        eventually has_words $count || echo "# after $count words the field has '$(field_text)'"
        [ -n "${2:-}" ] || continue
        pid=$(main_pid)
        kill -KILL "$pid"
        eventually is_new "$pid" && eventually lists "Guest Pen" && kills=$((kills + 1))
        # the input method connects again
        sleep 4
    done
    [ -z "${2:-}" ] || check "$1: inkd was started again $count times" test $kills = $count
    written=$(field_text)
    echo "# $1${2:+, $2}: '$written'"
    go
    wait $player
    end_application
}

compare() {
    local plain
    without_relays
    write_words "$1"
    plain=$written
    with_relays
    check "$1: without a relay all words are in the field" test "$(wc -w <<< "$plain")" -ge ${#words[@]}
    write_words "$1"
    check "$1: with a relay the field has the same text" test "$written" = "$plain"
    write_words "$1" killing
    check "$1: nothing is lost of the words between which inkd was killed" test "$written" = "$plain"
}
on_desktops compare
