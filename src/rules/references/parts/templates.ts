const folder = /(?:^|\/)assets\/|(?:^|[/_-])templates?\//i;
const name = /(?:^|[_-])template/i;

const skill = /(?:^|[_-])template$/i;

/** Whether a skill is itself a template, by its name; one named "invoice-templates" has templates. */
export function isTemplateSkill(skillName: string): boolean {
  return skill.test(skillName);
}

/** Whether a file is a template to copy and fill in, so that its references do not resolve yet. */
export function isTemplate(path: string): boolean {
  return folder.test(path) || name.test(path.slice(path.lastIndexOf("/") + 1));
}
