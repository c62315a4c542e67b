#!/usr/bin/env bash
# Runs tests in stages, quietly: a line for each stage, and the lines that failed. All that a stage says is in .build/test-logs/STAGE.log. A stage
# that fails does not keep the later ones from running, unless they need what it builds. The last line is "N passed, N failed", over all stages.
# usage: test.sh STAGE…      lint programs guest build desktop daemon unit fuzz kernels training scale peer timed; changed core generated modules
# Environment: SWIFT (swift), RELEASE (.build/release), INKD_DATA, INKD_RIG; INKD_PATIENCE, seconds after which a stage is ended (3300);
# and what each suite takes: docs/testing.md.
set -uo pipefail
cd "$(dirname "$0")/../.."
support=Tests/Support
logs=.build/test-logs
swift=${SWIFT:-swift}
release=${RELEASE:-.build/release}
model=models/latin.safetensors
# what cannot be shown is no pass: `INKD_GUEST=optional make test` where no guest can run
export INKD_GUEST=${INKD_GUEST:-required}

# describe STAGE: its title, its command, the stage that has to succeed before it, whether it runs beside the next ones, whether it measures
# time, so that nothing may run beside it; whether it computes all the time and may be slow: desktops beside it are served first; and
# after how many seconds without output it hangs
describe() {
    needs= beside= alone= computes= silence=0
    # tests that take long read from these how much they shall do
    local units=(env "INKD_MODEL=$PWD/$model" "INKD_SEQUENCES=${INKD_SEQUENCES:-100}" "INKD_OPERATIONS=${INKD_OPERATIONS:-1000}" "$swift" test --skip-build)
    case $1 in
    lint) title="formatting" command=(make --no-print-directory lint) ;;
    programs) title="release build" command=(make --no-print-directory build) ;;
    # not beside desktops: SwiftPM's compilers have the usual priority, whatever `swift` has
    build) title="build of the unit tests" command=("$swift" build --build-tests) ;;
    unit) title="unit tests" needs=build computes=yes silence=300 command=("${units[@]}" --skip InkDaemonTests) ;;
    fuzz) title="fuzzing" needs=build command=(env "SWIFT=$swift" Tests/Fuzz/check.sh) ;;
    kernels) title="C code under sanitizers" computes=yes command=(env "SWIFT=$swift" Tests/Kernels/run.sh) ;;
    # they measure the processor time of threads. The program itself: only one `swift test` runs at a time.
    daemon)
        title="tests of a running daemon" needs=build beside=yes computes=yes silence=300
        command=("${units[@]:0:4}" .build/debug/inkdPackageTests.xctest --testing-library swift-testing --filter InkDaemonTests)
        ;;
    training) title="training" computes=yes command=(make --no-print-directory test-training) ;;
    peer) title="clients of other make" needs=programs alone=yes command=(Tests/Peer/run.sh "$release" "$model") ;;
    scale) title="many inks" needs=programs computes=yes command=(Tests/Scale/run.sh "$release" "$model") ;;
    # its clock counts instructions: it may be slow, but not starve. It needs one core.
    guest) title="virtual machine" needs=programs beside=yes computes=yes command=(Tests/Guest/test.sh "$release") ;;
    desktop) title="desktops" needs=programs beside=yes command=(Tests/Desktop/run.sh --untimed "$release" "$model") ;;
    timed) title="desktops, sessions that depend on time" needs=programs alone=yes command=(Tests/Desktop/run.sh --timed "$release" "$model") ;;
    # the quick check: `make check`
    changed) title="formatting of what changed, wording" command=(env "SWIFT=$swift" "$support/changed.sh") ;;
    core) title="build of the core modules" command=(env INKD_CORE=1 "$swift" build --build-tests --scratch-path .build/check -debug-info-format none) ;;
    generated)
        title="generated files, methods of the protocol" needs=core
        command=(make --no-print-directory check-generated GENERATE=.build/check/debug/varlink-generate)
        ;;
    modules) title="tests of the core modules" needs=core command=(env INKD_CORE=1 "$swift" test --skip-build --scratch-path .build/check) ;;
    *)
        echo "test.sh: there is no stage $1" >&2
        exit 2
        ;;
    esac
}

