#!/usr/bin/env bash
# Makes web pages of the manual and of the documents, with mkdocs. usage: build.sh VENV FOLDER
# mkdocs wants all of its pages below one folder, and the documents link to files outside of docs/: so they are copied as they lie in the
# repository, and the same links hold on the pages.
set -euo pipefail
cd "$(dirname "$0")/.."
venv=$PWD/$1
folder=$2
source=.build/docs-source
rm -rf "$source" "$folder"
mkdir -p "$source" "$folder"
cp --parents -r README.md CHANGELOG.md CONTRIBUTING.md SECURITY.md LICENSE Makefile config/inkd.yaml config/quirks debian/copyright \
    packaging/README.md training/README.md training/corpus/README.md Tests/Guest/README.md docs "$source"
rm "$source"/docs/*.py "$source"/docs/*.sh "$source"/docs/*.txt "$source"/docs/mkdocs.yml
"$venv/bin/mkdocs" build --config-file docs/mkdocs.yml --site-dir "$PWD/$folder"
echo "The pages begin at $folder/docs/manual/index.html"
