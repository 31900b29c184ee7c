import { isMarkdown } from "../../core/paths.ts";
import { once, onceForEach } from "../../core/once.ts";
import type { Finding } from "../../model/rule.ts";
import type { TextFile } from "../../model/text-file.ts";
import { didYouMean } from "../../core/nearest.ts";
import { quote } from "../../core/show.ts";
import { outsidePath, siblingPaths } from "../../model/outside-path.ts";
import type { OutsideFile, ResolvedReference, Skill } from "../../model/skill.ts";
import { namesOf, ownPath } from "../parts/repository-path.ts";
import { defineRule } from "../define.ts";
import { backslashPath } from "./parts/backslash-path.ts";
import { isNotItsOwn } from "./parts/not-its-own.ts";
import { isOnSampleLine } from "./parts/sample-lines.ts";
import { ofAnother } from "./parts/of-another.ts";
import { shortCommands } from "./parts/short-commands.ts";
import { isTemplate, isTemplateSkill } from "./parts/templates.ts";

export default defineRule({
  meta: {
    id: "reference-broken",
    category: "files",
    origin: "spec",
    source: "https://agentskills.io/specification#file-references",
    summary: "Reports a reference to a file that does not exist in the skill.",
    why: "An agent that follows the reference finds nothing, and continues without the instructions or the script.",
    remedy: "Correct the path, relative to the skill's root, or add the file.",
    severity: "warning",
    since: "0.1.0",
  },
  check: ({ subject }) => [
    ...brokenReferences(subject).map((each) => finding(each, subject)),
    ...shortCommands(subject),
  ],
});

/** The references that the rule reports. Cached per skill, as smoke tests do not follow the other missing ones. */
export const brokenReferences = onceForEach(
  ({ name, references, texts, files, context }: Skill): readonly ResolvedReference[] => {
    const missing = references.filter(
      ({ from, resolution }) => resolution.status === "missing" && !isTemplate(from),
    );
    if (missing.length === 0 || aboutSkills.test(name) || isTemplateSkill(name)) return [];
    const isExpected = expectedMissing(texts);
    const paths = new Set(files.map(({ path }) => path));
    const fileOf = (from: string) => texts.find(({ path }) => path === from);
    return missing.filter(
      (each) =>
        !isExpected(each) &&
        !isShown(each, fileOf(each.from)) &&
        backslashPath(each, paths) === undefined &&
        !siblingPaths(each, fileOf(each.from)?.source).some((path) => context.outside?.get(path)?.exists),
    );
  },
);

function isShown(reference: ResolvedReference, file: TextFile | undefined): boolean {
  return (
    file !== undefined &&
    isMarkdown(file.path) &&
    (isNotItsOwn(reference, file) || isInPlugin(reference, file))
  );
}

