#!/usr/bin/env bash
# Checks the formatting of the Swift files that differ from the commit before the last one, and the wording of comments and texts.
set -euo pipefail
cd "$(dirname "$0")/../.."
base=$(git rev-parse --verify --quiet HEAD~1 || git rev-parse HEAD)
mapfile -t files < <({ git diff --name-only --diff-filter=d "$base"; git ls-files --others --exclude-standard; } | grep '\.swift$' | sort -u)
if [ ${#files[@]} != 0 ]; then "${SWIFT:-swift}" format lint --strict --parallel "${files[@]}"; fi
Tests/Support/wording.py
