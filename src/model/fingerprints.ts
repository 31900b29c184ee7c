import { sha256 } from "../core/sha256.ts";
import type { Diagnostic, Subject } from "./report.ts";

/**
 * The subjects with a fingerprint in each finding: the same after lines, files and skills move, the skill's directory
 * is renamed or other lines change, and different for each finding of a report. It has three parts: the skill, what
 * was found, and its number among equal findings in the skill. A hash of SHA-256, because a user who accepts a finding
 * by its fingerprint must not accept another one that a skill was written for.
 */
export function fingerprinted(subjects: readonly Subject[]): readonly Subject[] {
  const prints = fingerprintsOf(subjects);
  return subjects.map((subject) =>
    subject.findings.length === 0
      ? subject
      : {
          ...subject,
          findings: subject.findings.map((finding) => ({ ...finding, fingerprint: prints.get(finding)! })),
        },
  );
}

/** The fingerprint of every finding of a report, by finding. */
export function fingerprintsOf(subjects: readonly Subject[]): ReadonlyMap<Diagnostic, string> {
  const prints = new Map<Diagnostic, string>();
  const copies = new Map<string, number>();
  for (const subject of subjects) {
    const identity = identityOf(subject);
    const copy = numberOf(identity, copies);
    if (subject.findings.length === 0) continue;
    const skill = sha256(copy === 1 ? identity : `${identity}\n${copy}`).slice(0, skillDigits);
    const equal = new Map<string, number>();
    for (const finding of subject.findings) {
      const found = sha256(whatWasFound(finding)).slice(0, findingDigits);
      prints.set(finding, `${skill}-${found}-${numberOf(found, equal)}`);
    }
  }
  return prints;
}

/** A fingerprint without its number, which equal findings of a skill share. */
export function withoutNumber(fingerprint: string): string {
  return fingerprint.slice(0, fingerprint.lastIndexOf("-"));
}

/** What was found, whichever skill it is in. */
export function withoutSkill(fingerprint: string): string {
  return fingerprint.slice(fingerprint.indexOf("-") + 1);
}

/** 32 bits distinguish the skills of a repository; their names need not be secret. */
const skillDigits = 8;
/** 96 bits: two texts with the same digits take 2^48 attempts. */
const findingDigits = 24;

/** A skill keeps its name if its directory moves; copies of a skill are numbered in the order of the report. */
function identityOf({ kind, name, path }: Subject): string {
  return `${kind}\n${name ?? path.slice(path.lastIndexOf("/") + 1)}`;
}

/**
 * The rule, the file's name and the words of the line. A finding without a line is known by what its message quotes:
 * its numbers change with the file, and its words with the version of the program.
 */
function whatWasFound({ ruleId, file, excerpt, message }: Diagnostic): string {
  const name = file.slice(file.lastIndexOf("/") + 1);
  const text = excerpt
    ? `line\n${excerpt.line.trim().replace(/\s+/g, " ")}`
    : `quoted\n${(message.replaceAll(`"${file}"`, `"${name}"`).match(/"[^"]*"/g) ?? []).join("\n")}`;
  return `${ruleId}\n${name}\n${text}`;
}

function numberOf(key: string, counts: Map<string, number>): number {
  const number = (counts.get(key) ?? 0) + 1;
  counts.set(key, number);
  return number;
}