running=
declare -A background=()
stop() {
    for process in $running "${background[@]}"; do kill -TERM "$process" 2> /dev/null; done
    wait
    echo
    exit 130
}
trap stop INT TERM HUP

# await PROCESS: its status. On a terminal the seconds are shown meanwhile.
await() {
    while kill -0 "$1" 2> /dev/null; do
        [ ! -t 1 ] || printf '\r\033[K%s … %d s' "$title" $((SECONDS - begin))
        sleep 1 &
        wait $!
    done
    [ ! -t 1 ] || printf '\r\033[K%s … ' "$title"
    wait "$1"
}

all_passed=0 all_failed=0 summary=() failed_stages=() all_reasons=()
# result NAME: a number that results.awk has printed
result() { sed -n "s/^$1 //p" <<< "$results"; }

# start STAGE: its process is in `started` then
start() {
    local niceness=0
    [ -z "$computes" ] || niceness=10
    nice -n "$niceness" "$support/patiently.sh" "${INKD_PATIENCE:-3300}" "$silence" "${command[@]}" > "$logs/$1.log" 2>&1 < /dev/null &
    started=$!
}

# finish STAGE PROCESS: waits for its end, and says how it went
finish() {
    local log=$logs/$1.log begin=${begins[$1]} status passed failed skipped counts seconds
    printf '%s … ' "$title"
    running=$2
    await "$running"
    status=$?
    running=
    seconds=$((SECONDS - begin))
    # one that ran beside others may have ended before
    [ -z "${background[$1]:-}" ] || seconds=$((seconds - $(date +%s) + $(stat -c %Y "$log")))
    results=$(LC_ALL=C awk -f "$support/results.awk" "$log")
    passed=$(result passed) failed=$(result failed) skipped=$(result skipped)
    [ "$status" = 0 ] || [ "$failed" != 0 ] || failed=1
    counts="$passed passed"
    [ "$passed$skipped" != 00 ] || counts=done
    [ "$skipped" = 0 ] || counts+=", $skipped skipped"
    [ "$failed" = 0 ] || counts="$failed FAILED, $passed passed"
    echo "$counts in $seconds s"
    sed -n 's/^- /    /p' <<< "$results"
    if [ "$failed" != 0 ]; then
        local reasons
        if grep -q '^! ' <<< "$results"; then reasons=$(sed -n 's/^! /    /p' <<< "$results"); else reasons=$(tail -n 15 "$log" | sed 's/^/    /'); fi
        reasons+=$'\n'"    all of it: $PWD/$log"
        echo "$reasons"
        failed_stages+=("$1")
        all_reasons+=("$title:" "$reasons")
    fi
    all_passed=$((all_passed + passed)) all_failed=$((all_failed + failed))
    summary+=("$(printf '%5d s  %s: %s' "$seconds" "$title" "$counts")")
}

# finish_others: waits for the stages that run beside others
finish_others() {
    local stage
    for stage in "${!background[@]}"; do
        describe "$stage"
        finish "$stage" "${background[$stage]}"
        unset "background[$stage]"
    done
}

mkdir -p "$logs"
declare -A begins=()
for stage; do describe "$stage"; done
for stage; do
    describe "$stage"
    if [ -n "$alone" ]; then
        finish_others
        describe "$stage"
    fi
    if [[ -n $needs && " ${failed_stages[*]} " == *" $needs "* ]]; then
        echo "$title … not run: the stage \"$needs\" failed"
        failed_stages+=("$stage")
        all_failed=$((all_failed + 1))
        summary+=("    0 s  $title: not run")
        continue
    fi
    begins[$stage]=$SECONDS
    start "$stage"
    if [ -n "$beside" ]; then background[$stage]=$started; else finish "$stage" "$started"; fi
done
finish_others
if [ $# -gt 1 ]; then
    echo
    printf '%s\n' "${summary[@]}"
    printf '%5d s  in all\n' "$SECONDS"
    # once more, where who looks at the end of a long output sees it
    [ ${#all_reasons[@]} = 0 ] || printf '\n%s' "" "${all_reasons[@]}" $'\n'
fi
echo "$all_passed passed, $all_failed failed"
[ "$all_failed" = 0 ]
