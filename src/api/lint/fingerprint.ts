import type { FindingPrint } from "../../model/baseline.ts";
import type { Diagnostic } from "../../model/report.ts";
import { sha256 } from "../../manifest/digest.ts";
import type { Examined } from "../skill/examine-skill.ts";

/** Hashes of the texts of whole files, by the finding that means the file. */
export type Contents = Map<Diagnostic, string>;

/** Keeps what findings that name no line will be known by, so that the skill's texts can be let go. */
export function keepContents(
  { subject, textOf }: Pick<Examined, "subject" | "textOf">,
  contents: Contents,
): void {
  for (const finding of subject.findings) {
    const text = finding.start ? undefined : textOf(finding.file)?.text;
    if (text !== undefined) contents.set(finding, hash(text));
  }
}

/** What a finding is known by wherever it moves to. */
export function printOf(finding: Diagnostic, contents: Contents): FindingPrint {
  const { ruleId: rule, file, start, message, excerpt } = finding;
  const line = start ? hash((excerpt?.line ?? "").trim().replace(/\s+/g, " ")) : undefined;
  const content = contents.get(finding);
  return {
    rule,
    file,
    ...(line !== undefined && { line }),
    message: hash(lasting(message, file)),
    ...(content !== undefined && { content }),
  };
}

/** The message without what changes as the file grows or moves: numbers that stand in no quotes, and the folders of its path. */
function lasting(message: string, file: string): string {
  const name = file.slice(file.lastIndexOf("/") + 1);
  return message
    .replaceAll(`"${file}"`, `"${name}"`)
    .replace(/"[^"]*"|\d[\d,.]*/g, (part) => (part.startsWith('"') ? part : "0"));
}

/** 64 bits: in a skill, two texts with one hash are not to be met. */
function hash(text: string): string {
  return sha256(Buffer.from(text)).slice(0, 16);
}
