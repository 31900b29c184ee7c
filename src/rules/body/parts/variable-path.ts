import { quote } from "../../../core/show.ts";
import { trimEnd } from "../../../core/white-space.ts";
import { loadCommands } from "../../../model/load-commands.ts";
import type { ChosenPrograms, Finding } from "../../../model/rule.ts";
import type { Skill } from "../../../model/skill.ts";
import { commonIds, loaderIds, type Target, titleOf } from "../../../model/target.ts";
import type { TextFile } from "../../../model/text-file.ts";
import { isForClaudeCode } from "../../parts/for-claude-code.ts";
import { nameClients } from "../../parts/named-clients.ts";

/**
 * The clients that replace a variable in SKILL.md: Claude Code and Letta Code only in braces, the former
 * CLAUDE_PLUGIN_ROOT only in a plugin (npm @anthropic-ai/claude-code 2.1.332, run: none of these is set in its shell).
 * Of the others, those recorded in fixtures/live/bodies deliver ${CLAUDE_SKILL_DIR} as written; of other
 * clients and variables, no replacement is known.
 */
const replacedBy: Readonly<Record<string, readonly Target[]>> = {
  SKILL_DIR: ["bub"],
  SKILL_ROOT: [],
  CLAUDE_SKILL_DIR: ["claude-code", "letta-code"],
  CLAUDE_PROJECT_DIR: ["claude-code"],
  CLAUDE_PLUGIN_ROOT: ["claude-code"],
};

const variables = Object.keys(replacedBy).join("|");

/** A variable and the path after it. */
const inPath = new RegExp(
  String.raw`\$(?:\{(${variables})\}|(${variables}))["']?/([\w.][\w./-]{0,199})`,
  "g",
);

/** A variable without a path after it, as where the text says what to put there. */
const alone = new RegExp(String.raw`(?<![A-Z_])(${variables})(?![A-Z_]|\}?["']?/)`, "g");

/** A skill's directory, in a client's directory of a project or in a plugin. */
const inDirectory = /^(?:\.[a-z-]{1,20}\/)?skills\/([\w-]{1,64})\//;

interface VariablePath {
  readonly file: TextFile;
  readonly variable: string;
  /** The path of the file from the skill's root. */
  readonly path: string;
  readonly start: number;
  readonly end: number;
  /** The chosen or common clients in which the variable has no value. */
  readonly lostIn: readonly Target[];
}

/**
 * A finding about the skill's own files after variables that clients neither replace nor set, at the first one.
 * `files`: the instructions; `names`: those under which the skill may be installed.
 */
export function* unsetVariable(
  skill: Skill,
  {
    files,
    names,
    chosen,
  }: {
    readonly files: readonly TextFile[];
    readonly names: ReadonlySet<string | undefined>;
    readonly chosen: ChosenPrograms;
  },
): Generator<Finding> {
  if (isForClaudeCode(skill.document?.frontmatter)) return;
  const texts = files.filter((file) => file.has("_dir") || file.has("_root"));
  const paths = new Set(texts.length === 0 ? [] : skill.files.map(({ path }) => path));
  const found = texts.flatMap((file) =>
    Array.from(file.source.text.matchAll(inPath)).flatMap((match) => {
      const each = readPath(match, { skill, file, names, chosen });
      return each && paths.has(each.path) && !isForHooks(skill, each) ? [each] : [];
    }),
  );
  // An agent replaces a variable that the text explains.
  const explained = new Set(
    texts.flatMap(({ source }) => Array.from(source.text.matchAll(alone), ([, variable]) => variable)),
  );
  const lost = found.filter(({ variable, lostIn }) => lostIn.length > 0 && !explained.has(variable));
  const [first] = lost;
  if (!first) return;
  const isForUser =
    isForClaudeUser(skill, chosen) && lost.every(({ lostIn }) => !lostIn.includes("claude-code"));
  const { severity, ...rest } = finding(first, { skill, texts, chosen, others: lost.length - 1 });
  yield { ...rest, ...((isForUser || severity) && { severity: "info" }) };
}

/** Whether only Claude Code loads the skill, and the user asks about no other client. */
function isForClaudeUser({ context }: Skill, { clients, targets = [] }: ChosenPrograms): boolean {
  return context.ofClaudeUser === true && clients === undefined && targets.length === 0;
}

/** Whether a path is in the frontmatter or in a command at load, which only Claude Code runs. */
function isForHooks({ document }: Skill, { file, start, end }: VariablePath): boolean {
  if (file.path !== document?.file) return false;
  const from = document.body.range.start.offset;
  return (
    start < from ||
    loadCommands(file.source.text, from).some((command) => command.start <= start && end <= command.end)
  );
}

function readPath(
  { 0: written, 1: braced, 2: bare, 3: rest = "", index }: RegExpExecArray,
  {
    skill,
    file,
    names,
    chosen,
  }: {
    readonly skill: Skill;
    readonly file: TextFile;
    readonly names: ReadonlySet<string | undefined>;
    readonly chosen: ChosenPrograms;
  },
): VariablePath | undefined {
  const variable = braced ?? bare ?? "";
  const below = trimEnd(rest, "./");
  const [directory = "", name] = inDirectory.exec(below) ?? [];
  if (variable === "CLAUDE_PROJECT_DIR" && directory === "") return undefined;
  if (directory !== "" && !names.has(name)) return undefined;
  const isSkillFile = file.path === skill.document?.file;
  const replacing = (replacedBy[variable] ?? []).filter(
    (id) =>
      isSkillFile &&
      (braced !== undefined || id === "bub") &&
      (variable !== "CLAUDE_PLUGIN_ROOT" || skill.context.plugin !== undefined),
  );
  const { clients = commonIds, targets = [] } = chosen;
  const asked = new Set<Target>([...clients, ...targets]);
  return {
    file,
    variable,
    path: below.slice(directory.length),
    start: index,
    end: index + written.length - (rest.length - below.length),
    lostIn: loaderIds.filter((id) => asked.has(id) && !replacing.includes(id)),
  };
}

function finding(
  { file, variable, path, start, end, lostIn }: VariablePath,
  {
    skill,
    texts,
    chosen,
    others,
  }: {
    readonly skill: Skill;
    readonly texts: readonly TextFile[];
    readonly chosen: ChosenPrograms;
    readonly others: number;
  },
): Finding {
  const { source } = file;
  const clients = nameClients(lostIn.map(titleOf), chosen);
  const more = others === 0 ? "" : ` (${others + 1} paths)`;
  const [written = variable] = /^\$\{?\w+\}?/.exec(source.text.slice(start, end)) ?? [];
  const isPlugins = variable === "CLAUDE_PLUGIN_ROOT" && skill.context.plugin !== undefined;
  const isMild = isPlugins || texts.some(({ source: { text } }) => isOffered(text, path));
  return {
    file: file.path,
    range: source.range(start, end),
    ...(isMild && { severity: "info" }),
    message: `${quote(written)} is not set in ${clients}${more}; write \`${path}\``,
  };
}

/** Whether a text has the path from the skill's root, too. */
export function isOffered(text: string, path: string): boolean {
  for (let at = text.indexOf(path); at !== -1; at = text.indexOf(path, at + path.length)) {
    const before = text.slice(Math.max(0, at - 3), at);
    if (!/[\w/.-]$/.test(before) || /(?:^|[^\w/.-])\.\/$/.test(before)) return true;
  }
  return false;
}
