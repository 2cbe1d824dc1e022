#!/usr/bin/env bash
# Hands real sessions of real agents to other real agents, against a scripted model on loopback: no network but npm's, no key.
#
#   npm run e2e:agents [-- AGENT…]     AGENT: claude codex gemini opencode qwen pi copilot kimi kilo (default: all)
#
# 1. Each agent works on a small task, is interrupted and hits a usage limit (a minute or two each); its session's
#    handoff must name the task, the human's rule and how the run ended.
# 2. `praisonai session handoff A --to B --headless` starts each agent B with the session of each other agent A; the
#    request that B's model got must hold the prompt whole.
#
# REAL_AGENTS  folder of real-agent.sh (default: ../shared/tools/real-agents), which installs the CLIs on first use
# RIG          where they, their homes and logs are kept (default: a folder in the temporary directory)
# PAIRS        "a:b c:d": only these pairs; "none": no pairs
# TABLE        file to which the table of results is written (default: standard output only)
set -uo pipefail
cd "$(dirname "$0")/.."

TOOLS=$(cd "${REAL_AGENTS:-../shared/tools/real-agents}" && pwd) || exit 1
export RIG=${RIG:-${TMPDIR:-/tmp}/praisonai-e2e-agents}
# A copy: a build meanwhile must not break the run.
CLI=$RIG/dist/cli.js
CHECK=$PWD/scripts/e2e/holds-prompt.mjs
LAUNCH=$RIG/launch
PLACEHOLDER=HANDOFF-PROMPT
declare -A SOURCE=([claude]=claude-code [codex]=codex [gemini]=gemini-cli [opencode]=opencode [qwen]=qwen-code [pi]=pi [copilot]=copilot-cli [kimi]=kimi-code [kilo]=kilo)
AGENTS=("$@")
[ ${#AGENTS[@]} -gt 0 ] || AGENTS=(claude codex gemini opencode qwen pi copilot kimi kilo)
FAILED=0
[ -f dist/cli.js ] || { echo "Build first: npm run build" >&2; exit 1; }
mkdir -p "$RIG"; rm -rf "$RIG/dist"; cp -r dist "$RIG/dist"; echo '{"type": "module"}' > "$RIG/dist/package.json"; ln -sfn "$PWD/node_modules" "$RIG/node_modules"

fail() { echo "FAIL  $*"; FAILED=$((FAILED + 1)); }

# A fresh session of an agent; kept for the next time.
make_session() {
  local agent=$1
  if [ ! -f "$RIG/done.$agent" ]; then
    "$TOOLS/real-agent.sh" "$agent" > "$RIG/run.$agent.log" 2>&1 && touch "$RIG/done.$agent"
  fi
}

handoff() { # agent, further words
  local agent=$1; shift
  (cd "$RIG/repo/$agent" && env -i PATH="$PATH" HOME="$RIG/home/$agent" node "$CLI" session handoff --source "${SOURCE[$agent]}" --quiet "$@")
}

check_session() {
  local agent=$1 prompt
  prompt=$(handoff "$agent") || { fail "$agent: no handoff"; return 1; }
  printf '%s\n' "$prompt" > "$RIG/prompt.$agent.txt"
  grep -q slugify <<< "$prompt" || fail "$agent: the prompt does not name slugify"
  # On a slow machine an agent may be cut off before its second request left: then there is no rule to hold.
  if grep -rqi 'any argument parser' "$RIG/log/$agent"; then
    grep -qi 'do not use any argument parser' <<< "$prompt" || fail "$agent: the prompt does not hold the human's rule"
  else
    echo "note  $agent: its second request never reached the model (rm $RIG/done.$agent and try again)"
  fi
  grep -Eqi 'STATUS:.*(limit|interrupted|cut|stopped|quota|error)' <<< "$prompt" || fail "$agent: the prompt does not say how the run ended"
  echo "ok    $agent: ${#prompt} characters, $(grep -m1 '^STATUS' <<< "$prompt" | cut -c1-100)"
}

# A rig in which the agent's program is one that lets praisonai start the real one.
prepare_launch() {
  local agent=$1 program=$1 bin
  bin=$LAUNCH/bin/$agent/node_modules
  rm -rf "$LAUNCH/bin/$agent"; mkdir -p "$bin/.bin" "$LAUNCH/bin"
  ln -sfn "$RIG/bin/node24" "$LAUNCH/bin/node24"
  local real=$RIG/bin/$agent/node_modules/.bin
  [ "$agent" = kilo ] && { real=$RIG/bin/kilo/node_modules/@kilocode/cli-linux-x64/bin; mkdir -p "$bin/@kilocode/cli-linux-x64/bin"; }
  cat > "$bin/.bin/$program" <<WRAPPER
#!/usr/bin/env bash
# real-agent.sh starts this as the agent: its options go on to the real one, the prompt comes from praisonai.
words=()
for word in "\$@"; do
  case "\$word" in $PLACEHOLDER|-p|exec|run|--auto) ;; *) words+=("--agent-arg=\$word") ;; esac
done
PATH=$real:\$PATH exec node "$CLI" session handoff "\$(cat "$LAUNCH/session")" --to ${SOURCE[$agent]} --headless --cwd "\$PWD" "\${words[@]}"
WRAPPER
  chmod +x "$bin/.bin/$program"
}

