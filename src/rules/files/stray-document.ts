import { quote } from "../../core/show.ts";
import type { Skill } from "../../model/skill.ts";
import { defineRule } from "../define.ts";

/** Documents for people who install or change the skill. The guides mention the first four. */
const names =
  /^(?:readme|changelog|installation_guide|quick_reference|contributing|code_of_conduct)(?:\.(?:md|markdown|rst|txt))?$/i;

/** Files in a repository's root; a README or changelog next to them is meant for visitors of the repository. */
const repository =
  /^(?:\.git|\.github|\.gitignore|\.claude-plugin|package\.json|pyproject\.toml|Cargo\.toml|go\.mod)$/;

export default defineRule({
  meta: {
    id: "stray-document",
    category: "files",
    origin: "guidance",
    source: "https://github.com/openai/skills/blob/main/skills/.system/skill-creator/SKILL.md",
    summary: "Reports a README, CHANGELOG or similar file next to SKILL.md that SKILL.md does not refer to.",
    why: "It is installed with the skill for every user, and an agent that lists the directory may read it instead of the instructions.",
    remedy:
      "Move it out of the skill's directory, or leave it out when packing; some collections require a README.",
    severity: "info",
    since: "0.1.0",
  },
  check({ subject: skill }) {
    const strays = skill.files.filter(
      ({ path, kind }) => kind === "file" && !path.includes("/") && names.test(path),
    );
    if (!skill.document || strays.length === 0 || skill.files.some(({ path }) => repository.test(path)))
      return [];
    return strays
      .filter(({ path }) => !isNamed(skill, path))
      .map(({ path }) => ({
        file: path,
        message: `${quote(path)} is not for agents; leave it out of the skill`,
      }));
  },
});

function isNamed({ document, references }: Skill, path: string): boolean {
  return (
    references.some(({ resolution }) => resolution.status === "found" && resolution.path === path) ||
    (document?.source.text.includes(path) ?? false)
  );
}
