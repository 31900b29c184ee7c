import type { Scope } from "../../../model/agent.ts";
import { series } from "../../../core/sentence.ts";
import { isObject } from "../../../core/is-object.ts";
import { quote } from "../../../core/show.ts";
import type { SkillReference } from "./skill-index.ts";

export type Members = Readonly<Record<string, unknown>>;

/**
 * Reads the members of an object one by one. The first problem is reported at the end; until then, invalid values are
 * replaced with defaults.
 */
export interface MemberReader {
  text(name: string): string;
  optionalText(name: string): string | undefined;
  texts(name: string): readonly string[];
  optionalTexts(name: string): readonly string[] | undefined;
  members(name: string): Members;
  optionalMembers(name: string): Members;
  /** The items of an optional list of objects, each with the name that messages use. */
  list(name: string): readonly { readonly members: Members; readonly called: string }[];
  skill(name: string): SkillReference;
  skills(name: string): readonly SkillReference[];
  addObjection(sentence: string): void;
  /** The first problem; unknown members count as problems. */
  finish(): string | undefined;
}

/** A function that returns the value if it has the type, otherwise undefined; and the type's name for messages. */
type Shape<T> = readonly [fit: (value: unknown) => T | undefined, expected: string];

/** `called` is the object's name in messages: `the action "run_script"`. */
export function readMembers(given: Members, called: string): MemberReader {
  const asked: string[] = [];
  let objection: string | undefined;
  const addObjection = (sentence: string): void => {
    objection ??= sentence;
  };
  /** The value of a member, checked against a type. */
  const take = <T>(name: string, [fit, expected]: Shape<T>, otherwise: T, optional = false): T => {
    asked.push(name);
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    if (value === undefined && optional) return otherwise;
    const fitting = fit(value);
    if (fitting === undefined)
      addObjection(
        value === undefined
          ? `${called} has no ${quote(name)}; it must be ${expected}`
          : `${called}: ${quote(name)} must be ${expected}, not ${quote(JSON.stringify(value), 60)}`,
      );
    return fitting ?? otherwise;
  };
  return {
    addObjection,
    text: (name) => take(name, [asText, "a string"], ""),
    optionalText: (name) => take<string | undefined>(name, [asText, "a string"], undefined, true),
    texts: (name) => take(name, [asTexts, "a list of strings"], []),
    optionalTexts: (name) =>
      take<readonly string[] | undefined>(name, [asTexts, "a list of strings"], undefined, true),
    members: (name) => take(name, [asMembers, "an object"], {}),
    optionalMembers: (name) => take(name, [asMembers, "an object"], {}, true),
    list: (name) =>
      take(name, [asObjects, "a list of objects"], [], true).map((members, index) => ({
        members,
        called: `${quote(`${name}[${index}]`)} of ${called}`,
      })),
    skill: (name) => take(name, [asSkill, skillShape], noReference),
    skills: (name) => take(name, [asSkills, `a non-empty list of ${skillShape}`], []),
    finish: () => objection ?? strange(given, asked, called),
  };
}

const noReference: SkillReference = { name: "", source: undefined };
const skillShape = '{"name": string} with an optional "source" of "project", "user" or "builtin"';
const sources: readonly Scope[] = ["project", "user", "builtin"];

function strange(given: Members, asked: readonly string[], called: string): string | undefined {
  const name = Object.keys(given).find((key) => !asked.includes(key));
  if (name === undefined) return undefined;
  return `${called} has an unknown key ${quote(name)}; use ${
    asked.length === 0
      ? "no keys"
      : series(
          asked.map((key) => quote(key)),
          "or",
        )
  }`;
}

function asText(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function asTexts(value: unknown): readonly string[] | undefined {
  return Array.isArray(value) && value.every((item) => typeof item === "string") ? value : undefined;
}

function asMembers(value: unknown): Members | undefined {
  return isObject(value) ? value : undefined;
}

function asObjects(value: unknown): readonly Members[] | undefined {
  return Array.isArray(value) && value.every(isObject) ? value : undefined;
}

function asSkill(value: unknown): SkillReference | undefined {
  if (!isObject(value)) return undefined;
  const { name, source, ...others } = value;
  const scope = sources.find((known) => known === source);
  return typeof name === "string" &&
    name !== "" &&
    (source === undefined || scope !== undefined) &&
    Object.keys(others).length === 0
    ? { name, source: scope }
    : undefined;
}

function asSkills(value: unknown): readonly SkillReference[] | undefined {
  const skills = Array.isArray(value) ? value.map(asSkill) : [];
  const known = skills.filter((skill) => skill !== undefined);
  return known.length > 0 && known.length === skills.length ? known : undefined;
}
