import type { Finding } from "../../model/rule.ts";
import { quote } from "../../core/show.ts";
import type { ResolvedReference, Skill, SkillDocument } from "../../model/skill.ts";
import { defineRule } from "../define.ts";

/** Words that say whether to run, read, copy or change a script. */
const intent =
  /\b(?:run|runs|running|execut\w+|invok\w+|call\w*|use|uses|using|launch\w*|start\w*|pipe\w*|pass\w*|perform\w*|generat\w+|creat\w+|check\w*|validat\w+|verif\w+|convert\w*|extract\w*|fetch\w*|download\w*|instal\w+|build\w*|render\w*|test\w*|read|reads|see|review\w*|study|refer\w*|consult\w*|look|open|inspect\w*|view|copy|copies|adapt\w*|edit\w*|modif\w+|load\w*|import\w*|source|sources|example\w*|implement\w*|python3?|node|bash|sh|npx|uv|deno|bun|pwsh|ruby|perl|tsx)\b|[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}]/iu;

/** Maximum number of mentions that are examined per script; a script with more has been explained by then. */
const mostMentions = 20;

export default defineRule({
  meta: {
    id: "script-intent",
    category: "clarity",
    origin: "guidance",
    source:
      "https://platform.claude.com/docs/en/agents-and-tools/agent-skills/best-practices#provide-utility-scripts",
    summary: "Reports a script that SKILL.md mentions without saying whether to run or read it.",
    why: "An agent that reads the script to find out spends its context on code that it only had to run.",
    remedy: "Write `Run scripts/x.py …`, or `See scripts/x.py for …`.",
    severity: "info",
    off: true,
    since: "0.1.0",
  },
  check({ subject: skill }) {
    return skill.document && skill.scripts.length > 0 ? findings(skill, skill.document) : [];
  },
});

function* findings({ scripts, references }: Skill, document: SkillDocument): Generator<Finding> {
  const paths = new Set(scripts.map(({ file }) => file.path));
  const named = new Map<string, ResolvedReference[]>();
  for (const each of references) {
    const path =
      each.from === document.file && each.resolution.status === "found" ? each.resolution.path : undefined;
    if (path !== undefined && paths.has(path)) named.set(path, [...(named.get(path) ?? []), each]);
  }
  for (const [path, mentions] of named) {
    const [first] = mentions;
    if (!first || mentions.slice(0, mostMentions).some((each) => isClear(each, document))) continue;
    yield {
      file: document.file,
      range: first.reference.range,
      message: `SKILL.md does not say whether to run or read ${quote(path)}`,
    };
  }
}

/**
 * Whether a mention is clear: it is in a code block, or the line, an adjacent line or the preceding heading says
 * whether to run or read the file.
 */
function isClear(
  { reference: { kind, range } }: ResolvedReference,
  { source, body }: SkillDocument,
): boolean {
  const { line, offset } = range.start;
  if (
    kind === "fence" ||
    intent.test(source.line(line)) ||
    intent.test(source.line(line - 1)) ||
    intent.test(source.line(line + 1))
  )
    return true;
  const heading = body.headings.findLast((each) => each.range.start.offset < offset);
  return heading !== undefined && intent.test(heading.text);
}
