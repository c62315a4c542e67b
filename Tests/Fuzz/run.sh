#!/usr/bin/env bash
# Builds inkd-fuzz and feeds each target for INKD_FUZZ_SECONDS, INKD_FUZZ_JOBS at a time. The last lines are a table; the exit status is 1 if an
# input was found that crashes a target, hangs it (10 s) or fills the memory (2 GiB).
# usage: run.sh [TARGET…]
# What was found stays in .build/fuzzing: corpus/TARGET, which the next run goes on with, crashes, logs, and totals.tsv.
# Environment: SWIFT (swift), INKD_FUZZ_SECONDS (60), INKD_FUZZ_JOBS (the processors), INKD_FUZZ_PROGRAM (a program that is built already).
set -uo pipefail
cd "$(dirname "$0")/../.."
tests=Tests/Fuzz
place=.build/fuzzing

# The files of the repository that are inputs to begin with, besides those in Tests/Fuzz/seeds.
inputs() {
    case $1 in
    model) printf '%s\n' Tests/Fixtures/recognition/*.safetensors models/gestures.safetensors ;;
    evemu) echo Tests/Fixtures/recordings/stroke.events ;;
    libinput) echo Tests/Fixtures/recordings/stroke.yml ;;
    jsonl) echo Tests/Fixtures/recordings/cross.jsonl ;;
    quirks) printf '%s\n' config/quirks/*.yaml ;;
    configuration) echo config/inkd.yaml ;;
    esac
}

# run one target, its output into its log
fuzz() {
    local target=$1 dictionary=$tests/dictionaries/$1.dict folders=() flags=() files
    for folder in "$place/seeds/$target" "$tests/seeds/$target"; do [ ! -d "$folder" ] || folders+=("$folder"); done
    [ ! -e "$place/dictionaries/$target.dict" ] || dictionary=$place/dictionaries/$target.dict
    [ ! -e "$dictionary" ] || flags+=(-dict="$dictionary")
    files=$(inputs "$target" | paste -sd,)
    [ -z "$files" ] || flags+=(-seed_inputs="$files")
    # frames are the more, the longer an input is
    [ "$target" != frames ] || flags+=(-len_control=0 -max_len=4096)
    # each stroke more makes one slower
    [ "$target" != ink ] || flags+=(-max_len=1024)
    mkdir -p "$place/corpus/$target"
    nice -n 19 "$program" "$target" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -print_final_stats=1 \
        -artifact_prefix="$place/crashes/$target-" "${flags[@]}" "$place/corpus/$target" "${folders[@]}" > "$place/logs/$target.log" 2>&1
}

# a line of the table
row() {
    awk -v target="$1" '
        # "#1234  DONE   cov: 1 ft: 2 corp: 3/4b …"; after a crash the last of such lines
        $3 == "cov:" { edges = $4; features = $6 }
        $1 ~ /^stat::/ { stat[$1] = $2 }
        /Test unit written to/ { found = $NF }
        /^(SUMMARY|inkd-fuzz:)|Fatal error/ { if (why == "") why = $0 }
        END {
            executions = stat["stat::number_of_executed_units:"] + 0
            printf "%-14s %12d %8d %8d %9d %6d %s\n", target, executions, stat["stat::average_exec_per_sec:"], edges, features,
                stat["stat::new_units_added:"], found == "" ? (executions > 0 ? "none" : "did not run") : found
            print target "\t" executions "\t" stat["stat::frames:"] + 0 >> "'"$place"'/totals.tsv"
        }' "$place/logs/$1.log"
}

seconds=${INKD_FUZZ_SECONDS:-60}
jobs=${INKD_FUZZ_JOBS:-$(nproc)}
if [ "${1:-}" = --one ]; then
    program=$INKD_FUZZ_PROGRAM
    fuzz "$2"
    exit 0
fi

program=${INKD_FUZZ_PROGRAM:-}
[ -n "$program" ] || program=$("$tests/build.sh") || exit 1
mkdir -p "$place"/{corpus,crashes,logs,seeds,dictionaries}
TMPDIR=$(mktemp -d /dev/shm/inkd-fuzz.XXXXXX) || exit 1
# libFuzzer keeps the input of a crash only where nobody else has a handler of it
export SWIFT_BACKTRACE=enable=no
export TMPDIR INKD_FUZZ_PROGRAM=$program INKD_FUZZ_SECONDS=$seconds
trap 'rm -rf "$TMPDIR"' EXIT
"$program" seeds "$place/seeds" && "$program" dictionaries "$place/dictionaries" || exit 1
targets=("$@")
[ $# -gt 0 ] || mapfile -t targets < <("$program" list)
echo "${#targets[@]} targets, $seconds s each, $jobs at a time" >&2
printf '%s\n' "${targets[@]}" | xargs -P "$jobs" -I{} "$0" --one {}

table=$(
    for target in "${targets[@]}"; do row "$target"; done
)
printf '%-14s %12s %8s %8s %9s %6s %s\n' target executions per-s edges features new crash
echo "$table"
awk -F'\t' '{ executions += $2; frames += $3 } END { printf "so far, in all runs: %d executions, %d frames\n", executions, frames }' "$place/totals.tsv"
if grep -q "$place/crashes/" <<< "$table"; then
    echo "To run one again: $program TARGET FILE. What it said the first time is in $place/logs/TARGET.log."
    exit 1
fi
! grep -q 'did not run$' <<< "$table"
