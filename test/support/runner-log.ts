export interface RunnerCommand {
  readonly name: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly data: string;
}

const registered = new Set([
  "error",
  "warning",
  "notice",
  "debug",
  "group",
  "endgroup",
  "add-mask",
  "set-env",
  "set-output",
  "stop-commands",
  "add-path",
  "echo",
]);

/**
 * A line as GitHub's runner reads it: first in the newer form, then in the older, which may be anywhere in the line
 * (actions/runner src/Runner.Common/ActionCommand.cs).
 */
export function readCommand(
  line: string,
  known: ReadonlySet<string> = registered,
): RunnerCommand | undefined {
  const message = line.trimStart();
  const end = message.startsWith("::") ? message.indexOf("::", 2) : -1;
  if (end >= 0) {
    const info = message.slice(2, end);
    const [name = ""] = info.split(" ", 1);
    if (known.has(name.toLowerCase()))
      return {
        name,
        properties: readProperties(info.slice(name.length + 1).trim()),
        data: unescape(message.slice(end + 2), { "%0D": "\r", "%0A": "\n", "%25": "%" }),
      };
  }
  const [, name = ""] = /##\[([^\] ]*)[^\]]*\]/.exec(line) ?? [];
  return known.has(name.toLowerCase()) ? { name, properties: {}, data: "" } : undefined;
}

/** All commands of a log, but those between "stop-commands" and the word that it names (ActionCommandManager.cs). */
export function readLog(text: string): readonly RunnerCommand[] {
  const commands: RunnerCommand[] = [];
  let stopped: string | undefined;
  for (const line of text.split(/\r\n|\r|\n/)) {
    const command = readCommand(line, stopped === undefined ? registered : new Set([stopped]));
    if (command && command.name === stopped) stopped = undefined;
    else if (command?.name === "stop-commands") stopped = command.data;
    else if (command) commands.push(command);
  }
  return commands;
}

/** What a step hands to the others: "name=value", or lines up to a word (FileCommandManager.cs). */
export function readOutputs(text: string): Readonly<Record<string, string>> {
  const outputs: Record<string, string> = {};
  const lines = text.split(/\r?\n/);
  for (let at = 0; at < lines.length; at++) {
    const [, name, end] = /^([^=]*?)<<(.+)$/.exec(lines[at]!) ?? [];
    if (name === undefined) {
      const [, key, value = ""] = /^([^=]+)=(.*)$/.exec(lines[at]!) ?? [];
      if (key !== undefined) outputs[key] = value;
      continue;
    }
    const last = lines.indexOf(end!, at + 1);
    outputs[name] = lines.slice(at + 1, last).join("\n");
    at = last;
  }
  return outputs;
}

function readProperties(list: string): Record<string, string> {
  const pairs = list.split(",").flatMap((each) => {
    const [, key, value] = /^=*([^=]+)=+(.+)$/s.exec(each) ?? [];
    return key === undefined || value === undefined
      ? []
      : [[key, unescape(value, { "%0D": "\r", "%0A": "\n", "%3A": ":", "%2C": ",", "%25": "%" })] as const];
  });
  return Object.fromEntries(pairs);
}

function unescape(text: string, marks: Readonly<Record<string, string>>): string {
  return Object.entries(marks).reduce((before, [written, meant]) => before.replaceAll(written, meant), text);
}
