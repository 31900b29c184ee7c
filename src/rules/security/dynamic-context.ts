import { quote } from "../../core/show.ts";
import { loadCommands } from "../../model/load-commands.ts";
import { nameClients } from "../parts/named-clients.ts";
import { defineRule } from "../define.ts";
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
    return loadCommands(file.source.text, document.body.range.start.offset).map(
      ({ command, start, end }) => ({
        file: document.file,
        range: file.source.range(start, end),
        message: `${nameClients(["Claude Code"], chosen)} runs ${quote(command, 30)} to load the skill, and does not load it without permission`,
      }),
    );
  },
});
