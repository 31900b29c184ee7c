import type { CommandOutline, OptionOutline, ProgramOutline, Values } from "./outline.ts";

/** The completion script for fish, which quotes names from the disk itself. */
export function fishScript(programs: readonly ProgramOutline[]): string {
  return `${engine}${programs.map(drawProgram).join("")}`;
}

function drawProgram({ names: [name, ...others], options, commands }: ProgramOutline): string {
  const first = [
    `complete -c ${name} -n __skills_first -f`,
    ...commands.map(
      (command) => `complete -c ${name} -n __skills_first -a ${command.name} -d ${literal(command.about)}`,
    ),
  ];
  const lines = [
    ...first,
    ...options.map((option) => drawOption(`complete -c ${name} -n __skills_first`, option)),
    ...commands.flatMap((command) => drawCommand(name, command)),
  ];
  return `\n${[...lines, ...others.map((other) => `complete -c ${other} -w ${name}`)].join("\n")}\n`;
}

function drawCommand(program: string, { name, options, operands }: CommandOutline): readonly string[] {
  const start = `complete -c ${program} -n '__skills_command ${name}'`;
  const offered = operands.kind === "files" ? [] : [`${start} -f${offer(operands)}`];
  return [...offered, ...options.map((option) => drawOption(start, option))];
}

function drawOption(start: string, { short, long, about, values, optional }: OptionOutline): string {
  const names = `${short === undefined ? "" : ` -s ${short.slice(1)}`} -l ${long.slice(2)}`;
  return `${start}${names}${values ? takes(values, optional) : ""} -d ${literal(about)}`;
}

/** Declares the value of an option. fish has no optional values, so their values are only offered. */
function takes(values: Values, optional: boolean): string {
  if (optional) return offer(values);
  return values.kind === "files" ? " -r -F" : ` -x${offer(values)}`;
}

function offer(values: Values): string {
  switch (values.kind) {
    case "words":
      return ` -a '${values.words.join(" ")}'`;
    case "list":
      return ` -a '(__skills_list ${values.words.join(" ")})'`;
    case "pairs":
      return ` -a '${values.words.flatMap((word) => values.settings.map((setting) => `${word}=${setting}`)).join(" ")}'`;
    case "directories":
      return " -a '(__fish_complete_directories (commandline -ct))'";
    case "installed":
      return " -a '(__skills_installed)'";
    default:
      return "";
  }
}

function literal(text: string): string {
  return `'${text.replace(/[\\']/g, "\\$&")}'`;
}

const engine = `function __skills_first
    test (count (commandline -opc)) -eq 1
end

function __skills_command
    set -l words (commandline -opc)
    test (count $words) -gt 1; and test "$words[2]" = $argv[1]
end

function __skills_list
    set -l typed (commandline -ct | string replace -r '^--[a-z-]+=' '')
    set -l before (string replace -r '[^,]*$' '' -- "$typed")
    printf '%s\\n' $before$argv
end

function __skills_installed
    for directory in .agents/skills/*/ ~/.agents/skills/*/
        string match -rg '/([A-Za-z0-9_][A-Za-z0-9._-]*)/$' -- $directory
    end
end
`;
