/**
 * What a shell is told once. Each asks `praisonai __complete` for every completion, whose answer is one candidate a line
 * (its value, a tab, a few words about it), or `:files`, or `:directories`.
 */
export const completionScripts = {
  bash: `# praisonai completion for bash: source <(praisonai completion bash)
_praisonai() {
  local line="\${COMP_LINE:0:COMP_POINT}" entry value prefix="" current
  local -a words=() candidates=()
  read -r -a words <<< "$line"
  case "$line" in *[[:space:]]) words+=("") ;; esac
  current="\${words[\${#words[@]}-1]}"
  # Bash cuts words at colons and equals signs: what stands before the last of them is on the line already.
  case "$current" in *[:=]*) prefix="\${current%"\${current##*[:=]}"}" ;; esac
  while IFS= read -r entry; do candidates+=("$entry"); done < <(praisonai __complete -- "\${words[@]:1}" 2>/dev/null)
  COMPREPLY=()
  case "\${candidates[0]-}" in
    :files) compopt -o filenames 2>/dev/null; while IFS= read -r entry; do COMPREPLY+=("$entry"); done < <(compgen -f -- "$current"); return ;;
    :directories) compopt -o filenames 2>/dev/null; while IFS= read -r entry; do COMPREPLY+=("$entry"); done < <(compgen -d -- "$current"); return ;;
  esac
  for entry in \${candidates[@]+"\${candidates[@]}"}; do
    value="\${entry%%$'\\t'*}"
    value="\${value#"$prefix"}"
    # A single candidate is put on the line as it is; several are shown with what they are.
    if [ "\${#candidates[@]}" -gt 1 ]; then
      case "$entry" in *$'\\t'*) value="$value  (\${entry#*$'\\t'})" ;; esac
    fi
    COMPREPLY+=("$value")
  done
}
complete -o nosort -F _praisonai praisonai 2>/dev/null || complete -F _praisonai praisonai
`,
  zsh: `#compdef praisonai
# praisonai completion for zsh: source <(praisonai completion zsh), or as a file _praisonai in a directory of $fpath
_praisonai() {
  local -a lines values shown
  local entry value
  lines=("\${(@f)$(praisonai __complete -- "\${(@Q)words[2,CURRENT]}" 2>/dev/null)}")
  case "$lines[1]" in
    :files) _files; return ;;
    :directories) _files -/; return ;;
  esac
  for entry in $lines; do
    [[ -z $entry ]] && continue
    value=\${entry%%$'\\t'*}
    values+=("$value")
    if [[ $entry == *$'\\t'* ]]; then shown+=("$value  \${entry#*$'\\t'}"); else shown+=("$value"); fi
  done
  (( $#values )) && compadd -V praisonai -l -d shown -a values
}
if [[ $funcstack[1] == _praisonai ]]; then _praisonai "$@"; else compdef _praisonai praisonai; fi
`,
  fish: `# praisonai completion for fish: praisonai completion fish | source
function __praisonai_complete
    set -l words (commandline -opc) (commandline -ct)
    set -e words[1]
    set -l lines (praisonai __complete -- $words 2>/dev/null)
    switch "$lines[1]"
        case :files
            __fish_complete_path (commandline -ct)
        case :directories
            __fish_complete_directories (commandline -ct)
        case '*'
            test (count $lines) -gt 0; and printf '%s\\n' $lines
    end
end
complete -c praisonai -f -k -a '(__praisonai_complete)'
`,
} as const;

export type Shell = keyof typeof completionScripts;
