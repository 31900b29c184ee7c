import type { CommandOutline, OptionOutline, ProgramOutline, Values } from "./outline.ts";

/** The completion script for zsh, whose built-in functions find and quote files and directories. */
export function zshScript(programs: readonly ProgramOutline[]): string {
  const names = programs.flatMap((program) => program.names).join(" ");
  return `#compdef ${names}

${programs.map(drawProgram).join("\n")}${engine}
_skills() {
  case "$service" in
${programs.map((program) => `    ${program.names.join("|")}) ${functionOf(program)} ;;\n`).join("")}  esac
}

# When autoloaded from $fpath, this file is the function's body at its first call; otherwise it is sourced.
if [[ $funcstack[1] == _skills ]]; then _skills; else compdef _skills ${names}; fi
`;
}

function drawProgram(program: ProgramOutline): string {
  return `${functionOf(program)}() {
  local curcontext="$curcontext" state line
  local -a commands=(
${program.commands.map(({ name, about }) => `    ${literal(`${name}:${about}`)}\n`).join("")}  )
  _arguments -C -S \\
${program.options.map(drawOption).join("")}    '1: :->command' \\
    '*:: :->rest'
  case $state in
    command) _describe -t commands command commands ;;
    rest)
      case $words[1] in
${program.commands.map(drawCommand).join("")}      esac ;;
  esac
}
`;
}

function functionOf({ names }: ProgramOutline): string {
  return `_${names[0].replaceAll("-", "_")}_program`;
}

function drawCommand({ name, options, operands }: CommandOutline): string {
  return `        ${name})
          _arguments -s -S \\
${options.map((option) => `      ${drawOption(option)}`).join("")}            ${literal(`*: :${action(operands)}`)} ;;
`;
}

/** Offers every option repeatedly; the command itself rejects repeated ones. */
function drawOption({ short, long, about, values, optional }: OptionOutline): string {
  const value = values ? `${optional ? "::" : ":"}${long.slice(2)}:${action(values)}` : "";
  // An optional value is only recognized after a "=": otherwise it could be an operand.
  const sign = values ? (optional ? "=-" : "=") : "";
  const names = [...(short === undefined ? [] : [`${short}${values ? "+" : ""}`]), `${long}${sign}`];
  return `    ${names.map((name) => literal(`*${name}[${escape(about)}]${value}`)).join(" ")} \\\n`;
}

function action(values: Values): string {
  switch (values.kind) {
    case "words":
      return `(${values.words.join(" ")})`;
    case "list":
      return `_sequence compadd - ${values.words.join(" ")}`;
    case "pairs":
      return `{_skills_pairs "${values.words.join(" ")}" "${values.settings.join(" ")}"}`;
    case "files":
      return "_files";
    case "directories":
      return "_files -/";
    case "installed":
      return "_skills_installed";
    case "none":
      return " ";
  }
}

function escape(about: string): string {
  return about.replace(/[\\[\]:]/g, "\\$&");
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

const engine = `
_skills_pairs() {
  if compset -P '*='; then compadd -- \${=2}; else compadd -S '=' -- \${=1}; fi
}

_skills_installed() {
  local -a names=({.agents/skills,~/.agents/skills}/*(N-/:t))
  names=(\${names:#*[^A-Za-z0-9._-]*})
  compadd -a names
}
`;
