import { quote } from "../core/show.ts";
import { defineRule } from "./define.ts";

export default defineRule({
  meta: {
    id: "reference-absolute",
    category: "files",
    origin: "spec",
    source: "https://agentskills.io/specification#file-references",
    summary: "Reports a reference by an absolute path.",
    why: "It names a place on one machine or in one client; wherever else the skill is installed, nothing is there.",
    remedy: "Write the path from the skill's root.",
    severity: "warning",
    since: "0.1.0",
  },
  check({ subject: { references } }) {
    return references
      .filter(({ outcome }) => outcome.status === "absolute")
      .map(({ from, reference }) => ({
        file: from,
        range: reference.range,
        message: `reference ${quote(reference.target)} is an absolute path, expected one from the skill's root`,
      }));
  },
});
