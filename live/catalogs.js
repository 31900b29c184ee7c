// Records what a client shows its model of whole sets of skills.
import { stageSkills } from "./cases.js";
import { linesOf } from "./record.js";
import { abbreviated, setNames, skillFile, skillsOf } from "./sets.js";

/**
 * The text of a record, with a set on each line.
 * @param {import("./types.js").Driver} driver
 * @param {{ stage: import("./types.js").Stage, scratch: string, version: string }} options
 */
export async function catalogsText(driver, { stage, scratch, version }) {
  if (!driver.catalog) throw new Error(`${driver.id} has no catalog`);
  const { catalog } = driver;
  /** @param {string} name @param {readonly import("./types.js").SetSkill[]} skills */
  const shown = (name, skills) => {
    const files = skills.map((skill) => ({ dir: skill.name, bytes: Buffer.from(skillFile(skill)) }));
    const { project, home } = stageSkills({ scratch, skills: driver.skills, name, files });
    const text = catalog(stage, { case: name, dir: "", text: "", project, home });
    return text.then((found) => found.replaceAll(project, "<project>").replaceAll(home, "~"));
  };
  const own = await shown("none", []);
  /** @type {Record<string, unknown>} */
  const sets = {};
  for (const set of setNames) {
    const text = await shown(set, skillsOf(set));
    stage.answered();
    sets[set] = { length: text.length, text: abbreviated(text, skillsOf(set), own) };
  }
  const date = new Date().toISOString().slice(0, 10);
  // Each line's start and length; what the client says of its own skills is not ours to copy.
  const ownLines = own
    .split("\n")
    .map((line) => (line.length > 40 ? [line.slice(0, 40), line.length] : [line]));
  return linesOf("sets", sets, { client: driver.id, date, own: ownLines, version });
}
