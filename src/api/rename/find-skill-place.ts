import { SkillsError } from "../../core/errors.ts";
import { nearest } from "../../core/nearest.ts";
import { series } from "../../core/sentence.ts";
import { quote } from "../../core/show.ts";
import type { SkillSource } from "../../model/source.ts";
import { discover } from "../../find/discover.ts";
import { lookUp, notFound } from "../../find/discover-named.ts";
import { placeIn } from "../../read/file-place.ts";
import { projectOf } from "../../find/project-place.ts";
import { placeOfSkill, type SkillPlace } from "../../find/skill-place.ts";
import { readHead } from "../skill/skill-head.ts";

/**
 * The directory of a path, or of the project's one skill with that name. Throws a SkillsError if there is no such
 * skill, or more than one.
 */
export async function findSkillPlace(
  written: string,
  cwd: string,
  home: string | undefined,
): Promise<SkillPlace> {
  const found = lookUp(written, cwd);
  if (found) return placeOfSkill(found, cwd, home);
  if (/[\\/]/.test(written)) throw notFound(written, cwd);
  const label = await labelByName(written, cwd, home);
  const named = lookUp(label, cwd);
  if (!named) throw notFound(label, cwd);
  return placeOfSkill(named, cwd, home);
}

async function labelByName(name: string, cwd: string, home: string | undefined): Promise<string> {
  const project = projectOf(cwd, home);
  const skills = await skillsIn(project);
  const labelOf = ({ directory }: SkillSource): string => placeIn(directory ?? project, ".", cwd).label;
  const meant = skills.filter((skill) => skill.name === name);
  const [first, ...others] = meant.length > 0 ? meant : skills.filter((skill) => nameIn(skill) === name);
  if (first && others.length === 0) return labelOf(first);
  if (first)
    throw new SkillsError(
      "bad-usage",
      `${series([first, ...others].map((each) => quote(labelOf(each))))} have that name; give the path of one`,
    );
  const near = nearest(
    name,
    skills.map((skill) => skill.name),
  );
  throw new SkillsError(
    "not-found",
    `${quote(name)} is neither a path nor a skill in the project`,
    near === undefined ? {} : { hint: `did you mean ${quote(near)}?` },
  );
}

async function skillsIn(project: string): Promise<readonly SkillSource[]> {
  try {
    return (await discover(["."], { cwd: project })).sources;
  } catch (error) {
    if (error instanceof SkillsError && error.code === "not-a-skill") return [];
    throw error;
  }
}

function nameIn(skill: SkillSource): unknown {
  return readHead(skill).skill.document?.frontmatter?.fields.get("name")?.value;
}
