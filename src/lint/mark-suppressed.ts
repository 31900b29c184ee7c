import { groupBy } from "../core/group-by.ts";
import type { Diagnostic, Suppression } from "../model/report.ts";
import type { ConfigSuppression, SuppressedRule, SuppressionComment } from "../model/suppression.ts";

/** Everything that can suppress findings of one skill. */
export interface Suppressions {
  readonly comments: readonly SuppressionComment[];
  readonly entries: readonly CoveringEntry[];
  /**
   * Rules that report dangers to the user. Comments cannot suppress them, as the author of the danger could write the
   * comment.
   */
  readonly dangers: ReadonlySet<string>;
}

/** A suppression in the config that has not expired. */
export interface CoveringEntry {
  readonly entry: ConfigSuppression;
  /** Whether the suppression applies to a file of the skill. */
  covers(file: string): boolean;
}

export interface MarkedFindings {
  /**
   * In the same order. Findings that are not suppressed are the same objects as before; so is the list, if no more
   * findings are suppressed than before.
   */
  readonly findings: readonly Diagnostic[];
  readonly used: ReadonlySet<SuppressedRule | ConfigSuppression>;
}

type Block = NonNullable<SuppressionComment["lines"]>;

interface MatchedSuppression {
  readonly source: SuppressedRule | ConfigSuppression;
  readonly suppression: Suppression;
}

/**
 * Marks findings that are suppressed by a comment above the line, by a comment for the file, or by the config; the
 * narrowest applies. Idempotent.
 */
export function markSuppressed(findings: readonly Diagnostic[], suppressions: Suppressions): MarkedFindings {
  const used = new Set<SuppressedRule | ConfigSuppression>();
  if (suppressions.comments.length + suppressions.entries.length === 0) return { findings, used };
  const [byComment, byConfig] = [commentIndex(suppressions), entryIndex(suppressions.entries)];
  const marked = findings.map((finding) => {
    const match = byComment(finding) ?? byConfig(finding);
    if (!match) return finding;
    used.add(match.source);
    return finding.suppressed ? finding : { ...finding, suppressed: match.suppression };
  });
  return { findings: marked.every((finding, at) => finding === findings[at]) ? findings : marked, used };
}

type Index = (finding: Diagnostic) => MatchedSuppression | undefined;

/** If two comments are equal, the first one counts and the other is reported as unused. */
function commentIndex({ comments, dangers }: Suppressions): Index {
  const index = new Map<string, MatchedSuppression>();
  for (const { file, rules, reason, lines } of comments) {
    if (reason === "") continue;
    for (const source of rules) {
      const key = keyOf(file, source.id, lines?.first);
      if (!dangers.has(source.id) && !index.has(key))
        index.set(key, { source, suppression: { by: "comment", reason } });
    }
  }
  const blocks = groupBy(
    comments.flatMap(({ file, lines }) => (lines && lines.last > lines.first ? [{ file, ...lines }] : [])),
    ({ file }) => file,
  );
  return ({ file, ruleId, start }) => {
    const line = start && (blockHolding(blocks.get(file) ?? [], start.line)?.first ?? start.line);
    return (
      (line === undefined ? undefined : index.get(keyOf(file, ruleId, line))) ??
      index.get(keyOf(file, ruleId))
    );
  };
}

function keyOf(file: string, rule: string, line?: number): string {
  return `${line ?? "all"}\n${rule}\n${file}`;
}

/** The block that contains the line, found by binary search, as blocks are sorted and disjoint. */
function blockHolding(blocks: readonly Block[], line: number): Block | undefined {
  let low = 0;
  let high = blocks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (blocks[middle]!.last < line) low = middle + 1;
    else high = middle;
  }
  const found = blocks[low];
  return found && found.first <= line ? found : undefined;
}

function entryIndex(entries: readonly CoveringEntry[]): Index {
  const byRule = groupBy(entries, ({ entry }) => entry.rule);
  return ({ file, ruleId }) => {
    const found = byRule.get(ruleId)?.find(({ covers }) => covers(file))?.entry;
    return found && { source: found, suppression: { by: "config", reason: found.reason } };
  };
}
