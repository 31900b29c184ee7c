/**
 * The completion script for bash 3.2 (macOS) and later. Names from the disk are left to readline, which quotes them.
 */
export const bashScript = `_skillwright() {
  local rest=\${COMP_LINE:0:COMP_POINT} line='' word='' trimmed='' breaks='' cut='' count=0 at
  local -a words
  # bash takes "--option=word" apart at the "="; parts without a space between them are one word.
  for ((at = 0; at <= COMP_CWORD; at++)); do
    word=\${COMP_WORDS[at]} trimmed=\${rest#"\${rest%%[![:space:]]*}"}
    if ((at == COMP_CWORD)); then word=$trimmed; fi
    if ((at > 0)) && [[ $trimmed == "$rest" ]]; then
      words[count - 1]+=$word
    else
      words[count]=$word count=$((count + 1))
    fi
    rest=\${trimmed#"$word"}
  done
  # readline replaces only what follows the last of these characters.
  breaks=\${COMP_WORDBREAKS//[^=:@]/} word=\${words[count - 1]}
  if [[ -n $breaks ]]; then cut=\${word%"\${word##*[$breaks]}"}; fi
  COMPREPLY=()
  while IFS= read -r line; do
    case $line in
      :none) compopt +o default 2> /dev/null ;;
      :nospace) compopt +o default -o nospace 2> /dev/null ;;
      :directories) compopt -o dirnames +o default 2> /dev/null ;;
      :*) ;;
      *) word=\${line%%$'\\t'*} COMPREPLY+=("\${word#"$cut"}") ;;
    esac
  done < <(skillwright __complete -- "\${words[@]}" 2> /dev/null)
}
complete -o default -F _skillwright skills skillwright skills-ref
`;

/** The completion script for fish, which quotes names from the disk itself. */
export const fishScript = `function __skillwright_complete
    set -l current (commandline -ct)
    set -l lines (skillwright __complete -- (commandline -opc) "$current" 2>/dev/null)
    switch "$lines[-1]"
        case :none :nospace
            printf '%s\\n' $lines[1..-2]
        case :directories
            __fish_complete_directories "$current"
        case '*'
            __fish_complete_path "$current"
    end
end

for name in skills skillwright skills-ref
    complete -c $name -f -a '(__skillwright_complete)'
end
`;

/** The completion script for zsh, whose built-in functions find and quote files and directories. */
export const zshScript = `#compdef skills skillwright skills-ref

_skillwright() {
  local line shell
  local -a lines found
  lines=("\${(@f)$(skillwright __complete -- "\${(@)words[1,CURRENT-1]}" "$PREFIX" 2> /dev/null)}")
  shell=$lines[-1]
  for line in "\${(@)lines[1,-2]}"; do
    found+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
  done
  case $shell in
    :none) _describe -t values value found ;;
    :nospace) _describe -t values value found -S '' ;;
    *)
      if [[ $PREFIX == --*=* ]]; then compset -P '*='; fi
      if [[ $shell == :directories ]]; then _files -/; else _files; fi ;;
  esac
}

# When autoloaded from $fpath, this file is the function's body at its first call; otherwise it is sourced.
if [[ $funcstack[1] == _skills ]]; then _skillwright; else compdef _skillwright skills skillwright skills-ref; fi
`;
