import { count, series } from "../../../core/sentence.ts";
import { quote } from "../../../core/show.ts";
import type { AgentWorld, ScriptResult } from "../../../model/agent.ts";
import { type Answer, refusal } from "../../answer.ts";
import { interpreterName } from "../../scripts/interpreter.ts";
import { outcomeOf, startScript } from "../../tools/file-tools.ts";
import type { Located, SkillFiles } from "../../tools/skill-files.ts";
import type { ReactConfig } from "./config.ts";
import { readBody, selectSkills, type Shelf, unknownSkill } from "./load.ts";
import { type Denial, seekPermission, type ToolUse } from "./permissions.ts";
import type { Action } from "./protocol.ts";
import { cutSection } from "./section.ts";
import { findSkill, type IndexedSkill, type SkillReference } from "./skill-index.ts";
import { findTool } from "./tools.ts";

/** The data that actions use. */
export interface ActionContext {
  readonly world: AgentWorld;
  readonly config: ReactConfig;
  readonly shelf: Shelf;
  /** The command that repeats the run with everything approved. */
  readonly replay: string;
}

type Acting<Name extends Action["action"]> = Extract<Action, { readonly action: Name }>;

/** A skill whose body is loaded. Its files can be requested only from its own root, so never from another skill. */
interface SelectedSkill {
  readonly skill: IndexedSkill;
  readonly files: SkillFiles;
}

/** Carries out one action, after checking the skill and path, then the permission. */
export async function perform(
  action: Exclude<Action, Acting<"final_answer">>,
  context: ActionContext,
): Promise<readonly Answer[]> {
  if (action.action === "select_skills") return selectSkills(action.skills, context.shelf, context.config);
  const loaded = findLoaded(action.skill, context.shelf);
  if ("refused" in loaded) return [loaded.refused];
  const answer = await performFor(action, loaded, context);
  return [{ ...answer, event: { skill: loaded.skill.name, ...answer.event } }];
}

function performFor(
  action: Exclude<Action, Acting<"final_answer" | "select_skills">>,
  loaded: SelectedSkill,
  context: ActionContext,
): Promise<Answer> {
  switch (action.action) {
    case "load_resource":
      return loadResource(action, loaded, context);
    case "run_script":
      return runScript(action, loaded, context);
    case "call_tool":
      return callTool(action, loaded, context);
  }
}

function findLoaded(
  reference: SkillReference,
  { skills, loaded }: Shelf,
): SelectedSkill | { readonly refused: Answer } {
  const skill = findSkill(
    skills.filter(({ path }) => loaded.has(path)),
    reference,
  );
  const files = skill && loaded.get(skill.path);
  if (files) return { skill, files };
  const visible = skills.filter(({ hidden }) => !hidden);
  return {
    refused: refusal(
      findSkill(visible, reference)
        ? `the skill ${quote(reference.name)} is not loaded; select it first`
        : unknownSkill(reference, visible),
    ),
  };
}

async function loadResource(
  { relative_path: path, section_hint: hint }: Acting<"load_resource">,
  { skill, files }: SelectedSkill,
  context: ActionContext,
): Promise<Answer> {
  const found = locate(path, { skill, files });
  if ("refused" in found) return found.refused;
  const { file } = found;
  if (file === "SKILL.md" && hint === undefined)
    return refusal(`${quote(path)} is loaded by select_skills; add a section_hint to read one section`, {
      file,
    });
  const denial = await seek({ tool: "read_file", on: file, args: { path: file } }, skill, context);
  if (denial) return refuse(denial, { file });
  const answer =
    file === "SKILL.md" ? readOwn(skill, context.config) : files.read({ path: file, base: skill.path });
  if (answer.failed || hint === undefined) return answer;
  const cut = cutSection(answer.content, hint);
  if ("section" in cut) return { ...answer, content: cut.section };
  return refusal(`${cut.objection} in ${quote(path)}`, {
    file,
    ...(answer.event.bytes && { bytes: answer.event.bytes }),
  });
}

/** Reads SKILL.md as a file: the parts that were too long to be loaded can be read by section. */
function readOwn(skill: IndexedSkill, config: ReactConfig): Answer {
  const read = readBody(skill, config);
  if ("refused" in read) return read.refused;
  return {
    content: read.body.text,
    event: { kind: "resource", tier: 3, file: "SKILL.md", bytes: [0, read.bytes] },
  };
}

