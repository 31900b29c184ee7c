import type { GraphedSkill, Spot } from "../core/graphed-skill.ts";
import { count, grouped } from "../core/sentence.ts";
import { estimateError } from "../core/token-counter.ts";
import { describeTokens, drawTree, figure } from "./graph-tree.ts";
import { atMost, type InspectStyle } from "./inspect-style.ts";
import { clean, cleanPath } from "./width.ts";

const shown = 20;

/** For people: of each skill the tree that begins with SKILL.md, what its sections cost, and what leads nowhere. */
export function graphText(skills: readonly GraphedSkill[], style: InspectStyle): string {
  return `${skills.map((skill) => drawSkill(skill, style).join("\n")).join("\n\n")}\n`;
}

function drawSkill(skill: GraphedSkill, style: InspectStyle): readonly string[] {
  const { paint } = style;
  const blocks = [drawTree(skill, style), drawSections(skill, style), drawBroken(skill, style), drawOrphans(skill, style), drawCycles(skill, style)];
  const capped = skill.capped ? ["", paint.severity.warning("There was too much to tell: edges are missing, and what nothing leads to is not known.")] : [];
  return [`${paint.bold(cleanPath(skill.path))}: ${describeFiles(skill)}`, ...capped, ...blocks.flatMap((lines) => (lines.length > 0 ? ["", ...lines] : []))];
}

function describeFiles({ files, counter }: GraphedSkill): string {
  const tokens = sum(files.map((file) => file.tokens ?? 0));
  return `${count(files.length, "file")}, ${grouped(sum(files.map(({ bytes }) => bytes)))} bytes, ${figure(tokens, counter)} tokens (${counter === "estimate" ? `estimated, ${estimateError}` : clean(counter)})`;
}

function drawSections({ sections, counter }: GraphedSkill, style: InspectStyle): readonly string[] {
  if (sections.length < 2) return [];
  const biggest = sections.reduce((most, { tokens }) => Math.max(most, tokens), 0);
  const lines = sections.map(({ title, level, line, tokens }) => {
    const text = `${figure(tokens, counter).padStart(9)}  ${"  ".repeat(Math.max(0, level - 1))}${clean(title, 80)}`;
    return `${tokens === biggest ? style.paint.bold(`${text} ← the most`) : text} ${style.paint.dim(`:${line}`)}`;
  });
  return [style.paint.bold("Tokens by section of SKILL.md"), ...atMost(lines, shown, "           ", style)];
}

function drawBroken({ broken, lostAnchors }: GraphedSkill, style: InspectStyle): readonly string[] {
  const { error } = style.paint.severity;
  const why = { missing: "names no file", "wrong-case": "has other capitals", escapes: "leads out of the skill", absolute: "is an absolute path" } as const;
  const lines = [
    ...broken.map(({ target, status, nearest, ...place }) => `  ${error(clean(target, 160))} ${why[status]} ${at(place, style)}${near(nearest)}`),
    ...lostAnchors.map(({ fragment, to, nearest, ...place }) => `  ${error(`#${clean(fragment, 160)}`)} is no section of ${clean(to)} ${at(place, style)}${near(nearest === undefined ? undefined : `#${nearest}`)}`),
  ];
  return lines.length === 0 ? [] : [style.paint.bold(`Broken (${grouped(lines.length)})`), ...atMost(lines, shown, "  ", style)];
}

function drawOrphans({ orphans, files, counter }: GraphedSkill, style: InspectStyle): readonly string[] {
  const tokens = new Map(files.map((file) => [file.path, file.tokens]));
  const lines = orphans.map((path) => `  ${style.paint.severity.warning(clean(path))}${describeTokens(tokens.get(path), counter)}`);
  return lines.length === 0 ? [] : [style.paint.bold(`Nothing leads to (${grouped(lines.length)})`), ...atMost(lines, shown, "  ", style)];
}

function drawCycles({ cycles }: GraphedSkill, style: InspectStyle): readonly string[] {
  const lines = cycles.map((cycle) => `  ${[...cycle.slice(0, 6), ...(cycle.length > 6 ? [`… ${cycle.at(-1)}`] : [])].map((path) => clean(path)).join(" → ")}`);
  return lines.length === 0 ? [] : [style.paint.bold(`Circles (${grouped(lines.length)})`), ...atMost(lines, shown, "  ", style)];
}

function at({ from, line }: Spot, { paint }: InspectStyle): string {
  return paint.dim(`(${clean(from)}:${line})`);
}

function near(nearest: string | undefined): string {
  return nearest === undefined ? "" : `; the nearest is ${clean(nearest, 160)}`;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
