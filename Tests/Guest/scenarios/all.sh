# All scenarios in one guest, one after the other. Each also runs alone, with run.sh.
. "$(dirname "$0")/lib.sh"
for scenario in service writing wacom touch pads unplug strange lost-events recording exchange capture relay access session secrecy wlim restart survival; do
    echo "# $scenario, after $SECONDS s"
    . "$(dirname "$0")/$scenario.sh"
done
report
