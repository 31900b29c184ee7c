import { validateSkill, type ReferencePath } from "../../api/skills-ref.ts";
import { validate } from "../../api/validate.ts";
import { validatorIds } from "../../model/validator.ts";
import type { Diagnostic } from "../../model/report.ts";

/** The errors of every target, with their positions; if the reference finds nothing to read, its messages. */
export async function strictMessages(skill: ReferencePath, cwd: string): Promise<readonly string[]> {
  const complaints = validateSkill(skill);
  if (complaints.some(({ reason }) => reason === "file-missing" || reason === "unreadable"))
    return complaints.map(({ message }) => message);
  const { report } = await validate({ paths: [skill.text], cwd, targets: validatorIds });
  return report.subjects.flatMap(({ findings }) =>
    findings.filter(({ severity }) => severity === "error").map(withPlace),
  );
}

function withPlace({ file, start, message }: Diagnostic): string {
  return `${start ? `${file}:${start.line}:${start.column}` : file}: ${message}`;
}
