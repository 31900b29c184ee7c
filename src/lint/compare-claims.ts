import type { Claim } from "../model/answer.ts";
import type { Diagnostic } from "../model/report.ts";
import { mostRelated } from "../rules/parts/collected.ts";

/** A skill, by its path, and what it claims for itself. */
export interface Claiming {
  readonly path: string;
  readonly claims: readonly Claim[];
}

/** The findings about values that several skills have, by the skill's path. Each refers to the first of the others. */
export function compareClaims(skills: readonly Claiming[]): ReadonlyMap<string, readonly Diagnostic[]> {
  const byValue = new Map<string, Map<string, Diagnostic>>();
  for (const { path, claims } of skills)
    for (const claim of claims) {
      const key = keyOf(claim);
      const places = byValue.get(key) ?? new Map<string, Diagnostic>();
      byValue.set(key, places);
      // A list may contain a value twice.
      if (!places.has(path)) places.set(path, claim.finding);
    }
  return new Map(
    skills.map(({ path, claims }) => [
      path,
      claims.flatMap((claim) => {
        const places = byValue.get(keyOf(claim))!;
        return places.size > 1 ? [{ ...claim.finding, related: othersOf(places, path) }] : [];
      }),
    ]),
  );
}

function keyOf({ value, finding: { ruleId } }: Claim): string {
  return `${ruleId} ${value}`;
}

function othersOf(places: ReadonlyMap<string, Diagnostic>, path: string): Diagnostic["related"] {
  const others: Diagnostic["related"][number][] = [];
  for (const [skill, { file, start, end }] of places) {
    if (skill === path) continue;
    others.push({ skill, file, ...(start && end && { range: { start, end } }) });
    if (others.length === mostRelated) break;
  }
  return others;
}