async function runScript(
  { relative_path: path, args }: Acting<"run_script">,
  { skill, files }: SelectedSkill,
  context: ActionContext,
): Promise<Answer> {
  const found = locate(path, { skill, files });
  if ("refused" in found) return found.refused;
  const { file } = found;
  const denial = await seek({ tool: "run_script", on: file, args: { path: file, args } }, skill, context);
  if (denial) return refuse(denial, { file });
  const objection = objectToCommand(file, skill, context.config);
  if (objection !== undefined) return refusal(objection, { file, forbidden: true });
  const { scriptSeconds } = context.config;
  const given = { args, ...(scriptSeconds !== undefined && { timeoutSeconds: scriptSeconds }) };
  const ran = await startScript(files, context.world, { path: file, base: skill.path }, given);
  if ("refused" in ran) return ran.refused;
  const { result, writes } = ran;
  const content = describeScript(result);
  return {
    content,
    ...(result.outcome === "refused" && { failed: true }),
    event: {
      ...ran.event,
      summary: content,
      ...(result.exitCode !== undefined && { exitCode: result.exitCode }),
    },
    ...(writes.length > 0 && { parts: writes }),
  };
}

/** Why the configuration does not allow the program that runs a script. */
function objectToCommand(
  file: string,
  { source }: IndexedSkill,
  { allowedCommands }: ReactConfig,
): string | undefined {
  if (!allowedCommands) return undefined;
  const name = interpreterName(source, file);
  if (name === undefined || allowedCommands.includes(name)) return undefined;
  const allowed = allowedCommands.length === 0 ? "none" : series(allowedCommands.map((each) => quote(each)));
  return `the configuration does not allow the command ${quote(name)}, which runs ${quote(file)}; allowed: ${allowed}`;
}

async function callTool(
  { tool: name, arguments: args }: Acting<"call_tool">,
  { skill, files }: SelectedSkill,
  context: ActionContext,
): Promise<Answer> {
  const tool = findTool(name, context.world);
  if ("objection" in tool) return refusal(tool.objection);
  const target = tool.target(args);
  const objection = "path" in target ? objectToPath(target.path, skill) : undefined;
  if (objection) return objection;
  const on = "path" in target ? target.path : target.words;
  const denial = await seek({ tool: name, on, args }, skill, context);
  if (denial) return refuse(denial, { tool: name });
  const answer = tool.run(args, { files, skill, tracer: context.world.tracer });
  const content = bound(answer.content);
  return {
    ...answer,
    content,
    event: { ...answer.event, tool: name, ...(answer.event.kind === "tool" && { summary: content }) },
  };
}

function objectToPath(path: string, { name }: IndexedSkill): Answer | undefined {
  return path.startsWith("/")
    ? refusal(`${quote(path)} is absolute; use a path from the root of the skill ${quote(name)}`)
    : undefined;
}

function locate(path: string, { skill, files }: SelectedSkill): Located {
  const refused = objectToPath(path, skill);
  return refused ? { refused } : files.locate({ path, base: skill.path });
}

function refuse(
  { reason, endsRun }: Denial,
  about: { readonly file: string } | { readonly tool: string },
): Answer {
  return { ...refusal(reason, { ...about, forbidden: true }), ...(endsRun && { endsRun }) };
}

function seek(
  use: Pick<ToolUse, "tool" | "on" | "args">,
  { name, controls }: IndexedSkill,
  { config, world, replay }: ActionContext,
): Promise<Denial | undefined> {
  return seekPermission(
    { ...use, skill: { name, allowedTools: controls.allowedTools } },
    config,
    world,
    replay,
  );
}

/**
 * Maximum length of a stream or tool result in the conversation, in UTF-16 code units: the parts from its start and its
 * end, where errors usually are. The design asks for a summary and gives no number.
 */
const fromStart = 1500;

const fromEnd = 500;

/** Keeps only the start and the end of a text that is too long. */
function bound(text: string): string {
  if (text.length <= fromStart + fromEnd) return text;
  const left = text.length - fromStart - fromEnd;
  return `${text.slice(0, fromStart).toWellFormed()}\n… (${count(left, "character")} omitted) …\n${text.slice(-fromEnd).toWellFormed()}`;
}

/** The result of a script, as the model sees it: how it ended, its exit code and its truncated output. */
function describeScript(result: ScriptResult): string {
  const { exitCode, stdout, stderr, truncated, notes } = result;
  return [
    `${outcomeOf(result)}${exitCode === undefined || result.outcome === "exited" ? "" : ` (exit code ${exitCode})`}`,
    ...stream("stdout", stdout),
    ...stream("stderr", stderr),
    ...truncated.map((name) => `${name} was truncated`),
    ...notes,
  ].join("\n");
}

function stream(name: string, text: string): readonly string[] {
  return text === "" ? [] : [`${name}:`, bound(text)];
}
