import { toQuoted, yamlType } from "../core/yaml-scalar.ts";
import { evalsFile } from "./evals-file.ts";
import { plainFile, type StarterFile } from "./starter-file.ts";
import { templates, type TemplateName } from "./templates.ts";

export interface SkillWishes {
  readonly name: string;
  /** One line. */
  readonly description: string;
  readonly license?: string;
  readonly template: TemplateName;
  readonly evals: boolean;
}

/** The files of a new skill, SKILL.md first; paths are from its directory. */
export function skillFiles(wishes: SkillWishes): readonly StarterFile[] {
  const template = templates[wishes.template];
  const evals = wishes.evals || template.evals ? [evalsFile(wishes.name, wishes.description)] : [];
  return [
    plainFile("SKILL.md", `${frontmatter(wishes)}\n${body(wishes.name)}${template.section}`),
    ...template.files,
    ...evals,
  ];
}

/** The description is in quotes even where it needs none yet: a colon that somebody adds must not take the skill away. */
function frontmatter({ name, description, license }: SkillWishes): string {
  const fields = [
    `name: ${scalar(name)}`,
    `description: ${toQuoted(description)}`,
    ...(license === undefined ? [] : [`license: ${scalar(license)}`]),
  ];
  return `---\n${fields.join("\n")}\n---\n`;
}

function scalar(text: string): string {
  return /^[A-Za-z0-9][\w.+-]*$/.test(text) && yamlType(text) === undefined ? text : toQuoted(text);
}

/** True of any skill, so that it holds until the author has written what this one does. */
function body(name: string): string {
  return `# ${name}

1. Read the request, and the files that it names.
2. Do what it asks for. Where it can be read in two ways, ask before a file is changed.
3. Tell the user what was done, what was left, and which files have changed.
`;
}
