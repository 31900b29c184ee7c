#!/bin/sh
# Prints the commits since a revision, or since the last tag: the short hash, a tab and the subject.
set -eu

case "${1-}" in
  -h | --help)
    echo "usage: collect.sh [REVISION]"
    exit 0
    ;;
esac

since=${1:-$(git describe --tags --abbrev=0 2>/dev/null || true)}
if [ -n "$since" ]; then
  git log --no-merges --format='%h%x09%s' "$since..HEAD" --
else
  git log --no-merges --format='%h%x09%s' --
fi
