import { quote } from "../core/show.ts";
import { defineRule } from "./define.ts";

export default defineRule({
  meta: {
    id: "reference-absolute",
    category: "files",
    origin: "spec",
    source: "https://agentskills.io/specification#file-references",
    summary: "Reports a reference with an absolute path.",
    why: "The path exists on one machine or in one client only; in every other installation the reference is broken.",
    remedy: "Write the path relative to the skill's root.",
    severity: "warning",
    since: "0.1.0",
  },
  check({ subject: { references } }) {
    return references
      .filter(({ resolution }) => resolution.status === "absolute")
      .map(({ from, reference }) => ({
        file: from,
        range: reference.range,
        message: `${quote(reference.target)} is an absolute path; write it relative to the skill's root`,
      }));
  },
});
