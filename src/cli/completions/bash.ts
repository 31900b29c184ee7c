import type { CommandOutline, OptionOutline, ProgramOutline, Values } from "./outline.ts";

/**
 * The completion script for bash 3.2 (macOS) and later. Names from the disk are compared but never expanded, and
 * names with characters that are special in a shell are not offered. Files and directories are left to readline,
 * which quotes them.
 */
export function bashScript(programs: readonly ProgramOutline[]): string {
  return `${programs.map(drawProgram).join("\n")}${engine}`;
}

function drawProgram({ names, options, commands }: ProgramOutline): string {
  const called = `_${names[0].replaceAll("-", "_")}`;
  return `${called}() {
  local current='' option='' assigned='' literal='' value='' optional='' kind=none words='' settings='' options='' IFS=$' \\t\\n'
  _skills_begin
  case "\${COMP_WORDS[1]}" in
${commands.map(drawCommand).join("")}  esac
  if [[ $COMP_CWORD -eq 1 ]]; then
    kind=words words='${commands.map(({ name }) => name).join(" ")}' options='${spell(options, " ")}'
  fi
  _skills_end
}
complete -o default -F ${called} ${names.join(" ")}
`;
}

/** The `case` branch for a command: completes its operands and the values of its options. */
function drawCommand({ name, options, operands }: CommandOutline): string {
  const values = options.flatMap((option) =>
    option.values
      ? [
          `        ${spell([option], "|")}) value=yes ${assign(option.values)}${option.optional ? " optional=yes" : ""} ;;\n`,
        ]
      : [],
  );
  const chosen = values.length === 0 ? "" : `      case "$option" in\n${values.join("")}      esac\n`;
  return `    ${name})
      options='${spell(options, " ")}' ${assign(operands)}
${chosen}      ;;
`;
}

function assign(values: Values): string {
  const words = "words" in values ? ` words='${values.words.join(" ")}'` : "";
  return `kind=${values.kind}${words}${values.kind === "pairs" ? ` settings='${values.settings.join(" ")}'` : ""}`;
}

function spell(options: readonly Pick<OptionOutline, "short" | "long">[], separator: string): string {
  return options.flatMap(({ short, long }) => (short === undefined ? [long] : [short, long])).join(separator);
}

const engine = `
# Finds the option that the current word is a value of; bash takes "--option=word" and "word=setting" apart at the "=".
_skills_begin() {
  local at=$COMP_CWORD word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    [[ $word == -- ]] && literal=yes
  done
  current=\${COMP_WORDS[at]}
  if [[ $current == '=' ]]; then current=''; else at=$((at - 1)); fi
  if [[ \${COMP_WORDS[at]} == '=' ]]; then
    at=$((at - 1))
    if [[ \${COMP_WORDS[at]} != -* ]]; then
      assigned=yes at=$((at - 1))
      [[ \${COMP_WORDS[at]} == '=' ]] && at=$((at - 1))
    fi
  fi
  option=\${COMP_WORDS[at]}
  [[ $option == -* && -z $literal ]] || option=''
}

_skills_end() {
  local word before='' after=''
  COMPREPLY=()
  if [[ $current == -* && -z $literal && ( -z $value || -n $optional ) ]]; then kind=words words=$options; fi
  case $kind in
    files) return ;;
    directories) compopt -o dirnames +o default 2> /dev/null; return ;;
    list) before=\${current%"\${current##*,}"} ;;
    pairs) if [[ -n $assigned ]]; then words=$settings; else after='='; compopt -o nospace 2> /dev/null; fi ;;
    installed) _skills_installed ;;
  esac
  compopt +o default 2> /dev/null
  for word in $words; do
    [[ $before$word == "$current"* ]] && COMPREPLY+=("$before$word$after")
  done
}

_skills_installed() {
  local directory name
  for directory in .agents/skills/*/ "$HOME"/.agents/skills/*/; do
    directory=\${directory%/} name=\${directory##*/}
    [[ -d $directory && $name != *[!A-Za-z0-9._-]* && $name != -* ]] && words+=" $name"
  done
}
`;
