# Three acts with one pen and no mode: it taps into a field and writes, taps a button, taps into the other field and writes.
. "$(dirname "$0")/lib.sh"
. "$(dirname "$0")/applications.sh"

acts_script() {
    # the relay takes the pen over while it is away
    pause
    echo 'in 20 5'
    tap "30 28"
    pause
    word 0 1.75 20 20
    pause
    tap "30 68"
    pause
    tap "30 108"
    pause
    word 1.8 2.95 20 100
    pause
    echo out
}

# play DESKTOP: the three acts
play() {
    start_pen acts_script
    start_application "$1"
    go
    check "$1: a tap into the field gives it the focus" eventually in_log "FOCUS a"
    sleep 2
    go
    check "$1: what the pen writes there is its text" eventually has_text a We
    go
    check "$1: a tap on the button presses it" eventually in_log "SEND 'We'"
    go
    check "$1: a tap into the other field gives it the focus" eventually in_log "FOCUS b"
    sleep 2
    go
    check "$1: what the pen writes there is its text" eventually has_text b will
    check "$1: the first field is as it was" has_text a We
    go
    wait $player
    sed "s/^/# $1: /" $acts/app.log
    end_application
}
on_desktops play