# The newest session's id; where a resumed session is in two files (Gemini CLI), the path of the newest.
name_session() {
  (cd "$RIG/repo/$1" && env -i PATH="$PATH" HOME="$RIG/home/$1" node "$CLI" session list --source "${SOURCE[$1]}" --json --quiet) | node -e '
    const rows = JSON.parse(require("fs").readFileSync(0, "utf8"));
    const same = rows.filter((row) => row.session_id === rows[0].session_id);
    process.stdout.write(same.length > 1 ? rows[0].location : `${rows[0].source}:${rows[0].session_id}`);'
}

hand_over() {
  local from=$1 to=$2
  rm -rf "$LAUNCH/home/$to" "$LAUNCH/log/$to"; mkdir -p "$LAUNCH/home/$to"
  cp -r "$RIG/home/$from/." "$LAUNCH/home/$to/"
  name_session "$from" | sed "s#$RIG/home/$from/#$LAUNCH/home/$to/#" > "$LAUNCH/session"
  RIG=$LAUNCH "$TOOLS/real-agent.sh" "$to" seed "$PLACEHOLDER" > "$RIG/launch.$from.$to.log" 2>&1
  node "$CHECK" "$RIG/prompt.$from.txt" "$LAUNCH/log/$to"
}

for agent in "${AGENTS[@]}"; do
  make_session "$agent" || { fail "$agent: no session (see $RIG/run.$agent.log)"; continue; }
  check_session "$agent"
done

[ "${PAIRS:-}" = none ] || {
  rows=()
  for from in "${AGENTS[@]}"; do
    row="| $from |"
    for to in "${AGENTS[@]}"; do
      cell=''
      wanted=${PAIRS:-"$from:$to"}
      if [ "$from" != "$to" ] && [[ " $wanted " == *" $from:$to "* ]] && [ -f "$RIG/prompt.$from.txt" ] && [ -f "$RIG/done.$to" ]; then
        prepare_launch "$to"
        if result=$(hand_over "$from" "$to"); then cell='whole'; echo "ok    $from -> $to: $result"
        else cell='**failed**'; fail "$from -> $to: $result (see $RIG/launch.$from.$to.log)"; fi
      fi
      row="$row $cell |"
    done
    rows+=("$row")
  done
  {
    echo "| from \\ to |$(printf ' %s |' "${AGENTS[@]}")"
    echo "|---|$(printf -- '---|%.0s' "${AGENTS[@]}")"
    printf '%s\n' "${rows[@]}"
  } | tee ${TABLE:+"$TABLE"}
}

[ "$FAILED" -eq 0 ] && echo "All passed." || { echo "$FAILED failed."; exit 1; }
