# All scenarios in one guest, one after the other. Each also runs alone, with run.sh.
. "$(dirname "$0")/lib.sh"
for name in service writing wacom touch pads unplug strange lost-events recording exchange capture relay access session secrecy wlim restart survival; do
    echo "# $name, after $SECONDS s"
    perform "$name"
done
