import type { Diagnostic, Report } from "../../src/model/report.ts";
import { element, make } from "./element.ts";
import type { Cost, LoadRow, Preview } from "./messages.ts";

interface Handlers {
  readonly goTo: (file: string, start: Point, end: Point) => void;
  readonly fix: (fingerprint: string) => void;
}

interface Point {
  readonly line: number;
  readonly column: number;
}

const words = { error: "error", warning: "warning", info: "note" };

/** Findings that are drawn: a hostile skill has thousands. */
const most = 300;

export function drawFindings({ subjects }: Report, handlers: Handlers): void {
  const findings = subjects.flatMap((subject) => subject.findings).filter(({ suppressed }) => !suppressed);
  const items = findings.slice(0, most).map((finding) => itemOf(finding, handlers));
  const left = findings.length - items.length;
  element("findings", HTMLElement).replaceChildren(
    ...items,
    ...(left > 0 ? [make("li", "quiet", `and ${left} more`)] : []),
  );
}

function itemOf(finding: Diagnostic, { goTo, fix }: Handlers): HTMLElement {
  const { ruleId, severity, message, file, start, end, fixes, fingerprint } = finding;
  const place = `${file}${start ? `:${start.line}:${start.column}` : ""}`;
  const at = start && end ? make("button", "place", place) : make("span", "place", place);
  if (start && end) at.addEventListener("click", () => goTo(file, start, end));
  const rule = make("a", "", ruleId);
  rule.href = `../rules/${encodeURIComponent(ruleId)}`;
  const item = make(
    "li",
    severity,
    make("p", "", make("strong", severity, words[severity]), " ", at, " ", rule),
    make("p", "message", message),
  );
  const first = fixes.find(({ operations }) => operations.every(({ kind }) => kind !== "rename-directory"));
  if (first && fingerprint !== undefined) {
    const button = make(
      "button",
      "fix",
      first.safe ? first.title : `${first.title} (may change the meaning)`,
    );
    button.addEventListener("click", () => fix(fingerprint));
    item.append(button);
  }
  return item;
}

const outcomes = {
  "not-loaded": ["n", "no"],
  differs: ["d", "differs"],
  "as-written": ["y", "yes"],
  unknown: ["u", "?"],
} as const;

export function drawLoads(loads: readonly LoadRow[]): void {
  const lost = ["not-loaded", "differs"].flatMap((outcome) =>
    loads.filter((load) => load.outcome === outcome),
  );
  const fine = loads.filter(({ outcome }) => outcome === "as-written");
  const unknown = loads.filter(({ outcome }) => outcome === "unknown");
  element("loads", HTMLElement).replaceChildren(
    make("p", "", summaryOf(loads)),
    ...(lost.length > 0 ? [tableOf(lost)] : []),
    ...[folded("as written", fine), folded("not known", unknown)].flat(),
  );
}

function summaryOf(loads: readonly LoadRow[]): string {
  const parts = [
    ["not-loaded", "do not load it"],
    ["differs", "load it differently"],
    ["as-written", "load it as written"],
    ["unknown", "are not known"],
  ].flatMap(([outcome, what]) => {
    const number = loads.filter((load) => load.outcome === outcome).length;
    return number === 0 ? [] : [`${number} ${what}`];
  });
  return `Of ${loads.length} recorded clients, ${parts.join(", ")}.`;
}

function folded(what: string, loads: readonly LoadRow[]): readonly HTMLElement[] {
  if (loads.length === 0) return [];
  return [make("details", "", make("summary", "", `${loads.length} ${what}`), tableOf(loads))];
}

function tableOf(loads: readonly LoadRow[]): HTMLElement {
  const rows = loads.map(({ client, title, outcome, words: why, said, evidence }) => {
    const link = make("a", "", title);
    link.href = `../clients/${encodeURIComponent(client)}`;
    const [color, word] = outcomes[outcome];
    const head = make("th", "", link, make("small", "", ` ${evidence}`));
    head.scope = "row";
    const reason = said === undefined ? [why] : [why, make("small", "", ` says: ${said}`)];
    return make("tr", "", head, make("td", color, word), make("td", "", ...reason));
  });
  const heads = ["Client", "Loads", "Why or how"].map((word) => {
    const head = make("th", "", word);
    head.scope = "col";
    return head;
  });
  return make("table", "", make("thead", "", make("tr", "", ...heads)), make("tbody", "", ...rows));
}

export function drawPreview({ title, problem, listed, body, delivered }: Preview): void {
  element("preview", HTMLElement).replaceChildren(
    ...(problem === undefined
      ? [
          make("h3", "", "In every conversation"),
          listed === undefined
            ? make("p", "quiet", `How ${title} lists skills is not recorded.`)
            : code(listed),
          make("h3", "", delivered ? "When it chooses the skill" : "When it opens SKILL.md"),
          code(body ?? ""),
        ]
      : [make("p", "", `${title} does not load it: ${problem}.`)]),
  );
}

function code(text: string): HTMLElement {
  const block = make("pre", "", text);
  block.tabIndex = 0;
  return block;
}

export function drawCosts(costs: readonly Cost[]): void {
  const total = costs.reduce((sum, { tokens }) => sum + tokens, 0);
  const rows = costs.slice(0, most).map(({ what, tokens }) => {
    const bar = make("span", "cost");
    bar.style.width = `${total === 0 ? 0 : Math.max(1, Math.round((100 * tokens) / total))}%`;
    return make("li", "", make("span", "what", what), make("b", "", tokens.toLocaleString("en")), bar);
  });
  element("tokens", HTMLElement).replaceChildren(
    make("p", "quiet", `About ${total.toLocaleString("en")} in all, by an estimate.`),
    make("ul", "costs", ...rows),
  );
}
