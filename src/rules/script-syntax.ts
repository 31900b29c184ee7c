import { defineRule } from "./define.ts";

export default defineRule({
  meta: {
    id: "script-syntax",
    category: "files",
    origin: "guidance",
    source: "https://agentskills.io/skill-creation/using-scripts",
    summary:
      "Reports JSON and TOML that do not parse, and with --syntax also YAML, JavaScript, Python and shell scripts.",
    why: "Whatever runs or reads the file stops at the same place, in the middle of the agent's work.",
    remedy:
      "Mend the place, or, where the file is to be filled in first, give it a name that ends in .template or keep it below assets/.",
    severity: "warning",
    since: "0.1.0",
  },
  // What is wrong with that file, evals-format says.
  check: ({ subject: { syntax } }) => syntax.problems.filter(({ file }) => file !== "evals/evals.json"),
});
