import type { CatalogEntry, CatalogPlan, CatalogRules, CatalogSkill } from "../../model/client-catalog.ts";
import type { TokenCounter } from "../../model/token-counter.ts";
import type { CatalogPreview } from "../../model/reports/preview.ts";
import { catalogText, listCatalog, toCatalogSkill } from "../../targets/list-catalog.ts";
import { planCatalog } from "../../targets/plan-catalog.ts";
import type { RecordedVersion } from "../../targets/newest-clients.ts";
import type { PlayedSkill } from "./preview-skill.ts";

interface ListedSkills {
  readonly catalog: CatalogPreview | null;
  readonly marked: string;
  /** Tokens by the path of the subject. */
  readonly announced: ReadonlyMap<string, number>;
}

/** The catalog of the skills that are loaded and not hidden. */
export function previewCatalog(
  { version: { catalog: rules } }: RecordedVersion,
  played: readonly PlayedSkill[],
  tokens: TokenCounter,
): ListedSkills {
  const paths = new Map<CatalogSkill, string>();
  for (const { path, directory, file, load } of played)
    if (load.loads === true && !load.hidden) paths.set(toCatalogSkill(load, { directory, path: file }), path);
  const skills = Array.from(paths.keys());
  if (!rules)
    return {
      catalog: null,
      marked: skills.map(({ name, listed }) => `${name}: ${listed}`).join("\n"),
      announced: new Map(
        skills.map((skill) => [paths.get(skill)!, tokens.count(`${skill.name}: ${skill.listed}`)]),
      ),
    };
  const catalog = listCatalog(rules, skills);
  const pathOf = (skill: CatalogSkill) => paths.get(skill)!;
  return {
    catalog: {
      text: catalog.text,
      budget: budgetOf(rules, catalog.needed),
      entries: catalog.entries.map(({ skill, state, shown }) => ({
        skill: pathOf(skill),
        name: skill.name,
        state,
        characters: lengthOf(skill.description),
        shown: shown ?? null,
      })),
      tokens: tokens.count(catalog.text),
      plan: planOf(planCatalog(rules, skills), pathOf),
    },
    marked: catalogText(
      rules,
      catalog.entries.map((entry) => ({ ...entry, ...markOf(entry, rules) })),
    ),
    announced: new Map(
      catalog.entries.map(({ skill, state, shown }) => [
        pathOf(skill),
        state === "absent" ? 0 : tokens.count(rules.format.entry(skill, shown)),
      ]),
    ),
  };
}

function budgetOf({ budget }: CatalogRules, needed = 0): CatalogPreview["budget"] {
  if (budget === "none" || budget === "unknown") return budget;
  const { limit, unit, assumes } = budget;
  return { limit, unit, needed, assumes };
}

function planOf(
  plan: CatalogPlan | undefined,
  pathOf: (skill: CatalogSkill) => string,
): CatalogPreview["plan"] {
  return plan
    ? {
        shorten: plan.shorten.map(({ skill, save }) => ({
          skill: pathOf(skill),
          characters: lengthOf(skill.description),
          save,
        })),
        join: plan.join.map(pathOf),
      }
    : null;
}

/** A mark where a description is cut, with the number of characters that are lost if only its end is. */
function markOf(
  { state, shown = "", skill: { description } }: CatalogEntry,
  { cut }: CatalogRules,
): Pick<CatalogEntry, "shown"> {
  if (state !== "cut") return {};
  const kept =
    cut && shown.endsWith(cut.ellipsis) ? shown.slice(0, -cut.ellipsis.length || undefined) : shown;
  const lost = description.startsWith(kept) ? `${lengthOf(description) - lengthOf(kept)} characters ` : "";
  return { shown: `${shown}[${lost}cut]` };
}

function lengthOf(text: string): number {
  return Array.from(text).length;
}
