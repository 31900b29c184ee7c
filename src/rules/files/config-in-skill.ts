import { defineRule } from "../define.ts";

const config = /(?:^|\/)skills\.config\.(?:json|yaml)$/;

export default defineRule({
  meta: {
    id: "config-in-skill",
    category: "files",
    origin: "guidance",
    source: "https://github.com/openai/skills/blob/main/skills/.system/skill-creator/SKILL.md",
    summary: "Reports a `skills.config.yaml` or `skills.config.json` inside a skill.",
    why: "A config inside a skill is ignored, because the author of a skill must not suppress the findings in it, and every user of the skill would receive the file.",
    remedy: "Move the file above the skill, or pass it with --config and leave it out when packing.",
    severity: "warning",
    since: "0.1.0",
  },
  check({ subject: skill }) {
    return skill.files
      .filter(({ path, kind }) => kind !== "directory" && config.test(path))
      .map(({ path }) => ({
        file: path,
        message: "config file inside a skill is ignored; move it above the skill",
      }));
  },
});
