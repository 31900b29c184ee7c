import type { SkillDocument } from "../../../model/skill.ts";

/** Whether the body calls the skill by a name, as in "/pdf-forms a.pdf". */
export function callsItself({ source, body }: SkillDocument, name: string): boolean {
  const text = source.slice(body.range);
  const call = `/${name}`;
  for (let at = text.indexOf(call); at !== -1; at = text.indexOf(call, at + call.length))
    if (!/[\w./~}-]/.test(text[at - 1] ?? "") && !/[\w./-]/.test(text[at + call.length] ?? "")) return true;
  return false;
}
