import { quote } from "../../core/show.ts";
import { defineRule } from "../define.ts";
import { findingsFor, type Search, sightingLimit } from "./parts/sightings.ts";

const words = ["!`"] as const;

const search: Search = {
  words,
  pattern: /(?<=^|[\s:>*-])!`([A-Za-z][^`\n]{1,200})`/gm,
  settings: ["prose"],
  examplesToo: true,
};

export default defineRule({
  meta: {
    id: "dynamic-context",
    category: "security",
    origin: "guidance",
    source: "https://code.claude.com/docs/en/skills#inject-dynamic-context",
    summary: "Reports commands such as !`date`, which Claude Code runs before the model sees the skill.",
    why: "They run when the skill is loaded, without asking the user, and with the user's input inserted into them.",
    remedy: "Use only commands that read, and do not insert user arguments into them.",
    severity: "info",
    words,
    off: true,
    since: "0.1.0",
  },
  reportLimit: sightingLimit,
  check: ({ subject: skill }) =>
    findingsFor(skill, search, ({ file, match }) =>
      file.path === skill.document?.file
        ? `${quote(match[1]!, 60)} runs when the skill is loaded, without asking the user`
        : undefined,
    ),
});
