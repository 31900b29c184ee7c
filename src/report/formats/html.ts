import { count, grouped } from "../../core/sentence.ts";
import { plainPaint } from "../../model/paint.ts";
import type { PieceReporter, Report, Reporter } from "../../model/report.ts";
import type { Unread } from "../../model/source.ts";
import { answersOf, dataOf } from "../html/answers.ts";
import { skillsSection } from "../html/card.ts";
import { descriptionsSection } from "../html/descriptions.ts";
import { drawDocument, drawOutcome, type Section } from "../html/document.ts";
import { type Content, cut, html as markup, lines } from "../html/markup.ts";
import { matrixSection } from "../html/matrix.ts";
import { tokensSection } from "../html/tokens.ts";
import { joinPath } from "./locate.ts";
import { describeSettings } from "./text-settings.ts";
import { drawSummary } from "./text-summary.ts";
import { describeSuppressed } from "./text-suppressed.ts";

/**
 * One page for a browser, without any other file and readable without its script: what programs make of the skills,
 * the findings in their source, descriptions that are cut, tokens, and what was not read.
 */
export const html: Reporter = (report, context) => Array.from(htmlPieces(report, context)).join("");

/** As `html`; each skill is a piece. */
export const htmlPieces: PieceReporter = function* (report, { quiet, paint: { command }, records = [] }) {
  const shown = quiet ? onlyErrors(report) : report;
  const answers = answersOf(shown);
  const style = { command, fixedBy: report.command === "lint" ? "this command" : "skills lint" } as const;
  const sections = [
    matrixSection(answers, records),
    skillsSection(answers.rows, style),
    descriptionsSection(answers.rows),
    tokensSection(answers.rows),
    ...textSections(report),
    unreadSection(report),
  ].filter((section) => section !== undefined);
  yield* drawDocument({ title: `skillwright ${report.command}`, intro: drawIntro(report), sections }, report);
};

function onlyErrors(report: Report): Report {
  const subjects = report.subjects.map((subject) => ({
    ...subject,
    findings: subject.findings.filter(({ severity }) => severity === "error"),
  }));
  return { ...report, subjects };
}

function drawIntro(report: Report): Content {
  const { checked, errors, warnings, infos, suppressed, baselined, partial } = report.summary;
  const tiles = [
    ["checked", checked, checked === 1 ? "skill" : "skills", ""],
    ["errors", errors, errors === 1 ? "error" : "errors", "bad"],
    ["warnings", warnings, warnings === 1 ? "warning" : "warnings", "odd"],
    ["infos", infos, infos === 1 ? "note" : "notes", "note"],
    ["suppressed", suppressed, "suppressed", ""],
    ["baselined", baselined, "in the baseline", ""],
    ["partial", partial, "not read whole", "bad"],
  ] as const;
  const shown = tiles.filter(([, amount], at) => amount > 0 || at < 4);
  const sentences = [describeSuppressed(report.summary), describeSettings(report), ...controlsOf(report)];
  // It has no findings to count, and the matrix says what it found.
  if (report.command === "compat") return undefined;
  return markup`<p>${drawOutcome(report)} ${drawSummary(report, plainPaint)}.</p>
    <ul class="tiles">${shown.map(([key, amount, noun, tint]) => markup`<li data-count="${key}"><b class="${amount > 0 ? tint : ""}">${grouped(amount)}</b> ${noun}</li>`)}</ul>
    ${sentences.map((sentence) => (sentence === undefined ? undefined : markup`<p class="odd">${cut(sentence)}</p>`))}`;
}

function controlsOf(report: Report): readonly string[] {
  const data = dataOf(report, "check");
  return data && "controls" in data ? data.controls : [];
}

/** The fixes, and the patch of a dry run. */
function textSections(report: Report): readonly Section[] {
  const data = dataOf(report, "check") ?? dataOf(report, "lint");
  const { fixed = [], left = [], unparsed = [] } = data ?? {};
  const items = [
    ...fixed.map((fix) => ({ word: "fixed", ...fix })),
    ...left.map((fix) => ({ word: `not fixed (${fix.reason})`, ...fix })),
    ...unparsed.map(({ reason, ...file }) => ({ word: "not parsed", title: reason, ruleId: "", ...file })),
  ];
  const list = items.map(
    ({ word, title, path, file, ruleId }) =>
      markup`<li>${word}: ${cut(title)} <code>${cut(joinPath(path, file))}</code> <small>${ruleId}</small></li>`,
  );
  const patch = data && "patch" in data ? data.patch : "";
  return [
    ...(list.length > 0 ? [{ id: "fixes", title: "Fixes", pieces: [markup`<ul>${list}</ul>`] }] : []),
    ...(patch === "" ? [] : [{ id: "patch", title: "Patch", pieces: [markup`<pre>${lines(patch)}</pre>`] }]),
  ];
}

function unreadSection({ subjects, unread }: Report): Section | undefined {
  const all: readonly Unread[] = [
    ...subjects.flatMap(({ path, partial }) =>
      partial.map((each) => ({ ...each, path: joinPath(path, each.path) })),
    ),
    ...unread,
  ];
  if (all.length === 0) return undefined;
  const items = all.map(
    ({ path, reason }) => markup`<li data-unread="${path}"><code>${cut(path)}</code>: ${cut(reason)}</li>
    `,
  );
  return {
    id: "unread",
    title: "Not read",
    pieces: [
      markup`<p>${count(all.length, "path")} not read, so that nothing is known about what is there:</p><ul>${items}</ul>`,
    ],
  };
}
