import { SkillsError } from "../../core/errors.ts";
import { findProjectSkills, withProjectSkills } from "../../find/project-skills.ts";
import { baselineFile } from "../starter-files.ts";
import { lintUnwritten } from "./lint.ts";

/**
 * The text of a baseline with all findings of a project's skills, under the settings of a new config; absent if there
 * are none. Throws a SkillsError if there is no skill, or if one cannot be read.
 */
export async function todaysFindings(
  project: string,
  home: string | undefined,
  clients: readonly string[] | undefined,
): Promise<{ readonly text?: string; readonly findings: number }> {
  const { paths } = await findProjectSkills(project, home);
  const { report, baseline } = await withProjectSkills(paths, (found) =>
    lintUnwritten({
      paths: found,
      cwd: project,
      baseline: { path: baselineFile, write: true },
      ...(clients && { clients }),
    }),
  );
  if (report.outcome === 2)
    throw new SkillsError("unreadable", "not all skills can be read, so their findings are not known", {
      hint: "nothing was written; `skills check` lists what cannot be read",
    });
  const { text, findings } = baseline?.written ?? { text: "", findings: 0 };
  return findings === 0 ? { findings } : { text, findings };
}
