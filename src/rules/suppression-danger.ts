import type { SuppressionUse } from "../model/suppression.ts";
import { defineRule } from "./define.ts";

export default defineRule<SuppressionUse>({
  meta: {
    id: "suppression-danger",
    category: "suppression",
    origin: "guidance",
    source: "https://github.com/NVIDIA/SkillSpector/issues/278",
    summary: "Reports a comment that would silence a rule about a danger to the user.",
    why: "Whoever wrote the danger into the skill would write the comment too, so that no comment silences such a rule.",
    remedy:
      "Take out what the rule reports; where it is wrong, silence it in skills.config.yaml, which is no part of the skill.",
    severity: "warning",
    since: "0.1.0",
  },
  *check({ subject: { comments, rules } }) {
    for (const { file, rules: named, reason } of comments) {
      if (reason === "") continue;
      for (const { id, range } of named)
        if (rules.get(id)?.danger)
          yield {
            file,
            range,
            message: `"${id}" reports a danger to the user, which no comment silences, expected it in the config`,
          };
    }
  },
});