/** Whether the text itself says that the path starts at the plugin's root. */
function isInPlugin({ reference: { range } }: ResolvedReference, { source }: TextFile): boolean {
  return /^[`"')\]*]{0,3}[^.\n]{0,20}\b(?:at|in|from|under|relative to) the plugin(?:['’]s)? (?:root|directory|folder)\b/i.test(
    source.text.slice(range.end.offset, range.end.offset + before),
  );
}

/** Skills about writing skills mention many files that other skills may have. */
const aboutSkills =
  /(?:^|-)skills?-(?:author|build|creat|develop|mak|writ)|(?:authoring|building|creating|developing|making|writing)-(?:\w+-)?skills?$|(?:^|-)(?:author|build|create|develop|make|write)-(?:an?-|agent-)?skills?$/i;

/** A path of a file, perhaps marked as code or as the text of a link. */
const file = String.raw`[\x60"'[(]{0,3}(?<![\w./-])([\w-][\w./-]{0,120}\.\w{1,5})[\x60"')\]]{0,3}`;
const target = String.raw`(?:\([^()\s]{1,200}\))?`;

/** A text that says what to do where a file is not there, or that it is not in the skill, after the file's name. */
const absentAfter = new RegExp(
  String.raw`${file}${target}\s(?:(?:does not|doesn['\u2019]t|do not|don['\u2019]t)\s(?:yet\s)?exist|is (?:missing|absent|not (?:present|there|found|shipped|bundled|included))|is \*{0,2}not\*{0,2} in the table)`,
  "g",
);

/** A sentence that says where the commands of the text are run. */
const fromRepository =
  /^[ \t>]*(?:[-*+•][ \t]+|\d{1,3}[.)][ \t]+)?[*_]{0,2}(?:always )?(?:run|execute|invoke)\b[^\n.]{0,60}\bfrom (?:the |your )?(?:[\w-]{1,40}['’]?s? ){0,2}repo(?:sitory)?(?:['’]s)? root\b/im;

/** A prompt for another agent's command line; its quotes are not closed before the path. */
const prompt =
  /^[ \t]*(?:\$ )?(?:gemini|codex(?: exec)?|claude|aider|llm|cursor-agent|opencode run)\b[^"']*["'][^"\n]*$/;

/** A key of a JSON object, whose value is an argument of a command or a setting. */
const argument = /"[\w.-]{1,80}"\s{0,8}:\s{0,8}\[?\s{0,8}"$/;

/** Number of characters before a path that are looked at. */
const before = 400;

/**
 * Finds the missing files that a text itself expects to be missing: samples, files of the user or the
 * repository, and files for which it says what to do if they do not exist.
 */
function expectedMissing(texts: readonly TextFile[]): (reference: ResolvedReference) => boolean {
  const markdown = texts.filter(({ path }) => isMarkdown(path));
  const byPath = new Map(markdown.map((text) => [text.path, text.source]));
  const absent = once(
    () =>
      new Set(
        markdown.flatMap(({ source }) =>
          Array.from(source.text.matchAll(absentAfter), ([, path = ""]) => path.replace(/^\.\//, "")),
        ),
      ),
  );
  const inRepository = once(
    () => new Set(markdown.flatMap(({ path, source }) => (fromRepository.test(source.text) ? [path] : []))),
  );
  return ({ from, reference: { kind, target: written, range } }) => {
    const source = byPath.get(from);
    if (!source) return false;
    const { line, offset } = range.start;
    const head = source.text.slice(Math.max(source.lineStart(line), offset - before), offset);
    const inCode = kind === "fence" || kind === "code-span";
    return (
      isOnSampleLine(source, range) ||
      absent().has(written.replace(/^\.\//, "")) ||
      (inCode && (prompt.test(head) || argument.test(head) || inRepository().has(from)))
    );
  };
}

function finding(reference: ResolvedReference, skill: Skill): Finding {
  const {
    from,
    reference: { range, target },
    resolution,
  } = reference;
  const path = outsidePath(reference) ?? "";
  const around = skill.context.outside?.get(path);
  const own = ownPath(path, { names: namesOf(skill) });
  if (own !== undefined && /^[\w./-]+$/.test(own) && skill.files.some((file) => file.path === own))
    return {
      file: from,
      range,
      message: `${quote(target)} is in this skill; write \`${own}\``,
      ...(around?.within === "project" && { severity: "info" }),
    };
  if (around?.exists) return { file: from, range, ...inRoot(reference, path, around) };
  const text = skill.texts.find((each) => each.path === from);
  const note = text && isMarkdown(from) ? ofAnother(reference, text, skill) : undefined;
  if (note !== undefined)
    return { file: from, range, severity: "info", message: `${quote(target)} is not in the skill; ${note}` };
  const nearest = resolution.status === "missing" ? resolution.nearest : undefined;
  return {
    file: from,
    range,
    message: `${quote(target)} does not exist${didYouMean(nearest) || "; add it or correct the path"}`,
  };
}

/** What people read about the plugin. */
const forPeople =
  /^(?:changelog|code_of_conduct|contributing|licen[cs]e|notice|readme|security)(?:\.\w{2,4})?$/i;

/**
 * Reports a file in the root of the plugin or repository. It is a note if a project's agents load the skill, as they run
 * at the root and find the file, and if it is only named, as by a text about the repository.
 */
function inRoot(
  { reference: { kind, target } }: ResolvedReference,
  path: string,
  { within }: OutsideFile,
): Pick<Finding, "message" | "severity"> {
  const file = quote(target);
  if (within === "plugin")
    return {
      message: `${file} is in the plugin's root, not in the skill; write \`\${CLAUDE_PLUGIN_ROOT}/${path}\``,
      ...(forPeople.test(path) && { severity: "info" }),
    };
  return {
    message: `${file} is in the repository's root, not in the skill; copy it into the skill`,
    ...((within === "project" || kind !== "link") && { severity: "info" }),
  };
}
