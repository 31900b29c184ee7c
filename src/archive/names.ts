import { Buffer } from "node:buffer";
import { type ArchiveCode, archiveLimits } from "../model/archive.ts";
import { count } from "../core/sentence.ts";
import { quote } from "../core/show.ts";
import { disguisedCharacter, mixedWord } from "./lettering.ts";
import { controlFile, deviceName, shortName } from "./reserved-names.ts";

export interface NameProblem {
  readonly code: ArchiveCode;
  /** One sentence, lower-case, no full stop, fit for a terminal. */
  readonly message: string;
}

/** What Windows allows in no name, after Microsoft's "Naming Files, Paths, and Namespaces"; a backslash is a separator there. */
const forbidden = /[\\<>:"|?*]/u;
/** What cannot be seen, or has no fixed form: HFS+ passes over some of it when it compares names (CVE-2014-9390), and the normal form and case of an unassigned character are not settled. */
const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Cn}\p{Default_Ignorable_Code_Point}\u2800]/u;
const plain = /^[ -~]*$/;

/** What one name of a path may not be; `rest` ends a sentence that begins with it. */
const stepRules: readonly {
  readonly code: ArchiveCode;
  readonly rest: string;
  readonly holds: (step: string) => boolean;
}[] = [
  // Windows drops dots and spaces at the end, and Info-ZIP's unzip a version of VMS, such as ";1".
  {
    code: "name-edge",
    rest: 'expected none that begins with a space or ends in a space, a dot or ";" and digits',
    holds: (step) => /^ |[. ]$|;[0-9]*$/.test(step),
  },
  { code: "name-reserved", rest: "which is a device on Windows", holds: deviceName },
  { code: "name-short83", rest: "which Windows takes for the short name of another file", holds: shortName },
  {
    code: "name-lead",
    rest: 'expected none that begins with "-" or "~"',
    holds: (step) => /^[-~]/.test(step),
  },
];

/**
 * Why a path may not stand in an archive, or nothing: it leads elsewhere, means something else on another system, or deceives who reads it.
 * It has "/" between names and none at its end, also where it is a directory's.
 */
export function nameProblem(path: string): NameProblem | undefined {
  const problem = spelling(path);
  if (problem || plain.test(path)) return problem;
  return lettering(path);
}

/** What can be said of any path, ASCII or not. In this order: what no further check should have to bear comes first. */
function spelling(path: string): NameProblem | undefined {
  if (path === "")
    return { code: "name-empty", message: 'an entry has no name, expected a path such as "demo/SKILL.md"' };
  return characters(path) ?? extent(path) ?? segments(path) ?? controls(path);
}

function characters(path: string): NameProblem | undefined {
  const unseen = hidden.exec(path)?.[0];
  if (unseen !== undefined)
    return {
      code: "name-char",
      message: `name ${quote(path)} holds ${codePoint(unseen)}, expected only characters that can be seen`,
    };
  const character = forbidden.exec(path)?.[0];
  if (character === undefined) return undefined;
  const expected =
    character === "\\" ? 'expected "/" between directories' : "which Windows allows in no name";
  return { code: "name-char", message: `name ${quote(path)} holds "${character}", ${expected}` };
}

function extent(path: string): NameProblem | undefined {
  const steps = path.split("/");
  if (steps.some((step) => step === "" || step === "." || step === "..")) {
    return {
      code: "name-segment",
      message: `name ${quote(path)} ${path.startsWith("/") ? "begins at the root" : 'has "", "." or ".." for a step'}, expected a path that leads downward only`,
    };
  }
  const bytes = Buffer.byteLength(path);
  if (bytes > archiveLimits.pathBytes)
    return {
      code: "name-long",
      message: `name ${quote(path, 80)} has ${count(bytes, "byte")}, expected at most ${archiveLimits.pathBytes}`,
    };
  if (steps.length > archiveLimits.depth)
    return {
      code: "name-deep",
      message: `name ${quote(path, 80)} is ${steps.length} names deep, expected at most ${archiveLimits.depth}`,
    };
  return undefined;
}

function segments(path: string): NameProblem | undefined {
  for (const step of path.split("/")) {
    const broken = stepRules.find(({ holds }) => holds(step));
    if (broken)
      return {
        code: broken.code,
        message: `name ${quote(path)} has the step ${quote(step)}, ${broken.rest}`,
      };
  }
  return undefined;
}

function controls(path: string): NameProblem | undefined {
  const found = controlFile(path);
  return found === undefined
    ? undefined
    : {
        code: "name-control-dir",
        message: `name ${quote(path)} leads to ${found.file}, which ${found.effect}`,
      };
}

/** What only letters beyond ASCII can do. */
function lettering(path: string): NameProblem | undefined {
  if (path.normalize("NFC") !== path)
    return {
      code: "name-not-nfc",
      message: `name ${quote(path)} is not in Unicode's composed form (NFC), expected ${quote(path.normalize("NFC"))} in that form`,
    };
  const disguise = disguisedCharacter(path);
  if (disguise)
    return {
      code: "name-compat",
      message: `name ${quote(path)} holds ${codePoint(disguise.character)}, expected ${quote(disguise.plain)}, which it looks like`,
    };
  const normal = path.normalize("NFKC");
  const behind = normal === path ? undefined : spelling(normal);
  if (behind)
    return {
      code: "name-compat",
      message: `name ${quote(path)} becomes ${quote(normal)} where names are normalised, expected a name that is allowed in that form too`,
    };
  const word = mixedWord(path);
  return word === undefined
    ? undefined
    : {
        code: "name-mixed-script",
        message: `name ${quote(path)} mixes in ${quote(word)} Latin letters with others that look like them, expected one script in a word`,
      };
}

function codePoint(character: string): string {
  return `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}`;
}
