import { quote } from "../../../core/show.ts";
import type { AgentWorld, RootedSkill, Scope, SkillProblem, SkillRoot } from "../../../model/agent.ts";
import { readTools } from "../../../model/tool-list.ts";
import type { AnnouncedSkill } from "../../announced-skill.ts";
import { readUtf8Head } from "../../read-head.ts";
import { configPath, type ReactConfig } from "./config.ts";
import { isComplete, parseSubset, type SubsetValue } from "./yaml-subset.ts";

/** A skill in the index, without its body. */
export interface IndexedSkill extends AnnouncedSkill {
  /** The source, the name and the version, if there is one, such as "project:pdf@1.0". */
  readonly id: string;
  readonly controls: Controls;
}

/** A reference to a skill, as a model writes it. */
export interface SkillReference {
  readonly name: string;
  readonly source: Scope | undefined;
}

export interface SkillIndex {
  /** In order of precedence: a name without a source means the first skill with that name. */
  readonly skills: readonly IndexedSkill[];
  readonly problems: readonly SkillProblem[];
}

/** Reads the head of every skill, but no body. */
export function loadIndex(
  { roots, tracer }: Pick<AgentWorld, "roots" | "tracer">,
  config: ReactConfig,
): SkillIndex {
  const problems: SkillProblem[] = config.remarks.map((message) => ({
    path: configPath,
    kind: "warned",
    message,
  }));
  const skills: IndexedSkill[] = [];
  for (const root of byPrecedence(roots, config.source)) {
    for (const { path, reason } of root.unread)
      problems.push({ path, kind: "skipped", message: `not searched: ${reason}` });
    for (const found of root.skills) {
      const read = readSkill(root, found, config, tracer);
      if ("objection" in read) {
        problems.push({ path: found.path, kind: "skipped", message: read.objection });
        continue;
      }
      problems.push(...read.problems, ...shadow(read.skill, skills));
      // A skill with the same name and source as an earlier one cannot be selected.
      if (!findSkill(skills, { name: read.skill.name, source: read.skill.scope })) skills.push(read.skill);
    }
  }
  return { skills, problems };
}

/** The skill that a name refers to: the one from the given source, otherwise the first. */
export function findSkill<S extends IndexedSkill>(
  skills: readonly S[],
  { name, source }: SkillReference,
): S | undefined {
  return skills.find((skill) => skill.name === name && (source === undefined || skill.scope === source));
}

/** The roots in their given order, with those of the preferred source first. */
function byPrecedence(roots: readonly SkillRoot[], source: Scope | undefined): readonly SkillRoot[] {
  return source === undefined
    ? roots
    : [...roots.filter(({ scope }) => scope === source), ...roots.filter(({ scope }) => scope !== source)];
}

type ReadSkill =
  | { readonly skill: IndexedSkill; readonly problems: readonly SkillProblem[] }
  | { readonly objection: string };

function readSkill(
  root: SkillRoot,
  { path, source, sameAs }: RootedSkill,
  { blockAngleBrackets }: ReactConfig,
  tracer: AgentWorld["tracer"],
): ReadSkill {
  if (sameAs !== undefined) return { objection: `same directory as ${quote(sameAs)}` };
  const head = readUtf8Head(tracer, source, "SKILL.md", isComplete);
  if (head.outcome === "unreadable") return { objection: `cannot read SKILL.md: ${head.reason}` };
  const frontmatter = parseSubset(head.text, blockAngleBrackets);
  if ("objection" in frontmatter) return frontmatter;
  const read = readControls(frontmatter.fields);
  if ("objection" in read) return read;
  const { description, controls } = read;
  const name = inNamespace(read.name, path.slice(root.path.length + 1));
  const version = controls.version === undefined ? "" : `@${controls.version}`;
  const notes = [
    ...frontmatter.passedOver.map(
      (key) => `the field ${quote(key)} is not a scalar or a simple list and was not parsed`,
    ),
    ...subagent(controls),
  ];
  return {
    skill: {
      id: `${root.scope}:${name}${version}`,
      name,
      description,
      scope: root.scope,
      path,
      source,
      hidden: controls.disableModelInvocation,
      controls,
    },
    problems: notes.map((message) => ({ path, kind: "warned", message })),
  };
}

/** The name of a skill, which is "org/name" in an organization's directory. */
function inNamespace(name: string, inner: string): string {
  const slash = inner.indexOf("/");
  const organization = inner.slice(0, slash + 1);
  return slash === -1 || name.startsWith(organization) ? name : organization + name;
}

function subagent({ runMode }: Controls): readonly string[] {
  return runMode === "subagent" ? ['run-mode "subagent" is recorded, but the skill runs inline'] : [];
}

function shadow(skill: IndexedSkill, before: readonly IndexedSkill[]): readonly SkillProblem[] {
  const first = before.find(({ name }) => name === skill.name);
  if (!first) return [];
  const reach = findSkill(before, { name: skill.name, source: skill.scope })
    ? ""
    : ` unless the source ${quote(skill.scope)} is given`;
  return [
    {
      path: skill.path,
      kind: "shadowed",
      message: `the skill ${quote(skill.name)} in ${quote(first.path)} takes precedence${reach}`,
    },
  ];
}

/** The fields of a skill that control how it is used. */
interface Controls {
  readonly version: string | undefined;
  readonly author: string | undefined;
  /** Whether the skill is left out of the index that the model receives. */
  readonly disableModelInvocation: boolean;
  /** Whether the user may activate the skill by name. */
  readonly userInvocable: boolean;
  /** Absent if all tools are allowed. */
  readonly allowedTools: readonly string[] | undefined;
  readonly runMode: "inline" | "subagent";
}

type SkillFields =
  | { readonly name: string; readonly description: string; readonly controls: Controls }
  | { readonly objection: string };

/** Reads the fields that the agent knows and ignores the others. */
function readControls(fields: ReadonlyMap<string, SubsetValue>): SkillFields {
  let objection: string | undefined;
  const objectTo = (key: string, expected: string): void => {
    objection ??= `the field ${quote(key)} must be ${expected}, not ${describeValue(fields.get(key))}`;
  };
  const text = (key: string): string | undefined => {
    const value = fields.get(key);
    if (Array.isArray(value)) objectTo(key, "a string");
    return typeof value === "string" ? value : undefined;
  };
  const truth = (key: string, defaultValue: boolean): boolean => {
    const written = text(key)?.toLowerCase();
    if (written !== undefined && written !== "true" && written !== "false") objectTo(key, "true or false");
    return written === undefined ? defaultValue : written === "true";
  };
  const required = (key: string): string => {
    const value = text(key) ?? "";
    if (value.trim() === "") objectTo(key, "a non-empty string");
    return value;
  };
  const mode = text("run-mode") ?? "inline";
  const runMode = mode === "subagent" ? mode : "inline";
  const name = required("name");
  const description = required("description");
  const controls = {
    version: text("version"),
    author: text("author"),
    disableModelInvocation: truth("disable-model-invocation", false),
    userInvocable: truth("user-invocable", true),
    allowedTools: toolsOf(fields.get("allowed-tools")),
    runMode,
  } as const;
  if (runMode !== mode) objectTo("run-mode", '"inline" or "subagent"');
  return objection === undefined ? { name, description, controls } : { objection };
}

function toolsOf(value: SubsetValue | undefined): readonly string[] | undefined {
  return typeof value === "string" ? readTools(value).tools : value;
}

function describeValue(value: SubsetValue | undefined): string {
  if (value === undefined) return "missing";
  return typeof value === "string" ? quote(value, 60) : "a list";
}
