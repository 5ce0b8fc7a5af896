#!/usr/bin/env bash
# Play a seat at random with curl alone: bash clients/examples/random_client.sh http://127.0.0.1:8080 seat_… [LOG]
# It needs curl 7.84 or newer, and python3 to read JSON. LOG gets a line for each event and move.
# A request is retried for PATIENCE seconds (from the environment, default 600).

set -euo pipefail
URL=$1 TOKEN=$2 LOG=${3:-/dev/null} PATIENCE=${PATIENCE:-600}
FOLDER=$(mktemp -d)
trap 'rm -rf "$FOLDER"; kill $(jobs -p) 2>/dev/null || true' EXIT

# Repeat a request until there is an answer, and save that to a file: ask FILE PATH [CURL OPTIONS].
ask() {
  local file=$1 path=$2
  shift 2
  : > "$FOLDER/$file"
  while [ ! -s "$FOLDER/$file" ]; do # to curl, an answer cut within its headers is empty
    curl -sS --retry "$PATIENCE" --retry-all-errors --retry-delay 1 --retry-max-time "$PATIENCE" --max-time 30 \
      -o "$FOLDER/$file" -H "Authorization: Bearer $TOKEN" "$@" "$URL/v1/$path" 2> "$FOLDER/why" ||
      { tail -n 1 "$FOLDER/why" >&2; exit 1; }
    [ -s "$FOLDER/$file" ] || sleep 1
  done
}

# Evaluate a Python expression on a file's content, which it calls `it`.
say() { python3 -c "import json, random; it = json.load(open('$FOLDER/$1')); print(*($2))"; }

# Every event of a deal, once and in order, until it is over; an incomplete event is dropped.
follow() {
  local last=0 id data line
  while true; do
    id=
    while IFS= read -r line || [ -n "$line" ]; do
      case $line in
        'id: '*) id=${line#id: } ;;
        'data: '*) data=${line#data: } ;;
        *' status=429 '* | *' status=503 '*) sleep "0${line##* }" ;; # obey Retry-After
        'event: end' | *' status=204 '* | *' status=4'*) return ;;
        '') [ -z "$id" ] || { printf '%s\n' "$data"; echo "heard $1 $id" >> "$LOG"; last=$id id=; } ;;
      esac
    done < <(curl -sSN --speed-time 30 --speed-limit 1 -w ' status=%{http_code} %header{retry-after}' "$URL/v1/deals/$1/events" \
      -H "Authorization: Bearer $TOKEN" -H 'Accept: text/event-stream' -H "Last-Event-ID: $last" 2> /dev/null)
    sleep 0.2
  done
}

# The state of a deal: its status, its version, whether a bot plays for this seat, and a legal move
# if there is one.
NEXT="it['status'], it['version'], 'away' if SEAT in it['away'] else 'here', next((json.dumps({'move': each['move']}) for each in sorted(it['legal_moves'], key=lambda _: random.random()) if not each['early']), '')"

play() {
  local status version present move
  while true; do
    ask deal "deals/$1"
    read -r status version present move < <(say deal "${NEXT/SEAT/$SEAT}")
    [ "$status" = playing ] || return 0
    if [ "$present" = away ]; then # a turn was missed: return
      ask back "deals/$1/return" -X POST -H "Idempotency-Key: $1-$version-back"
    elif [ -z "$move" ]; then
      ask news "deals/$1/events?after=$version&wait=10"
    else # one key for all attempts of this move
      ask moved "deals/$1/moves" -H "Idempotency-Key: $1-$version-$RANDOM" --json "$move"
      if [[ $(< "$FOLDER/moved") =~ \"receipt\":\{[^}]*\"position\":([0-9]+) ]]; then
        echo "moved $1 ${BASH_REMATCH[1]}" >> "$LOG"
      fi
    fi
  done
}

ask me me
read -r TABLE SEAT < <(say me "it['table'], it['seat']")
PLAYED=
while true; do
  ask table "tables/$TABLE"
  read -r STATUS VERSION DEAL < <(say table "it['status'], it['version'], (it['deal'] or {'id': ''})['id']")
  [[ $STATUS =~ ^(open|playing)$ ]] || break # the series is over, or the table was closed
  if [ -z "$DEAL" ] || [ "$DEAL" = "$PLAYED" ]; then # the next deal is being opened
    ask news "tables/$TABLE/events?after=$VERSION&wait=10"
  else
    PLAYED=$DEAL
    follow "$DEAL" > "$FOLDER/events.jsonl" &
    play "$DEAL"
    wait
  fi
done
ask series "tables/$TABLE/series"
cat "$FOLDER/series"
