import type { InspectedFile, SkillInspection, SkillTokens } from "../../model/reports/inspect.ts";
import type { Skill } from "../../model/skill.ts";
import { isRecord } from "../../model/manifest.ts";
import { referencesIn } from "../graph.ts";
import { sectionCosts } from "../../model/token-sections.ts";
import { takeInventory } from "../../inventory/take-inventory.ts";

/** Maximum number of entries in a list, more than a reader needs. */
const mostSections = 1_000;

/** The facts that a reviewer needs, from a completely read skill. */
export function inspectSkill(skill: Skill): SkillInspection {
  return { ...factsOf(skill), references: referencesIn(skill) };
}

/** The facts without how the files refer to one another, which takes longest. */
export function factsOf(skill: Skill): Omit<SkillInspection, "references"> {
  const fields = Array.from(skill.document?.frontmatter?.fields.values() ?? [], ({ key, value }) => ({
    key,
    value,
  }));
  const text = (key: string): string | undefined =>
    fields.flatMap((field) => (field.key === key && typeof field.value === "string" ? [field.value] : []))[0];
  const [name, description] = [text("name"), text("description")];
  const files = filesOf(skill);
  return {
    path: skill.label,
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    fields: fields.filter(
      ({ key, value }) => !(typeof value === "string" && (key === "name" || key === "description")),
    ),
    files,
    tokens: tokensOf(skill, files, [name, description].filter((value) => value !== undefined).join("\n")),
    inventory: takeInventory(skill),
  };
}

function filesOf({ files, texts, tokens }: Skill): readonly InspectedFile[] {
  const byPath = new Map(texts.map((text) => [text.path, text]));
  return files.map((file) => {
    const text = byPath.get(file.path);
    return text ? { ...file, tokens: tokens.count(text.source.text) } : file;
  });
}

function tokensOf(skill: Skill, files: readonly InspectedFile[], catalogue: string): SkillTokens {
  const { document, tokens } = skill;
  const sections = sectionCosts(document, tokens);
  const others = files.filter(({ path }) => path !== document?.file && !isRecord(path, skill));
  return {
    counter: tokens.name,
    catalogue: tokens.count(catalogue),
    body: document ? tokens.count(document.source.slice(document.body.range)) : 0,
    sections: sections.slice(0, mostSections),
    omittedSections: Math.max(0, sections.length - mostSections),
    files: others.reduce((sum, file) => sum + (file.tokens ?? 0), 0),
  };
}
