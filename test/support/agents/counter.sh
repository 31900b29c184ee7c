#!/bin/sh
# Plays a model that says how often it was asked, and parses nothing.
read -r hello
echo '{"type":"ready","protocol":1}'
turn=0
while read -r request; do
  turn=$((turn + 1))
  printf '{"type":"reply","text":"%d"}\n' "$turn"
done
