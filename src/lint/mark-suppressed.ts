import { groupBy } from "../core/group-by.ts";
import type { Diagnostic, Suppression } from "../model/report.ts";
import type { ConfigSuppression, SuppressedRule, SuppressionComment } from "../model/suppression.ts";

/** The sources of suppressions of one skill. */
export interface Suppressions {
  readonly comments: readonly SuppressionComment[];
  readonly entries: readonly CoveringEntry[];
  /** Rules that report dangers to the user: comments cannot suppress these, as the author of the danger would write the comment. */
  readonly dangers: ReadonlySet<string>;
}

/** The config's suppressions that have not expired. */
export interface CoveringEntry {
  readonly entry: ConfigSuppression;
  /** Whether its paths cover a file of the skill. */
  covers(file: string): boolean;
}

export interface MarkedFindings {
  /** In the same order; unsuppressed ones are the same objects. */
  readonly findings: readonly Diagnostic[];
  readonly used: ReadonlySet<SuppressedRule | ConfigSuppression>;
}

type Block = NonNullable<SuppressionComment["lines"]>;

interface MatchedSuppression {
  readonly source: SuppressedRule | ConfigSuppression;
  readonly suppression: Suppression;
}

/** Marks suppressed findings: by a comment above the line, by one for the file, or by the config, the narrowest first. Idempotent. */
export function markSuppressed(findings: readonly Diagnostic[], suppressions: Suppressions): MarkedFindings {
  const used = new Set<SuppressedRule | ConfigSuppression>();
  if (suppressions.comments.length + suppressions.entries.length === 0) return { findings, used };
  const [byComment, byConfig] = [commentIndex(suppressions), entryIndex(suppressions.entries)];
  const marked = findings.map((finding) => {
    const silencer = byComment(finding) ?? byConfig(finding);
    if (!silencer) return finding;
    used.add(silencer.source);
    return finding.suppressed ? finding : { ...finding, suppressed: silencer.suppression };
  });
  return { findings: marked, used };
}

type Index = (finding: Diagnostic) => MatchedSuppression | undefined;

/** Of two equal comments the first counts, so that the other is reported as unused. */
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

/** The block that contains the line, by binary search; blocks are sorted and disjoint. */
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
