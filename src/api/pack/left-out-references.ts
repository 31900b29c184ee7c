import { compareDiagnostics, stamp } from "../../lint/run-rules.ts";
import type { Reference } from "../../model/body.ts";
import { leftOutReasons, type LeftOut, type LeftOutReason } from "../../model/left-out.ts";
import type { Diagnostic } from "../../model/report.ts";
import { quote } from "../../core/show.ts";
import type { FileEntry, SkillSource } from "../../model/source.ts";
import { resolveReferences } from "../../parse/resolve-references.ts";
import referenceBroken from "../../rules/references/broken.ts";
import type { Examined } from "../../lint/examine-skill.ts";

/** Files that packing creates again, and empty directories: references to them need no finding. */
const harmless: readonly LeftOutReason[] = ["empty", "manifest"];

/**
 * Files that installing or running something creates, or that the user supplies: in code, a path to one of them is no
 * mistake.
 */
const madeByUse: readonly LeftOutReason[] = ["cache", "installed", "secret"];

interface Named {
  readonly from: string;
  readonly reference: Reference;
}

/** Adds a finding for each reference to an excluded file, which works in the author's directory. */
export function withLeftOutReferences(
  examined: Examined,
  source: SkillSource,
  leftOut: readonly LeftOut[],
): Examined {
  const out = leftOut.filter(({ reason }) => !harmless.includes(reason));
  if (out.length === 0) return examined;
  const { entries } = source.list();
  const lost = namedIn(examined).flatMap((named) => findingOf(named, entries, out) ?? []);
  if (lost.length === 0) return examined;
  const places = new Set(lost.map(placeOf));
  const others = examined.subject.findings.filter(
    (finding) => finding.ruleId !== referenceBroken.meta.id || !places.has(placeOf(finding)),
  );
  return {
    ...examined,
    subject: { ...examined.subject, findings: [...others, ...lost].sort(compareDiagnostics) },
  };
}

/** The references in SKILL.md, including those in code, and the references in other files. */
function namedIn({ skill: { document, references } }: Examined): readonly Named[] {
  const own = document?.body.references.map((reference) => ({ from: document.file, reference })) ?? [];
  return [...own, ...references.filter(({ from }) => from !== document?.file)];
}

function findingOf(
  { from, reference }: Named,
  entries: readonly FileEntry[],
  out: readonly LeftOut[],
): Diagnostic | undefined {
  const [resolved] = resolveReferences(from, [reference], entries);
  if (resolved?.resolution.status !== "found") return undefined;
  const { path } = resolved.resolution;
  const found = out.find((each) => path === each.path || path.startsWith(`${each.path}/`));
  const isCode = reference.kind === "code-span" || reference.kind === "fence";
  if (!found || (isCode && madeByUse.includes(found.reason))) return undefined;
  const message = `${quote(reference.target)} is not packed (${leftOutReasons[found.reason].noun}); refer to a packed file`;
  return stamp(
    referenceBroken.meta,
    { file: from, range: reference.range, message },
    { targets: [], validatorRefusals: [] },
  );
}

function placeOf({ file, start }: Diagnostic): string {
  return `${start?.offset} ${file}`;
}
