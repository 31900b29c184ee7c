// Computes the table of precision from findings, labels and rules. Pure, so that it can be tested.

/** @typedef {import("./precision.d.ts").Place} Place */
/** @typedef {import("./precision.d.ts").Hit} Hit */
/** @typedef {import("./precision.d.ts").Label} Label */
/** @typedef {import("./precision.d.ts").PrecisionRow} PrecisionRow */
/** @typedef {import("./precision.d.ts").UnseenLabel} UnseenLabel */
/** @typedef {import("./precision.d.ts").UnseenRow} UnseenRow */
/** @typedef {{ rule: string, severity: string }} Key */

/** The number of labels that a rule and severity with this many findings needs. */
const enough = 20;

/** The precision that a severity requires by default. @type {Readonly<Record<string, number>>} */
const thresholds = { error: 0.95, warning: 0.9 };

/**
 * One row per rule and severity with findings. A label counts if the rule still reports its location with its severity.
 * @param {readonly Hit[]} hits
 * @param {readonly Label[]} labels
 * @returns {PrecisionRow[]}
 */
export function precisionRows(hits, labels) {
  const spoken = labels.filter((label) => hits.some((hit) => speaks(label, hit)));
  const kinds = new Map(hits.map((hit) => [keyOf(hit), hit]));
  return Array.from(kinds)
    .sort(([a], [b]) => compare(a, b))
    .map(([key, kind]) =>
      row(
        kind,
        hits.filter((hit) => keyOf(hit) === key),
        spoken.filter((label) => keyOf(label) === key),
      ),
    );
}

/** Labels whose location the rule no longer reports, or reports with another severity. @param {readonly Hit[]} hits @param {readonly Label[]} labels */
export function goneLabels(hits, labels) {
  return labels.filter((label) => !hits.some((hit) => speaks(label, hit)));
}

/**
 * Findings without a label, of rules that need a label for every finding.
 * @param {readonly PrecisionRow[]} rows
 * @param {readonly Hit[]} hits
 * @param {readonly Label[]} labels
 */
export function unlabeledHits(rows, hits, labels) {
  const all = new Set(
    rows.filter(({ hits: count, severity }) => count < enough && severity in thresholds).map(keyOf),
  );
  return hits.filter((hit) => all.has(keyOf(hit)) && !labels.some((label) => speaks(label, hit)));
}

/** The agreement of two readers on the findings that both labeled. @param {readonly Label[]} first @param {readonly Label[]} second */
export function agreement(first, second) {
  const pairs = second.flatMap((label) => {
    const other = first.find((candidate) => isAt(candidate, label) && candidate.column === label.column);
    return other ? [{ label, other }] : [];
  });
  const disputed = pairs.filter(({ label, other }) => label.right !== other.right);
  const both = pairs.length;
  const agreed = both - disputed.length;
  return {
    both,
    agreed,
    kappa: kappa(pairs.map(({ label, other }) => [other.right, label.right])),
    disputed,
  };
}

/** Cohen's kappa of pairs of yes and no: agreement beyond chance; 1 if disagreement is impossible. @param {readonly (readonly [boolean, boolean])[]} pairs */
export function kappa(pairs) {
  if (pairs.length === 0) return Number.NaN;
  /** @param {(pair: readonly [boolean, boolean]) => boolean} test */
  const share = (test) => pairs.filter(test).length / pairs.length;
  const observed = share(([a, b]) => a === b);
  const [first, second] = [share(([a]) => a), share(([, b]) => b)];
  const expected = first * second + (1 - first) * (1 - second);
  return expected === 1 ? 1 : (observed - expected) / (1 - expected);
}

/** The lower end of the Wilson interval of a share, at 95 %. @param {number} right @param {number} of */
export function wilsonLower(right, of) {
  if (of === 0) return 0;
  const z = 1.959964;
  const share = right / of;
  const center = share + (z * z) / (2 * of);
  const spread = z * Math.sqrt((share * (1 - share)) / of + (z * z) / (4 * of * of));
  return Math.max(0, (center - spread) / (1 + (z * z) / of));
}

/** Whether a finding, or another label, is at the label's location; a label without a column covers the whole line. @param {Place} label @param {Place} place */
export function isAt(label, { rule, skill, file, line, column }) {
  return (
    label.rule === rule &&
    label.skill === skill &&
    label.file === file &&
    label.line === line &&
    (label.column === undefined || label.column === column)
  );
}

