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
