#!/usr/bin/env bash
# Makes a virtual environment that can train, test and lint. usage: make-venv.sh FOLDER
set -euo pipefail
folder=$1
here=$(cd "$(dirname "$0")" && pwd)
rm -rf "$folder"
echo "Installing PyTorch and what else the training needs into $folder (1.1 GB)"
python3 -m venv "$folder"
# PyTorch alone from its own index; what it depends on comes from PyPI with the rest
"$folder/bin/pip" install --quiet --disable-pip-version-check --retries 1 --no-deps -r "$here/requirements-torch.txt"
"$folder/bin/pip" install --quiet --disable-pip-version-check -r "$here/requirements-dev.txt"
