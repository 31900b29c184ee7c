import { defineRule } from "./define.ts";

export default defineRule({
  meta: {
    id: "script-syntax",
    category: "files",
    origin: "guidance",
    source: "https://agentskills.io/skill-creation/using-scripts",
    summary:
      "Reports JSON and TOML files that do not parse, and with --syntax also YAML, JavaScript, Python and shell scripts.",
    why: "Every program that runs or reads the file fails at the same position, in the middle of the agent's work.",
    remedy:
      "Fix the syntax. If the file is a template to fill in, give it a name that ends in .template or move it under assets/.",
    severity: "warning",
    since: "0.1.0",
  },
  // evals-format reports the problems of that file.
  check: ({ subject: { syntax } }) => syntax.problems.filter(({ file }) => file !== "evals/evals.json"),
});
