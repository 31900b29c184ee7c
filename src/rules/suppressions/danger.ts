import type { SuppressionUse } from "../../model/suppression.ts";
import { defineRule } from "../define.ts";

export default defineRule<SuppressionUse>({
  meta: {
    id: "suppression-danger",
    category: "suppression",
    origin: "guidance",
    source: "https://github.com/NVIDIA/SkillSpector/issues/278",
    summary: "Reports a comment that tries to suppress a rule about a danger to the user.",
    why: "An author who puts the danger into the skill could add the comment too, so comments cannot suppress such a rule.",
    remedy:
      "Remove what the rule reports. If the finding is wrong, suppress it in skills.config.yaml, which is not part of the skill.",
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
            message: `rule "${id}" reports a danger to the user and cannot be suppressed by a comment; suppress it in the config`,
          };
    }
  },
});
