import type { Baseline, BaselineEntry, BaselineSkill } from "../model/baseline.ts";
import { SkillsError } from "../core/errors.ts";
import { isObject } from "../core/is-object.ts";
import { quote } from "../core/show.ts";
import { namesSchema, schemaId } from "../model/address.ts";

/** Incremented when the meaning of a key changes. */
const version = 1;

/**
 * Writes one finding per line, so that diffs of the baseline are readable. Equal findings result in equal bytes; all
 * are ASCII.
 */
export function writeBaseline({ skills }: Baseline): string {
  const head = `{\n"$schema": ${JSON.stringify(schemaId("baseline"))},\n"version": ${version},\n"skills": [`;
  const blocks = skills.map(({ name, directory, findings }) => {
    const lines = findings.map((entry) => `  ${JSON.stringify(ordered(entry))}`).join(",\n");
    return `{${name === undefined ? "" : `"name": ${JSON.stringify(name)}, `}"directory": ${JSON.stringify(directory)}, "findings": [\n${lines}\n]}`;
  });
  return `${head}${blocks.join(",\n")}]\n}\n`.replace(
    /[^\n\x20-\x7e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

function ordered({ rule, file, line, message, content, fingerprint, count }: BaselineEntry): BaselineEntry {
  return {
    rule,
    file,
    ...(line !== undefined && { line }),
    message,
    ...(content !== undefined && { content }),
    ...(fingerprint !== undefined && { fingerprint }),
    count,
  };
}

/**
 * Throws a SkillsError ("unreadable"), with the file's name `shown`, if the file is not a baseline or has an unknown
 * version.
 */
export function readBaseline(text: string, shown: string): Baseline {
  const refuse = (why: string): never => {
    throw new SkillsError("unreadable", `cannot read the baseline ${quote(shown)}: ${why}`, {
      hint: "delete it and create it again with --write-baseline",
    });
  };
  const root = objectOf(parse(text, refuse)) ?? refuse("it is not an object");
  const written = root["version"];
  if (typeof written === "number" && written > version) {
    throw new SkillsError(
      "unreadable",
      `the baseline ${quote(shown)} has version ${written}, but this program reads version ${version}`,
      { hint: "update skillwright to read it" },
    );
  }
  if (!namesSchema(root["$schema"], "baseline") || written !== version)
    refuse(`it does not have version ${version} of ${schemaId("baseline")}`);
  const skills = listOf(root["skills"]) ?? refuse("it has no list of skills");
  return {
    skills: skills.map((skill, at) => readSkill(skill) ?? refuse(`skill ${at + 1} is invalid`)),
  };
}

function parse(text: string, refuse: (why: string) => never): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return refuse("it is not JSON");
  }
}

function readSkill(value: unknown): BaselineSkill | undefined {
  const skill = objectOf(value);
  const [name, directory, findings] = [
    skill?.["name"],
    skill?.["directory"],
    listOf(skill?.["findings"])?.map(readEntry),
  ];
  if (typeof directory !== "string" || !isTextOrAbsent(name) || !findings) return undefined;
  const entries = findings.filter((entry) => entry !== undefined);
  return entries.length < findings.length
    ? undefined
    : { ...(name !== undefined && { name }), directory, findings: entries };
}

function readEntry(value: unknown): BaselineEntry | undefined {
  const entry = objectOf(value);
  if (!entry) return undefined;
  const { rule, file, line, message, content, fingerprint, count } = entry;
  if (
    typeof rule !== "string" ||
    typeof file !== "string" ||
    !isTextOrAbsent(line) ||
    typeof message !== "string" ||
    !isTextOrAbsent(content) ||
    !isTextOrAbsent(fingerprint)
  )
    return undefined;
  if (typeof count !== "number" || !Number.isSafeInteger(count) || count < 1) return undefined;
  return ordered({
    rule,
    file,
    message,
    count,
    ...(line !== undefined && { line }),
    ...(content !== undefined && { content }),
    ...(fingerprint !== undefined && { fingerprint }),
  });
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return isObject(value) ? value : undefined;
}

function listOf(value: unknown): readonly unknown[] | undefined {
  return Array.isArray(value) ? value : undefined;
}

function isTextOrAbsent(value: unknown): value is string | undefined {
  return value === undefined || typeof value === "string";
}
