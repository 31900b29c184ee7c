import { count, grouped } from "../../core/sentence.ts";
import type { Report, Subject } from "../../model/report.ts";
import { estimateError, figure } from "../../model/token-counter.ts";
import { chaptersOf } from "../../model/token-sections.ts";
import type {
  BrokenReference,
  GraphedEdge,
  GraphedFile,
  SkillGraph,
  Spot,
} from "../../model/reports/graph.ts";
import { wrapHanging } from "../drawing/text-wrap.ts";
import { widthOf } from "../../core/text-width.ts";
import { clean, cleanPath } from "../drawing/width.ts";
import { drawUnread, nameSubject } from "../formats/text-subject.ts";
import { atMost, type PageStyle } from "./page-style.ts";

/** What is wrong with a reference. */
export const brokenWords: Readonly<Record<BrokenReference["status"], string>> = {
  missing: "does not exist",
  "wrong-case": "differs in case from a file",
  escapes: "points outside the skill",
  absolute: "is an absolute path",
};

const shown = 20;

/** Text output for each skill: unread files, the tree from SKILL.md, tokens by section, and broken references. */
export function graphText(
  { subjects, unread }: Pick<Report, "subjects" | "unread">,
  skills: readonly SkillGraph[],
  style: PageStyle,
): string {
  const bySubject = new Map(subjects.map((subject) => [subject.path, subject]));
  const blocks = [
    ...skills.map((skill) => drawSkill(skill, bySubject.get(skill.path), style)),
    drawUnread(unread, "", style.paint),
  ];
  return `${blocks.flatMap((lines) => (lines.length > 0 ? [lines.join("\n")] : [])).join("\n\n")}\n`;
}

function drawSkill(skill: SkillGraph, subject: Subject | undefined, style: PageStyle): readonly string[] {
  const { paint } = style;
  const blocks = [
    drawUnread(subject?.partial ?? [], "", paint),
    drawTree(skill, style),
    drawSections(skill, style),
    drawBroken(skill, style),
    drawOrphans(skill, style),
    drawCycles(skill, style),
  ];
  const capped = skill.capped
    ? [
        "",
        paint.severity.warning(
          "The skill has too many references to follow: some are missing here, and unreachable files are not listed.",
        ),
      ]
    : [];
  return [
    ...wrapHanging(`${paint.bold(nameSubject(skill.path))}: ${describeFiles(skill)}`, style.width, 2),
    ...capped,
    ...blocks.flatMap((lines) => (lines.length > 0 ? ["", ...lines] : [])),
  ];
}

function describeFiles({ files, counter }: SkillGraph): string {
  const tokens = sum(files.map((file) => file.tokens ?? 0));
  return `${count(files.length, "file")}, ${count(sum(files.map(({ bytes }) => bytes)), "byte")}${describeTokens(tokens, counter)} (${counter === "estimate" ? `estimated, ${estimateError}` : clean(counter)})`;
}

function drawSections({ sections, counter }: SkillGraph, style: PageStyle): readonly string[] {
  if (sections.length < 2) return [];
  const chapters = chaptersOf(sections);
  const biggest = chapters.reduce((most, { total }) => Math.max(most, total), 0);
  const lines = sections.map((section) => {
    const { title, level, line, total } = section;
    const text = `${figure(total, counter).padStart(9)}  ${"  ".repeat(Math.max(0, level - 1))}${clean(title, 80)}`;
    return `${total === biggest && chapters.includes(section) ? style.paint.bold(`${text} ← largest`) : text} ${style.paint.dim(`:${line}`)}`;
  });
  return [
    style.paint.bold("Tokens by section of SKILL.md, including subsections"),
    ...atMost(lines, shown, "           ", style),
  ];
}

function drawBroken({ broken, lostAnchors }: SkillGraph, style: PageStyle): readonly string[] {
  const { error } = style.paint.severity;
  const lines = [
    ...broken.map(
      ({ target, status, nearest, ...place }) =>
        `${error(clean(target, 160))} ${brokenWords[status]} ${at(place, style)}${near(nearest)}`,
    ),
    ...lostAnchors.map(
      ({ fragment, to, nearest, ...place }) =>
        `${error(`#${clean(fragment, 160)}`)} matches no heading in ${clean(to)} ${at(place, style)}${near(nearest === undefined ? undefined : `#${nearest}`)}`,
    ),
  ];
  return lines.length === 0
    ? []
    : [
        style.paint.bold(`Broken (${grouped(lines.length)})`),
        ...atMost(
          lines.map((line) =>
            wrapHanging(line, style.width - 2, 2)
              .map((each) => `  ${each}`)
              .join("\n"),
          ),
          shown,
          "  ",
          style,
        ),
      ];
}

