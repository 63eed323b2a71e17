#!/usr/bin/env bash
# Everything that must hold before a change lands: format, lint, types, layering, tests. CI runs exactly this.
# Installs what it needs first, so that it works on a fresh clone.
set -euo pipefail
cd "$(dirname "$0")/.."

# Tests compare with gcc: the layouts of structs, what a program prints.
if ! command -v gcc >/dev/null || [ ! -e /usr/include/stdlib.h ]; then
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo 'check: installing gcc and the C headers'
    apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq gcc libc6-dev >/dev/null
  else
    echo 'check: gcc or the C headers are missing and cannot be installed here: the tests that need them are skipped' >&2
  fi
fi

sh scripts/setup.sh
bin=node_modules/.bin

echo '== format and lint'
$bin/biome check .
echo '== types'
$bin/tsc -p tsconfig.json
echo '== layering'
node scripts/check-layers.mjs src
echo '== tests'
mkdir -p node_modules/.cache
results=node_modules/.cache/vitest.json
rm -f "$results"
status=0
$bin/vitest run --reporter=default --reporter=json --outputFile.json="$results" "$@" || status=$?
node scripts/closing-line.mjs "$results"
exit $status
