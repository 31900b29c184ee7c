import type { Diagnostic } from "../model/report.ts";
import { inTargetOrder } from "../model/target.ts";

/** Rules whose finding on a field leaves nothing for others to say about the same characters. */
interface Merging {
  readonly keep: readonly string[];
  readonly drop: readonly string[];
  /** Whether the other finding may also be around the one that is left. */
  readonly isPart?: true;
  /** Whether the fixes of the other finding are alternatives to those of the one that is left. */
  readonly isAlternative?: true;
}

const valueRules = [
  "allowed-tools-format",
  "boolean-field",
  "claude-code-hooks",
  "claude-code-value",
  "compatibility-format",
  "license-format",
  "metadata-format",
];

const mergings: readonly Merging[] = [
  // YAML cannot read the value, so what it contains is a guess.
  {
    keep: ["frontmatter-yaml", "frontmatter-mapping"],
    drop: [...valueRules, "description-vague", "field-type", "frontmatter-flow", "prompt-markup"],
    isPart: true,
  },
  // Clients that read the list need block style; the others need a string.
  { keep: ["allowed-tools-format"], drop: ["frontmatter-flow"], isAlternative: true },
  // A value of the wrong type is replaced, so neither its style nor its wording matters.
  { keep: [...valueRules, "field-type"], drop: ["frontmatter-flow"] },
  { keep: ["field-type", "placeholder-text"], drop: ["description-vague"] },
  // A description that says nothing has to be written again, with when to use the skill.
  {
    keep: ["description-vague"],
    drop: ["description-keywords", "description-person", "description-phrases", "description-when"],
    isPart: true,
  },
];

const merging = new Set(mergings.flatMap(({ keep, drop }) => [...keep, ...drop]));

/**
 * One finding for each cause: a finding that only follows from another one about the same characters is left out, and
 * the other one gets its refusals, and its severity if that is higher.
 * @returns The findings that are left, in their order, and for each that others were merged into these and itself.
 */
export function mergeCauses(diagnostics: readonly Diagnostic[]): {
  readonly merged: readonly Diagnostic[];
  readonly origins: ReadonlyMap<Diagnostic, readonly Diagnostic[]>;
} {
  const causes = new Map<Diagnostic, Diagnostic>();
  const alternatives = new Set<Diagnostic>();
  const placed = diagnostics.filter(({ start, ruleId }) => start && merging.has(ruleId));
  if (placed.length > 1)
    for (const each of placed) {
      const found = causeOf(each, placed);
      if (!found) continue;
      causes.set(each, found.cause);
      if (found.isAlternative) alternatives.add(each);
    }
  if (causes.size === 0) return { merged: diagnostics, origins: new Map() };
  const origins = new Map<Diagnostic, readonly Diagnostic[]>();
  const merged = diagnostics
    .filter((each) => !causes.has(each))
    .map((each) => {
      const others = Array.from(causes).flatMap(([other]) => (rootOf(other, causes) === each ? [other] : []));
      if (others.length === 0) return each;
      const joined = others.reduce(
        (cause, other) => join(cause, other, alternatives.has(other) ? other.fixes : []),
        each,
      );
      origins.set(joined, [each, ...others]);
      return joined;
    });
  return { merged, origins };
}

/** The finding that leaves nothing to say for another one. */
function causeOf(
  other: Diagnostic,
  placed: readonly Diagnostic[],
): { readonly cause: Diagnostic; readonly isAlternative?: true | undefined } | undefined {
  for (const { keep, drop, isPart, isAlternative } of mergings) {
    if (!drop.includes(other.ruleId)) continue;
    const cause = placed.find(
      (each) =>
        each.file === other.file &&
        keep.includes(each.ruleId) &&
        (covers(each, other) || (isPart && covers(other, each))),
    );
    if (cause) return { cause, isAlternative };
  }
  return undefined;
}

/** No rule is before itself in the list, so this ends. */
function rootOf(diagnostic: Diagnostic, causes: ReadonlyMap<Diagnostic, Diagnostic>): Diagnostic {
  const cause = causes.get(diagnostic);
  return cause ? rootOf(cause, causes) : diagnostic;
}

function covers({ start, end }: Diagnostic, other: Diagnostic): boolean {
  return start!.offset <= other.start!.offset && other.end!.offset <= end!.offset;
}

const rank = { error: 0, warning: 1, info: 2 } as const;

function join(
  cause: Diagnostic,
  { refusedBy, severity }: Diagnostic,
  fixes: Diagnostic["fixes"],
): Diagnostic {
  return {
    ...cause,
    fixes: [...cause.fixes, ...fixes],
    refusedBy: inTargetOrder([...cause.refusedBy, ...refusedBy]),
    severity: rank[severity] < rank[cause.severity] ? severity : cause.severity,
  };
}
