"""Expectations and time limits of the scripts that look at inkd from outside. Needs nothing but Python."""

import sys
import time

# seconds after which a script gives up on what should have come long before, however busy the machine is
PATIENCE = 120


def require(condition, what):
    if not condition:
        sys.exit(f"FAILED: {what}")


def eventually(happens, what):
    """Waits until something is so."""
    end = time.monotonic() + PATIENCE
    while not happens():
        require(time.monotonic() < end, f"not in {PATIENCE} seconds: {what}")
        time.sleep(0.05)
