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
