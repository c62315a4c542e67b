# Reads what a stage of tests has said, and prints: "passed N", "failed N", "skipped N", then a line "! …" for each that tells of a failure,
# and a line "- …" for each reason why something was skipped or done in part.
#
# Understood are Swift Testing, pytest, and scripts that print "ok", "not ok" or "FAILED", and "skipped" at the beginning of a line. "== NAME" begins a group.

function begin(group) {
    groups[++count] = group
    passed[group] = failed[group] = shown[group] = 0
}
function show(line) { if (shown[group] < 40) lines[group, shown[group]++] = substr(line, 1, 300) }
function leave_out(count, reason) {
    skipped += count
    if (!(reason in reasons)) order[++kinds] = reason
    reasons[reason] += count
}

# The test that a line of Swift Testing's is about; two tests may have the same name.
function test_name(name) {
    name = $0
    sub(/^[^ ]* Test /, "", name)
    sub(/ (started|(passed|failed) after [0-9.]+ seconds.*)\.?$/, "", name)
    sub(/ with [0-9]+ test cases?$/, "", name)
    return name
}

{ sub(/\r$/, "") }
/^== / {
    group = $2
    sub(/,$/, "", group)
    if (!(group in passed)) begin(group)
    next
}
!(group in passed) { begin(group) }

# Swift Testing. A case of a test, a suite and the whole run have lines of their own, which do not count.
/^◇ Test ("|[^ ]*\().* started\.$/ { running[test_name()]++; next }
/^[✔✘] Test ("|[^ ]*\().* (passed|failed) after / { running[test_name()]-- }
/^✔ Test ("|[^ ]*\()/ { passed[group]++; next }
/^✘ Test ("|[^ ]*\().* failed after / { failed[group]++ }
/^✘ (Suite|Test run) / { told = 0; next }
/^✘ / { show($0); told = 1; next }
/^↳ / { if (told) show("  " $0); next }
/^➜ (Test|Suite) / {
    reason = $0
    if (sub(/^.* skipped: /, "", reason)) gsub(/"/, "", reason); else reason = "switched off"
    leave_out(1, reason)
    next
}
{ told = 0 }

# pytest's last line: "2 failed, 143 passed, 1 skipped in 33.10s"
/^=* ?([0-9]+ (passed|failed|skipped|warnings?|errors?)(, )?)+ in [0-9.]+s/ {
    for (i = 1; i < NF; i++) {
        word = $(i + 1)
        sub(/,$/, "", word)
        if (word == "passed") passed[group] += $i
        if (word == "failed" || word ~ /^errors?$/) failed[group] += $i
        if (word == "skipped") leave_out($i, "pytest")
    }
    next
}
/^(FAILED|ERROR) tests\// { show($0); next }

/^ok[: ]/ { passed[group]++; next }
/^(not ok |FAILED: )/ { failed[group]++; show($0); next }
/^[Ss]kipped[: ]/ { line = $0; sub(/^[Ss]kipped:? /, "", line); leave_out(1, line); next }
/^note: / { line = $0; sub(/^note: /, "", line); leave_out(0, line); next }
/(^|[ :])([Ff]atal error|error): |^after [0-9]+ s this has not ended/ { show($0) }
/^after [0-9]+ s this has not ended/ { hangs = 1 }

END {
    if (hangs) for (name in running) if (running[name] > 0) show("had begun and not ended: " name)
    for (i = 1; i <= count; i++) { p += passed[groups[i]]; f += failed[groups[i]] }
    print "passed " p + 0
    print "failed " f + 0
    print "skipped " skipped + 0
    for (i = 1; i <= count; i++) for (k = 0; k < shown[groups[i]]; k++) print "! " lines[groups[i], k]
    for (i = 1; i <= kinds; i++) print "- " order[i] (reasons[order[i]] > 1 ? " (" reasons[order[i]] " times)" : "")
}
