import type { AgentWorld, ToolArguments } from "../../../model/agent.ts";
import type { Tracer } from "../../../model/trace.ts";
import { once } from "../../../core/once.ts";
import { count, series } from "../../../core/sentence.ts";
import { quote } from "../../../core/show.ts";
import { refusal, type Answer } from "../../answer.ts";
import { insert, type OwnPrompts } from "../../own-prompts.ts";
import type { ReachableSkill } from "../../tools/resolve-path.ts";
import { readWhole, type SkillFiles } from "../../tools/skill-files.ts";
import { askHost, textOf } from "../../tools/tool.ts";

/** A tool for call_tool: it reads a skill, or belongs to the host. */
export interface CallableTool {
  /**
   * What the arguments refer to: a path in the skill, which is checked, or a text for the user who approves the call.
   */
  target(args: ToolArguments): { readonly path: string } | { readonly words: string };
  run(args: ToolArguments, at: ToolPlace): Answer;
}

/** The skill that a tool is used for. */
interface ToolPlace {
  readonly files: SkillFiles;
  readonly skill: ReachableSkill;
  readonly tracer: Tracer;
}

const own: ReadonlyMap<string, CallableTool & { readonly parameters: readonly string[] }> = new Map([
  [
    "list_dir",
    {
      parameters: ["path"],
      target: toPath,
      run: (args, { files, skill }) => files.list({ path: textOf(args, "path"), base: skill.path }),
    },
  ],
  ["grep", { parameters: ["path", "text"], target: toPath, run: grep }],
]);

const argumentsOf = once(
  () =>
    new Map(
      Array.from(own, ([name, { parameters }]) => [
        name,
        series(parameters.map((parameter) => JSON.stringify(parameter))),
      ]),
    ),
);

type Hosted = Pick<AgentWorld, "hostTools">;

/** Describes the tools for call_tool, each with its arguments and the description that the host or the user gives. */
export function describeTools(
  { hostTools }: Hosted,
  { tools }: OwnPrompts,
  skills: string,
): readonly string[] {
  const described = (name: string): string =>
    Object.hasOwn(tools, name) ? `: ${insert({ skills }, tools[name]!)}` : "";
  return [
    ...Array.from(argumentsOf(), ([name, given]) => `${name}, with ${given}${described(name)}`),
    ...hostTools.map(
      ({ spec: { name, parameters, description } }) =>
        `${name}, with ${JSON.stringify(parameters)}${described(name) || `: ${description}`}`,
    ),
  ];
}

/** The names of the tools for call_tool. */
export function toolNames({ hostTools }: Hosted): readonly string[] {
  return [...own.keys(), ...hostTools.map(({ spec }) => spec.name)];
}

/** A host tool takes precedence over a built-in one with the same name. */
export function findTool(name: string, world: Hosted): CallableTool | { readonly objection: string } {
  const host = world.hostTools.find(({ spec }) => spec.name === name);
  if (host)
    return {
      target: (args) => ({ words: JSON.stringify(args) }),
      run: (args) => askHost(host.answer, args),
    };
  return (
    own.get(name) ?? {
      objection: `unknown tool ${quote(name)}; the tools are ${series(toolNames(world).map((known) => quote(known)))}`,
    }
  );
}

function toPath(args: ToolArguments): { readonly path: string } {
  return { path: textOf(args, "path") };
}

const mostLines = 50;

/** Maximum number of files that one search reads. */
const mostFiles = 500;

/**
 * The lines of a file, or of all text files in a directory, that contain a text. Patterns are not supported: an
 * untrusted one could search forever.
 */
function grep(args: ToolArguments, at: ToolPlace): Answer {
  const wanted = textOf(args, "text");
  if (wanted === "") return refusal('grep has no "text"; set it to the text to search for');
  const request = { path: textOf(args, "path"), base: at.skill.path };
  const listed = at.files.list(request);
  if (listed.event.kind === "list") return grepDirectory(wanted, listed.event.file ?? "", at);
  const found = at.files.locate(request);
  if ("refused" in found) return found.refused;
  const whole = readWhole(found.skill, found.file);
  if ("refused" in whole) return whole.refused;
  return {
    content: describeLines(wanted, linesWith(wanted, whole.text)),
    event: { kind: "resource", tier: 3, file: found.file, bytes: [0, whole.bytes] },
  };
}

/** Files that are not text are left out, as grep does. */
function grepDirectory(wanted: string, directory: string, { files, skill, tracer }: ToolPlace): Answer {
  const inside = ["SKILL.md", ...files.resources(skill)].filter(
    (file) => directory === "" || file.startsWith(`${directory}/`),
  );
  const lines: string[] = [];
  for (const file of inside.slice(0, mostFiles)) {
    const whole = readWhole(skill, file);
    if ("refused" in whole) continue;
    tracer.add({ kind: "resource", tier: 3, skill: skill.name, file, bytes: [0, whole.bytes] });
    lines.push(...linesWith(wanted, whole.text).map((line) => `${file}:${line}`));
  }
  const left = inside.length - mostFiles;
  const note = left > 0 ? `\n${count(left, "more file")} not searched` : "";
  return { content: describeLines(wanted, lines) + note, event: { kind: "tool" } };
}

function linesWith(wanted: string, text: string): readonly string[] {
  return text
    .split(/\r\n|\r|\n/)
    .flatMap((line, index) => (line.includes(wanted) ? [`${index + 1}: ${line}`] : []));
}

function describeLines(wanted: string, lines: readonly string[]): string {
  if (lines.length === 0) return `${quote(wanted)} was not found`;
  const more = lines.length > mostLines ? [`… and ${count(lines.length - mostLines, "more line")}`] : [];
  return [...lines.slice(0, mostLines), ...more].join("\n");
}
