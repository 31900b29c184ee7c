import { quote } from "../../core/show.ts";
import { loadCommands } from "../../model/load-commands.ts";
import { nameClients } from "../parts/named-clients.ts";
import { defineRule } from "../define.ts";
import { toolsAllowed } from "../parts/tools-allowed.ts";
import { sightingLimit } from "./parts/sightings.ts";

export default defineRule({
  meta: {
    id: "dynamic-context",
    category: "security",
    origin: "guidance",
    source: "https://code.claude.com/docs/en/skills#inject-dynamic-context",
    summary: "Reports commands such as !`date`, which Claude Code runs when it loads the skill.",
    why: "They run before the model sees the skill, also in code that is meant as an example, and may contain the user's input. If one is not permitted, the skill does not load.",
    remedy:
      "Let the agent run the command, or permit it in `allowed-tools`; in an example, put a character other than a space before `!`.",
    severity: "warning",
    words: ["!`", "```!"],
    since: "0.1.0",
  },
  reportLimit: sightingLimit,
  check: ({ subject: { document, texts }, ...chosen }) => {
    const file = texts.find(({ path }) => path === document?.file);
    if (!document || !file?.hasAny(["!`", "```!"])) return [];
    const tools = toolsAllowed(document).map(({ tool }) => tool);
    return loadCommands(file.source.text, document.body.range.start.offset).map(({ command, start, end }) => {
      const runs = `${nameClients(["Claude Code"], chosen)} runs ${quote(command, 30)} to load the skill`;
      const at = { file: document.file, range: file.source.range(start, end) };
      if (!isPermitted(command, tools))
        return { ...at, message: `${runs}, or does not load it; let the agent run it` };
      // The skill gives itself the permission, so that this alone makes no other command harmless.
      const isHarmless = partsOf(command.replace(silenced, "")).every(isReading);
      return {
        ...at,
        message: `${runs}, without asking; let the agent run it`,
        ...(isHarmless && { severity: "info" as const }),
      };
    });
  },
});

/** Commands that only show where the session runs, and the state of its repository. */
const harmless =
  /^(?:git branch --show-current|git remote -v|(?:pwd|date|whoami|hostname|uname|ls|basename|dirname|git (?:describe|diff|log|rev-parse|show|status))(?: (?!.{0,500}--output)[\w./:%+@~^ -]*)?)$/;

/** Commands that print files, and what a program says of itself. */
const reading =
  /^(?:cat|head|tail|wc|grep|rg|sort|uniq|cut|tr|jq|nl|echo|true|test|which|command -v|xargs (?:basename|dirname)|[\w-]{1,20} --version|gh (?:pr|issue|repo|run) (?:view|list|status|diff|checks))(?: [^\n$\x60<>]{0,300})?$/;

/** Arguments that lead out of the project, name a secret, or write. */
const notOnlyReading =
  /(?:^|[\s"'=:])(?:\/|~|\.\.)|\.env\b|secret|credential|token|password|\.ssh|\bid_|\.(?:pem|key)\b|\s-o|--output|--pre\b|--compress-program|-exec|-delete|-i\b/i;

/** Errors that are not shown. */
const silenced = /\s?2>\s?(?:\/dev\/null|&1)/g;

function isReading(part: string): boolean {
  return harmless.test(part) || (reading.test(part) && !notOnlyReading.test(part));
}

function partsOf(command: string): readonly string[] {
  return command.split(/&&|\|\|?|;|&/).map((part) => part.trim());
}

/**
 * Whether the entries of `allowed-tools` permit each part of a command line. A line that substitutes or redirects is
 * permitted only by `Bash` without a list: https://code.claude.com/docs/en/permissions#bash
 */
function isPermitted(command: string, tools: readonly string[]): boolean {
  if (tools.includes("Bash")) return true;
  if (/[`<>\n]|\$\(/.test(command)) return false;
  const permitted = tools.flatMap((tool) => /^Bash\((.+)\)$/.exec(tool)?.[1] ?? []);
  return partsOf(command).every((part) => permitted.some((pattern) => matches(part, pattern)));
}

function matches(command: string, pattern: string): boolean {
  const prefix = /^(.*?)(?::| )?\*$/.exec(pattern)?.[1];
  if (prefix === undefined) return command === pattern;
  return command === prefix || command.startsWith(`${prefix} `) || prefix === "";
}
