import { quote } from "../../core/show.ts";
import { withClientFindings } from "../parts/client-findings.ts";
import { defineRule } from "../define.ts";
import { placeIn, stringField } from "../parts/fields.ts";

const reserved = /anthropic|claude/i;

export default defineRule({
  meta: {
    id: "name-reserved-word",
    category: "portability",
    origin: "client:claude-api",
    source: "https://platform.claude.com/docs/en/agents-and-tools/agent-skills/overview",
    summary: "Reports a `name` that contains `anthropic` or `claude`.",
    why: "Anthropic reserves both words; none of its local checks reports them, so the skill fails only when it is uploaded.",
    remedy: "Name the skill after what it does, not after the client it runs in.",
    severity: "info",
    since: "0.1.0",
  },
  check({ subject: skill }) {
    const field = stringField(skill, "name");
    const word = field && reserved.exec(field.value)?.[0];
    if (!field || word === undefined) return withClientFindings(skill, ["name-reserved"], []);
    const { document } = skill;
    return [
      {
        file: document!.file,
        range: placeIn(document!, field, reserved),
        refusals: [{ reason: "name-reserved" }],
        message: `name ${quote(field.value)} contains ${quote(word)}, which Anthropic reserves; rename the skill`,
      },
    ];
  },
});