/** Compares findings, labels and locations by rule, skill, file, line and column. @param {Place} a @param {Place} b */
export function byPlace(a, b) {
  return (
    compare(a.rule, b.rule) ||
    compare(a.skill, b.skill) ||
    compare(a.file, b.file) ||
    (a.line ?? 0) - (b.line ?? 0) ||
    (a.column ?? 0) - (b.column ?? 0)
  );
}

/**
 * One row per rule and severity with labels, or with findings that are errors or warnings.
 * @param {readonly { rule: string, severity: string, at: string }[]} found
 * @param {readonly UnseenLabel[]} labels
 * @returns {UnseenRow[]}
 */
export function unseenRows(found, labels) {
  const reported = new Set(found.map(({ rule, severity, at }) => `${rule}\0${severity}\0${at}`));
  const counts = new Map();
  for (const finding of found) counts.set(keyOf(finding), (counts.get(keyOf(finding)) ?? 0) + 1);
  const keys = new Set([
    ...labels.map(keyOf),
    ...found.filter(({ severity }) => severity in thresholds).map(keyOf),
  ]);
  return Array.from(keys)
    .sort(compare)
    .map((key) => {
      const all = labels.filter((label) => keyOf(label) === key);
      const live = all.filter(({ rule, severity, at }) => reported.has(`${rule}\0${severity}\0${at}`));
      const [rule = "", severity = ""] = key.split("\0");
      /** @param {string} verdict */
      const count = (verdict) => live.filter((label) => verdictOf(label) === verdict).length;
      return {
        rule,
        severity,
        findings: counts.get(key) ?? 0,
        true: count("true"),
        debatable: count("debatable"),
        false: count("false"),
        gone: all.length - live.length,
      };
    });
}

/** What both readers say; debatable if they differ. @param {UnseenLabel} label */
function verdictOf({ first, second }) {
  return first === second ? first : "debatable";
}

/** Sums of rows, and the shares of true and false findings if every rule counts by its findings. @param {readonly UnseenRow[]} rows */
export function unseenTotals(rows) {
  /** @param {(row: UnseenRow) => number} of */
  const sum = (of) => rows.reduce((total, row) => total + of(row), 0);
  /** @param {UnseenRow} row */
  const labeled = (row) => row.true + row.debatable + row.false;
  const judged = rows.filter((row) => labeled(row) > 0);
  const weight = judged.reduce((total, { findings }) => total + findings, 0);
  /** @param {"true" | "false"} verdict */
  const share = (verdict) =>
    judged.reduce((total, row) => total + (row.findings * row[verdict]) / labeled(row), 0) / weight;
  return {
    findings: sum(({ findings }) => findings),
    labels: sum(labeled),
    true: sum((row) => row.true),
    debatable: sum((row) => row.debatable),
    false: sum((row) => row.false),
    trueShare: share("true"),
    falseShare: share("false"),
  };
}

/** @param {number} share */
export function percent(share) {
  return `${(100 * share).toFixed(1)} %`;
}

/** @param {Key} kind @param {readonly Hit[]} hits @param {readonly Label[]} labels @returns {PrecisionRow} */
function row({ rule, severity }, hits, labels) {
  const labeled = labels.length;
  const right = labels.filter((label) => label.right).length;
  const skills = new Set(hits.map(({ skill }) => skill)).size;
  const judged = {
    rule,
    severity,
    hits: hits.length,
    skills,
    labeled,
    right,
    precision: labeled === 0 ? undefined : right / labeled,
    atLeast: wilsonLower(right, labeled),
  };
  const open = hits.filter((hit) => !labels.some((label) => speaks(label, hit))).length;
  return { ...judged, verdict: verdict(judged, open) };
}

/** @param {Pick<PrecisionRow, "severity" | "labeled" | "precision">} judged @param {number} open @returns {PrecisionRow["verdict"]} */
function verdict({ severity, labeled, precision }, open) {
  const threshold = thresholds[severity];
  if (threshold === undefined) return "advice";
  if (labeled < enough && open > 0) return "too few labels";
  return precision !== undefined && precision >= threshold ? "meets" : "must change";
}

/** @param {Label} label @param {Hit} hit */
function speaks(label, hit) {
  return label.severity === hit.severity && isAt(label, hit);
}

/** @param {Key} kind */
function keyOf({ rule, severity }) {
  return `${rule}\0${severity}`;
}

/** @param {string} a @param {string} b */
function compare(a, b) {
  return a < b ? -1 : a > b ? 1 : 0;
}
