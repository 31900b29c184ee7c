import { quote } from "../core/show.ts";
import { defineRule } from "./define.ts";

export default defineRule({
  meta: {
    id: "reference-escapes",
    category: "files",
    origin: "spec",
    source: "https://agentskills.io/specification#file-references",
    summary: "Reports a reference that leads out of the skill's directory.",
    why: "Only the skill's own directory is installed or uploaded: what lies beside it on the author's disk is not there for anybody else, and clients refuse to read it.",
    remedy: "Copy the file into the skill and name it from the skill's root.",
    severity: "warning",
    needs: ["document", "listing", "markdown"],
    since: "0.1.0",
  },
  check({ subject: { references } }) {
    return references.filter(({ outcome }) => outcome.status === "escapes").map(({ from, reference }) => ({ file: from, range: reference.range, message: `reference ${quote(reference.target)} leads out of the skill, expected a path inside it` }));
  },
});
