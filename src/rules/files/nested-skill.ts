import { count } from "../../core/sentence.ts";
import { quote } from "../../core/show.ts";
import { parentOf } from "../../core/paths.ts";
import { documentName } from "../../model/document-name.ts";
import { isOwnDirectory } from "../../model/own-directory.ts";
import type { SkillDocument } from "../../model/skill.ts";
import type { ChosenPrograms, Finding } from "../../model/rule.ts";
import { defineRule } from "../define.ts";
import { nameClients } from "../parts/named-clients.ts";

/** In lower case, clients do not take it for a skill unless their file system ignores case. */
const template = /(?:^|\/)(?:assets|examples?|templates?)\/(?:.{0,200}\/)?skill\.md$/;

/** The clients that read no SKILL.md below another one, by their records. */
export const readingNoInnerSkills = [
  "Claude Code",
  "Copilot CLI",
  "VS Code",
  "Gemini CLI",
  "Cline",
  "bub",
  "Continue",
  "deepagents",
  "Deep Code",
  "Factory Droid",
  "fast-agent",
  "MCPJam",
  "Mistral Vibe",
  "Mux",
  "OpenClaw",
  "OpenHands",
  "pi",
  "Qwen Code",
  "Roo Code",
  "Spring AI Alibaba",
  "Zed",
] as const;

export default defineRule({
  meta: {
    id: "nested-skill",
    category: "files",
    origin: "client:claude-api",
    source: "https://platform.claude.com/docs/en/agents-and-tools/agent-skills/overview",
    summary: "Reports a second SKILL.md below the skill's root.",
    why: "Where this directory is installed, most clients load only the outer skill; Codex, Crush, Kilo, Letta Code and opencode list the inner one too, even if it is an example. Of a repository with a SKILL.md in its root, `npx skills` 1.7.4 finds no other skill unless `--full-depth` is given. claude.ai and OpenAI refuse an upload with more than one SKILL.md.",
    remedy:
      "Put every skill into a directory of its own, or give an example another name, such as SKILL.example.md.",
    severity: "warning",
    since: "0.1.0",
  },
  check({ subject: { document, files }, targets, clients }) {
    const nested = files
      .filter(({ path, kind }) => kind !== "directory" && /\/skill\.md$/i.test(path) && !template.test(path))
      .map(({ path }) => path);
    const hidden = nested.filter(isSkillOfItsOwn);
    const others = nested.filter((path) => !isSkillOfItsOwn(path));
    return [
      ...(hidden.length > 0
        ? [
            hiding(hidden, {
              targets,
              clients,
              isFoundAlone: isComplete(document) && hidden.some(isInSkills),
              isIndex: document !== undefined && isIndex(document),
            }),
          ]
        : []),
      ...(others.length > 0 ? [inside(others)] : []),
    ];
  },
});

/** Whether a SKILL.md starts with a heading, so that it is no skill; above other skills, it is an index of them. */
export function isIndex({ frontmatter, source }: SkillDocument): boolean {
  return frontmatter === undefined && /^\s{0,20}# \S/.test(source.text);
}

/** Whether a path is that of a skill below another one, outside the directories that skills have. */
export function isSkillOfItsOwn(path: string): boolean {
  const directories = path.split("/");
  return directories.pop() === documentName && directories.length > 0 && !directories.some(isOwnDirectory);
}

/** @param paths of each SKILL.md in one of the skill's own directories, in their order; at least one. */
function inside(paths: readonly string[]): Finding {
  const [file = "", ...more] = paths;
  return {
    file,
    refusals: [{ reason: "several-documents" }],
    message:
      more.length === 0
        ? `${quote(file)} is inside another skill; move it out or rename it`
        : `${quote(file)} and ${count(more.length, "other SKILL.md file")} are inside another skill; move them out or rename them`,
  };
}

/** As in a repository of skills, for which `npx skills` is used. */
function isInSkills(path: string): boolean {
  return path.startsWith("skills/");
}

/** Whether `npx skills` takes the document for a skill; otherwise it looks for others. */
function isComplete(document: SkillDocument | undefined): boolean {
  return ["name", "description"].every((key) => {
    const value = document?.frontmatter?.fields.get(key)?.value;
    return typeof value === "string" && value !== "";
  });
}

function hiding(
  paths: readonly string[],
  {
    isFoundAlone,
    isIndex: isOnlyIndex,
    ...chosen
  }: ChosenPrograms & { readonly isFoundAlone: boolean; readonly isIndex: boolean },
): Finding {
  const what = paths.length === 1 ? `the skill ${quote(parentOf(paths[0]!))}` : count(paths.length, "skill");
  const from = nameClients(readingNoInnerSkills, chosen, { most: isFoundAlone ? 1 : 2 });
  const problem = isFoundAlone
    ? `hides ${what} from \`npx skills\`, and installed whole from ${from}`
    : `installed whole, it hides ${what} from ${from}`;
  const advice = isOnlyIndex
    ? "name the index README.md"
    : `move ${isFoundAlone ? "it to" : "SKILL.md into"} a directory of its own`;
  return {
    file: documentName,
    refusals: [{ reason: "several-documents" }],
    message: `${problem}; ${advice}`,
  };
}
