import { SkillsError } from "../../core/errors.ts";
import { quote } from "../../core/show.ts";
import { readBaseline, writeBaseline } from "../../lint/baseline-file.ts";
import {
  baselineOf,
  type BaselineResult,
  type Baselined,
  type BaselineScope,
  compareWithBaseline,
  type FoundInSkill,
  type OpenBaseline,
  sizeOf,
} from "../../lint/baseline.ts";
import type { FindingPrint, SkillIdentity } from "../../model/baseline.ts";
import { withoutNumber } from "../../model/fingerprints.ts";
import { type Diagnostic, isCounted, type Subject } from "../../model/report.ts";
import { toLabel } from "../../read/label.ts";
import { readWhole } from "../../read/open-file.ts";
import { systemCode } from "../../core/unreadable.ts";
import { digestText } from "../../manifest/digest.ts";
import { createFile } from "../../write/create-file.ts";
import { findDestination, findOutput } from "../../write/destination.ts";
import type { CountingSettings } from "../settings/counting-settings.ts";
import { baselineBytes } from "../settings/settings-files.ts";

/** Throws a SkillsError if the baseline cannot be read, or if it does not exist and will not be created. */
export function openBaseline(option: NonNullable<CountingSettings["baseline"]>, cwd: string): OpenBaseline {
  const { path, write = false } = option;
  const work = { printOf, applyBaseline };
  const { listed, ...unlisted } = option;
  if (listed) return { ...unlisted, ...(listed !== "new" && { listed }), work };
  if (path === "") throw new SkillsError("bad-usage", "the path of the baseline is empty");
  const shown = toLabel(path);
  if (option.content) return { ...option, listed: readBaseline(JSON.stringify(option.content), shown), work };
  const { absolute } = write ? findOutput(path, cwd) : findDestination(path, cwd);
  const text = textIn(absolute, shown);
  if (text !== undefined) return { ...unlisted, listed: readBaseline(text, shown), work };
  if (write) return { ...unlisted, work };
  throw new SkillsError("not-found", `the baseline ${quote(shown)} does not exist`, {
    hint: "create it with --write-baseline",
  });
}

function textIn(absolute: string, shown: string): string | undefined {
  try {
    return Buffer.from(readWhole(absolute, shown, baselineBytes)).toString("utf8");
  } catch (error) {
    const code = error instanceof SkillsError ? systemCode(error.cause) : undefined;
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw error;
  }
}

/**
 * Marks the findings in the baseline, except suppressed ones. A baseline that is to be created contains all findings.
 */
function applyBaseline(
  skills: readonly FoundInSkill[],
  { listed, path, write = false }: OpenBaseline,
  scope: BaselineScope,
  toPrint: (finding: Diagnostic) => FindingPrint,
): Baselined {
  const printed = skills.map(({ subject, directoryName }) => {
    const counted = subject.findings.filter(isCounted);
    const prints = new Map(counted.map((finding) => [finding, toPrint(finding)]));
    return { subject, prints, identity: identityOf(subject, directoryName) };
  });
  const found = printed.map(({ identity, prints }) => ({ ...identity, prints: Array.from(prints.values()) }));
  const { known, gone, rest } = listed
    ? compareWithBaseline(found, listed, scope)
    : { known: undefined, gone: 0, rest: baselineOf(found) };
  const subjects = printed.map(({ subject, prints }) => {
    const isKnown = (finding: Diagnostic): boolean => {
      const print = prints.get(finding);
      return print !== undefined && (known?.has(print) ?? true);
    };
    return {
      ...subject,
      findings: subject.findings.map((finding) =>
        isKnown(finding) ? { ...finding, baselined: true as const } : finding,
      ),
    };
  });
  const size = subjects.reduce(
    (sum, { findings }) => sum + findings.filter(({ baselined }) => baselined).length,
    0,
  );
  return {
    subjects,
    result: {
      path,
      known: size,
      gone,
      ...(write && { written: { text: writeBaseline(rest), findings: sizeOf(rest), created: !listed } }),
    },
  };
}

function identityOf({ name }: Subject, directory: string): SkillIdentity {
  return { ...(name !== undefined && name.trim() !== "" && { name }), directory };
}

/** Writes the baseline completely or not at all. */
export async function saveBaseline({ path, written }: BaselineResult, cwd: string): Promise<void> {
  if (!written) return;
  const { absolute } = findOutput(path, cwd);
  await createFile(absolute, Buffer.from(written.text), toLabel(path), async () => {});
}

/** The identity of a finding, independent of its position. */
function printOf(
  finding: Diagnostic,
  content: string | undefined,
  fingerprint: string | undefined,
): FindingPrint {
  const { ruleId: rule, file, start, message, excerpt } = finding;
  const line = start ? hashText((excerpt?.line ?? "").trim().replace(/\s+/g, " ")) : undefined;
  return {
    rule,
    file,
    ...(line !== undefined && { line }),
    message: hashText(lasting(message, file)),
    ...(content !== undefined && { content: shortened(content) }),
    ...(fingerprint !== undefined && { fingerprint: withoutNumber(fingerprint) }),
  };
}

/**
 * The message without the parts that change as the file grows or moves: unquoted numbers, and the directories in its
 * path.
 */
function lasting(message: string, file: string): string {
  const name = file.slice(file.lastIndexOf("/") + 1);
  return message
    .replaceAll(`"${file}"`, `"${name}"`)
    .replace(/"[^"]*"|\d[\d,.]*/g, (part) => (part.startsWith('"') ? part : "0"));
}

/** 64 bits of a digest: enough to distinguish the texts of one skill. */
function shortened(digest: string): string {
  return digest.slice(0, 16);
}

function hashText(text: string): string {
  return shortened(digestText(text));
}
