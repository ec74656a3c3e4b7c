#!/usr/bin/env bash
# Runs the lab: installs and compiles what is missing, then hands over to the compiled command line.
# Without arguments it runs every experiment and writes evidence/; `./run.sh --help` shows the rest.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
bash "$here/.ci/install"
# What help and errors call this program.
export HOLDFAST_COMMAND=./run.sh
# exec: signals (Ctrl-C, SIGTERM) reach the lab itself, which closes its server.
exec node "$here/dist/scenarios/main.js" "$@"