function drawOrphans({ orphans, files, counter }: SkillGraph, style: PageStyle): readonly string[] {
  const tokens = new Map(files.map((file) => [file.path, file.tokens]));
  const lines = orphans.map(
    (path) => `  ${style.paint.severity.warning(clean(path))}${describeTokens(tokens.get(path), counter)}`,
  );
  return lines.length === 0
    ? []
    : [
        style.paint.bold(`Not reachable from SKILL.md (${grouped(lines.length)})`),
        ...atMost(lines, shown, "  ", style),
      ];
}

function drawCycles({ cycles }: SkillGraph, style: PageStyle): readonly string[] {
  const lines = cycles.map(
    (cycle) =>
      `  ${[...cycle.slice(0, 6), ...(cycle.length > 6 ? [`… ${cycle.at(-1)}`] : [])].map((path) => clean(path)).join(" → ")}`,
  );
  return lines.length === 0
    ? []
    : [style.paint.bold(`Cycles (${grouped(lines.length)})`), ...atMost(lines, shown, "  ", style)];
}

function at({ from, line }: Spot, { paint }: PageStyle): string {
  return paint.dim(`(${clean(from)}:${line})`);
}

function near(nearest: string | undefined): string {
  return nearest === undefined ? "" : `; did you mean ${clean(nearest, 160)}?`;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

const shownLines = 100;

/** Maximum indentation of the tree, in levels. */
const deepest = 12;

/** Renders every reachable file once, below the first file on the shortest path to it, with the kind of reference. */
function drawTree({ files, edges, counter }: SkillGraph, style: PageStyle): readonly string[] {
  const start = files.find(({ depth }) => depth === 0);
  if (!start) return [];
  const byPath = new Map(files.map((file) => [file.path, file]));
  const below = childrenOf(edges, byPath);
  const lines = [`${cleanPath(start.path)}${describeTokens(start.tokens, counter)}`];
  const stack = level(below.get(start.path), "");
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { edge, indent, last } = next;
    const file = byPath.get(edge.to)!;
    const place = edge.kind === "directory" ? "directory" : `${edge.kind}, :${edge.line}`;
    const cost = describeTokens(file.tokens, counter);
    const branch = `${indent}${last ? "└─ " : "├─ "}${clean(edge.to)}`;
    const fits = widthOf(branch) + 1 + place.length + 2 + cost.length <= style.width;
    lines.push(
      `${branch}${fits ? " " : `\n${indent}${last ? "   " : "│  "}  `}${style.paint.dim(`(${place})`)}${cost}`,
    );
    stack.push(
      ...level(below.get(edge.to), (file.depth ?? 0) > deepest ? indent : `${indent}${last ? "   " : "│  "}`),
    );
  }
  return atMost(lines, shownLines, "", style);
}

interface Step {
  readonly edge: GraphedEdge;
  readonly indent: string;
  readonly last: boolean;
}

/** The rows of a level, in reverse order for a stack. */
function level(edges: readonly GraphedEdge[] = [], indent: string): Step[] {
  return edges.map((edge, index) => ({ edge, indent, last: index === edges.length - 1 })).reverse();
}

function childrenOf(
  edges: readonly GraphedEdge[],
  files: ReadonlyMap<string, GraphedFile>,
): ReadonlyMap<string, readonly GraphedEdge[]> {
  const placed = new Set<string>();
  const children = new Map<string, GraphedEdge[]>();
  for (const edge of edges) {
    if (placed.has(edge.to) || files.get(edge.to)?.depth !== (files.get(edge.from)?.depth ?? 0) + 1) continue;
    placed.add(edge.to);
    const known = children.get(edge.from);
    if (known) known.push(edge);
    else children.set(edge.from, [edge]);
  }
  return children;
}

/** The tokens of a file; empty if it is not text. */
function describeTokens(tokens: number | undefined, counter: string): string {
  return tokens === undefined ? "" : `, ${figure(tokens, counter)} token${tokens === 1 ? "" : "s"}`;
}
