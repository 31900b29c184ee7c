import type { CatalogEntry } from "../../model/agent.ts";
import { escapeHtml } from "../../dialects/python/text.ts";

/** How the model gets a skill's instructions: by a tool of their own, or by reading SKILL.md like any other file. */
export type Activation = "tool" | "file";

/** The guide has a listing capped, and says so in it, but not where. */
const mostResources = 100;

const instructions = {
  tool: "These skills hold instructions for particular tasks. Where a task fits a skill's description, call activate_skill with its name first, which loads them.",
  file:
    "These skills hold instructions for particular tasks. Where a task fits a skill's description, read the SKILL.md at its location with read_file first. " +
    "Paths in a skill are relative to its directory, in which its SKILL.md stands; give them to tools as absolute paths.",
} as const satisfies Record<Activation, string>;

/** The section of the system prompt that announces the skills; empty where there are none, as an empty list would only confuse. */
export function renderCatalog(skills: readonly CatalogEntry[], activation: Activation): string {
  if (skills.length === 0) return "";
  const blocks = skills.map(({ name, description, path }) => [
    "  <skill>",
    `    <name>${escapeHtml(name)}</name>`,
    `    <description>${escapeHtml(description)}</description>`,
    // A tool tells the directory with the content; who reads files must know where they are. skills-ref escapes all but this.
    ...(activation === "file" ? [`    <location>${path}/SKILL.md</location>`] : []),
    "  </skill>",
  ]);
  return [instructions[activation], "", "<available_skills>", ...blocks.flat(), "</available_skills>"].join(
    "\n",
  );
}

/** A skill's instructions as they go into the conversation; its other files are named and not read. */
export function wrapContent(
  { name, path }: Pick<CatalogEntry, "name" | "path">,
  body: string,
  resources: readonly string[],
): string {
  return [
    `<skill_content name="${escapeHtml(name)}">`,
    body,
    "",
    `Skill directory: ${path}`,
    "Relative paths in this skill are relative to the skill directory.",
    ...listResources(resources),
    "</skill_content>",
  ].join("\n");
}

function listResources(resources: readonly string[]): readonly string[] {
  if (resources.length === 0) return [];
  const rest = resources.length - mostResources;
  const lines = resources.slice(0, mostResources).map((file) => `  <file>${escapeHtml(file)}</file>`);
  return [
    "",
    "<skill_resources>",
    ...lines,
    ...(rest > 0 ? [`  (and ${rest} more)`] : []),
    "</skill_resources>",
  ];
}
