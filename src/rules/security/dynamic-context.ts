import { quote } from "../../core/show.ts";
import { defineSearch } from "./parts/sightings.ts";

export default defineSearch({
  meta: {
    id: "dynamic-context",
    category: "security",
    origin: "guidance",
    source: "https://code.claude.com/docs/en/skills#inject-dynamic-context",
    summary: "Reports commands such as !`date`, which Claude Code runs before the model sees the skill.",
    why: "They run when the skill is loaded, without asking the user, and with the user's input inserted into them.",
    remedy: "Use only commands that read, and do not insert user arguments into them.",
    severity: "info",
    words: ["!`"],
    off: true,
    since: "0.1.0",
  },
  search: {
    pattern: /(?<=^|[\s:>*-])!`([A-Za-z][^`\n]{1,200})`/gm,
    settings: ["prose"],
    examplesToo: true,
  },
  say: ({ file, match }, skill) =>
    file.path === skill.document?.file
      ? `${quote(match[1]!, 60)} runs when the skill is loaded, without asking the user`
      : undefined,
});
