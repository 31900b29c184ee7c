import { quote } from "../core/show.ts";
import { defineRule } from "./define.ts";

const config = /(?:^|\/)skills\.config\.(?:json|yaml)$/;

export default defineRule({
  meta: {
    id: "config-in-skill",
    category: "files",
    origin: "guidance",
    source: "https://skillwright.dev/schemas/config.schema.json",
    summary: "Reports a `skills.config.yaml` or `skills.config.json` inside a skill.",
    why: "It is not read there, as whoever wrote a skill must not silence what is found in it, and it travels with the skill to every user.",
    remedy: "Move it above the skill, or name it with --config and leave it out when packing.",
    severity: "warning",
    since: "0.1.0",
  },
  check({ subject: skill }) {
    return skill.files
      .filter(({ path, kind }) => kind !== "directory" && config.test(path))
      .map(({ path }) => ({
        file: path,
        message: `the config ${quote(path)} stands in a skill, where it is not read, expected above it`,
      }));
  },
});
