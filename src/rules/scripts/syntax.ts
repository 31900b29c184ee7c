import type { Skill } from "../../model/skill.ts";
import type { SyntaxProblem } from "../../model/syntax.ts";
import { defineRule } from "../define.ts";

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
  // The problems of that file are reported by evals-format.
  check: ({ subject: skill }) =>
    skill.syntax.problems.filter(
      (problem) => problem.file !== "evals/evals.json" && !isReadWithMark(skill, problem),
    ),
});

/**
 * Whether a byte-order mark is all that is wrong, and a Python script that names the file reads it with `utf-8-sig`.
 */
function isReadWithMark({ scripts }: Skill, { file, message }: SyntaxProblem): boolean {
  if (!message.includes("byte-order mark")) return false;
  const name = file.slice(file.lastIndexOf("/") + 1);
  return scripts.some(
    ({ file: { bytes }, language }) =>
      language === "python" && bytes.includes(name) && /utf[-_]8[-_]sig/i.test(bytes),
  );
}
