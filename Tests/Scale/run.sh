#!/bin/sh
# Reads INKD_SCALE inks (10,000) with one process and with a cluster of Spark's workers on this machine: the answers must be the same.
# usage: Tests/Scale/run.sh FOLDER_OF_PROGRAMS MODEL
set -eu

if [ $# -ne 2 ]; then
    echo "usage: $0 FOLDER_OF_PROGRAMS MODEL" >&2
    exit 2
fi
root=$(cd "$(dirname "$0")/../.." && pwd)
inkctl=$1/inkctl
model=$2
venv=$root/.build/scale-venv
version=4.3.0

[ -x "$inkctl" ] || { echo "There is no $inkctl: build it first (make build)." >&2; exit 1; }
[ -r "$model" ] || { echo "There is no model $model: give another." >&2; exit 1; }
command -v java >/dev/null || { echo "There is no Java, which Spark runs on: apt-get install default-jre-headless" >&2; exit 1; }

# pip comes last: without it the making was interrupted
if [ ! -x "$venv/bin/pip" ]; then
    python3 -m venv --clear "$venv" || { echo "Python's venv is missing: apt-get install python3-venv" >&2; exit 1; }
fi
"$venv/bin/python" -c "import importlib.metadata as m, sys; sys.exit(m.version('pyspark') != '$version')" 2>/dev/null ||
    { echo "Installing pyspark $version, which takes some minutes."; "$venv/bin/pip" install --quiet --disable-pip-version-check "pyspark==$version"; }

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
trap 'exit 130' INT TERM

# Spark listens on this machine only
export SPARK_LOCAL_IP=127.0.0.1 SPARK_LOCAL_HOSTNAME=127.0.0.1 SPARK_LOCAL_DIRS="$folder" SPARK_WORKER_DIR="$folder/work"
export PYSPARK_PYTHON="$venv/bin/python" PYSPARK_DRIVER_PYTHON="$venv/bin/python"
SPARK_HOME=$("$venv/bin/python" -c 'import os, pyspark; print(os.path.dirname(pyspark.__file__))')
export SPARK_HOME

data=${INKD_DATA:-$root/../shared/data}/dev
if [ -r "$data/unipen_char.jsonl.gz" ] && [ -r "$data/unipen_word.jsonl.gz" ]; then
    set -- "$data/unipen_char.jsonl.gz" "$data/unipen_word.jsonl.gz"
else
    echo "note: there is no $data/unipen_char.jsonl.gz (set INKD_DATA): the words of the sample session are repeated."
    python3 "$root/Tests/Desktop/sample.py" "$root/Tests/Fixtures/sample-session.events" >"$folder/sample.jsonl"
    set -- "$folder/sample.jsonl"
fi
scale=${INKD_SCALE:-10000}
[ "$scale" -ge 100000 ] || echo "note: INKD_SCALE=$scale: the long run reads 100000 inks"
python3 "$root/Tests/Scale/inks.py" "$scale" "$@" >"$folder/inks.jsonl"
"$venv/bin/python" "$root/Tests/Scale/spark.py" "$inkctl" "$model" "$folder/inks.jsonl" "$folder"
