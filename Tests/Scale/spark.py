"""Reads ink with Spark's RDD.pipe, and looks whether it comes out as from one process, line for line.

usage: spark.py INKCTL MODEL INKS.jsonl FOLDER
"""

import glob
import json
import os
import shlex
import subprocess
import sys
import time

import pyspark

WORKERS = 2
PARTITIONS = 8
# whose answers are compared with those of several threads
THREADED = 20_000


def require(condition, what):
    if not condition:
        sys.exit(f"FAILED: {what}")


def context(events):
    configuration = pyspark.SparkConf().setAppName("inkctl").setMaster(f"local-cluster[{WORKERS},1,1024]")
    for key, value in {
        "spark.driver.host": "127.0.0.1",
        "spark.driver.bindAddress": "127.0.0.1",
        # nobody begins before all workers are there
        "spark.scheduler.minRegisteredResourcesRatio": "1.0",
        "spark.scheduler.maxRegisteredResourcesWaitingTime": "600s",
        "spark.network.timeout": "600s",
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        "spark.executor.memory": "512m",
        "spark.eventLog.enabled": "true",
        "spark.eventLog.compress": "false",
        "spark.eventLog.dir": f"file://{events}",
    }.items():
        configuration.set(key, value)
    result = pyspark.SparkContext(conf=configuration)
    result.setLogLevel("ERROR")
    return result


def filtered(command, path):
    """The output of one process for a file, and its seconds."""
    start = time.monotonic()
    # 1 says that some of them are no ink
    result = subprocess.run([*command, path], stdout=subprocess.PIPE)
    require(result.returncode in (0, 1), f"{shlex.join(command)} ended with {result.returncode}")
    return result.stdout, time.monotonic() - start


def work_of_executors(events):
    """Inks and seconds of each executor, from the log of what Spark did."""
    work = {}
    for path in glob.glob(f"{events}/**/*", recursive=True):
        if not os.path.isfile(path):
            continue
        with open(path, encoding="utf-8", errors="replace") as file:
            for line in file:
                event = json.loads(line) if '"SparkListenerTaskEnd"' in line else {}
                if event.get("Task Metrics", {}).get("Output Metrics", {}).get("Records Written"):
                    info = event["Task Info"]
                    inks, seconds = work.get(info["Executor ID"], (0, 0.0))
                    inks += event["Task Metrics"]["Output Metrics"]["Records Written"]
                    work[info["Executor ID"]] = (inks, seconds + (info["Finish Time"] - info["Launch Time"]) / 1000)
    return work


def at_scale(spark, command, path, folder):
    start = time.monotonic()
    # gzip cannot be read from its middle: what is packed would be one partition
    rows = spark.textFile(f"file://{path}", minPartitions=PARTITIONS)
    rows.pipe(shlex.join(command)).saveAsTextFile(f"file://{folder}/text")
    seconds = time.monotonic() - start
    parts = sorted(glob.glob(f"{folder}/text/part-*"))
    require(len(parts) >= PARTITIONS, f"Spark made {len(parts)} partitions of {PARTITIONS}")
    return b"".join(open(part, "rb").read() for part in parts), seconds


def broken(spark, command, path, folder):
    """Lines that are no ink keep their place among the answers, so that each comes together with its ink: as docs/at-scale.md has it."""
    with open(path, encoding="utf-8") as file:
        lines = [line for line, _ in zip(file, range(300))]
    damaged = {7: "no ink\n", 211: '{"strokes":[[1,2,3]]}\n'}
    for number, line in damaged.items():
        lines[number] = line
    with open(f"{folder}/broken.jsonl", "w", encoding="utf-8") as file:
        file.writelines(lines)
    inks = spark.textFile(f"file://{folder}/broken.jsonl", minPartitions=4).filter(lambda line: line.strip())
    answers = inks.pipe(shlex.join(command)).persist(pyspark.StorageLevel.DISK_ONLY)
    require(answers.count() == inks.count() == 300, f"{answers.count()} answers to {inks.count()} lines")
    found = inks.zip(answers).filter(lambda pair: "error" in json.loads(pair[1])).keys().collect()
    require(found == [line.strip() for line in damaged.values()], f"the broken inks that were found are {found}")
    alone = [json.loads(line) for line in filtered(command, f"{folder}/broken.jsonl")[0].decode().splitlines()]
    require([alone[number].get("line") for number in damaged] == [8, 212], "one process counts lines otherwise")


def rate(inks, seconds):
    return f"{inks} inks in {seconds:.1f} s, {inks / seconds:.0f} a second"


def main():
    inkctl, model, path, folder = (os.path.abspath(argument) for argument in sys.argv[1:])
    command = [inkctl, "recognize", "--jsonl", "--model", model]
    with open(path, "rb") as file:
        rows = file.readlines()
    require(len(rows) > PARTITIONS, f"{len(rows)} inks are too few")

    expected, seconds = filtered(command, path)
    lines = expected.splitlines(keepends=True)
    require(len(lines) == len(rows), f"one process has {len(lines)} answers to {len(rows)} inks")
    # a key of the answer, not a word in it: ink may say "error"
    unread = next((n for n, line in enumerate(lines) if "error" in json.loads(line)), None)
    require(unread is None, f"one process could not read ink {unread}: {lines[unread or 0].decode().strip()}")
    print(f"ok: one process: {rate(len(rows), seconds)}.", flush=True)

    with open(f"{folder}/beginning.jsonl", "wb") as file:
        file.writelines(rows[:THREADED])
    threaded, seconds = filtered([*command, "--threads", "0"], f"{folder}/beginning.jsonl")
    require(threaded == b"".join(lines[:THREADED]), "several threads say something else")
    print(f"ok: a thread on each core: {rate(len(rows[:THREADED]), seconds)}; the same, line for line.", flush=True)

    events = f"{folder}/events"
    os.mkdir(events)
    spark = context(events)
    try:
        found, seconds = at_scale(spark, command, path, folder)
        broken(spark, command, path, folder)
    finally:
        spark.stop()
    if found != expected:
        other = next((n for n, (a, b) in enumerate(zip(found.splitlines(), expected.splitlines())) if a != b), None)
        require(False, f"Spark has {len(found.splitlines())} answers; the first other one is that to ink {other}")
    print(f"ok: Spark {pyspark.__version__}, {WORKERS} workers: {rate(len(rows), seconds)}; the same, line for line.")
    work = work_of_executors(events)
    require(sum(inks for inks, _ in work.values()) == len(rows), f"the workers tell of {work}")
    require(len(work) == WORKERS, f"{len(work)} of {WORKERS} workers worked")
    for name, (inks, seconds) in sorted(work.items()):
        print(f"  worker {name}: {rate(inks, seconds)}")
    print("ok: two lines that are no ink were found by the place of their answers.")


if __name__ == "__main__":
    main()
