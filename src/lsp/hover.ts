import { type Hover, type HoverParams, MarkupKind, type Range } from "vscode-languageserver/node";
import { fieldMeaning } from "../api/editor/fields.ts";
import { loadsOf, tokensIn } from "../api/editor/facts.ts";
import { holds, referenceAt } from "../api/editor/view.ts";
import { explain, listAllRules } from "../api/explain.ts";
import { groupBy } from "../core/group-by.ts";
import { count, grouped, series } from "../core/sentence.ts";
import type { ClientLoad } from "../model/client-load.ts";
import type { Field } from "../model/frontmatter.ts";
import type { LoadEffect } from "../model/loader.ts";
import type { ResolvedReference } from "../model/skill.ts";
import { describeEffect, describeListed, namesOf } from "../report/commands/load-words.ts";
import { escapeMarkdown } from "../report/drawing/markdown-table.ts";
import { type Cursor, cursorAt, rangeIn, wordAt } from "./cursor.ts";
import { isConfigUri } from "./places.ts";
import type { Server } from "./connection.ts";

/** What a field means and what clients do with its value, where a reference leads, or what a rule reports. */
export async function hover(params: HoverParams, server: Server): Promise<Hover | null> {
  const { uri } = params.textDocument;
  const rule = await ruleHover(params, server);
  if (rule || isConfigUri(uri)) return rule;
  const cursor = await cursorAt(params, server);
  if (!cursor) return null;
  const { view, offset } = cursor;
  const fields = Array.from(view.frontmatter?.fields.values() ?? []);
  const field = fields.find(
    ({ keyRange, valueRange }) =>
      holds(view.source, keyRange, offset) || holds(view.source, valueRange, offset),
  );
  if (field) return shown(await fieldText(field, cursor), rangeIn(cursor, field.keyRange));
  const reference = referenceAt(view, offset);
  return reference
    ? shown(referenceText(reference, cursor), rangeIn(cursor, reference.reference.range))
    : null;
}

function shown(value: string, range?: Range): Hover {
  return { contents: { kind: MarkupKind.Markdown, value }, ...(range && { range }) };
}

/** The page of a rule whose id is in a suppression or in a config. */
async function ruleHover(
  { textDocument: { uri }, position }: HoverParams,
  { documents }: Server,
): Promise<Hover | null> {
  const line = documents.get(uri)?.getText({
    start: { line: position.line, character: 0 },
    end: { line: position.line + 1, character: 0 },
  });
  if (line === undefined || !(isConfigUri(uri) || line.includes("skills-disable"))) return null;
  const word = wordAt(line, position.character);
  return listAllRules().some(({ id }) => id === word) ? shown(await rulePage(word)) : null;
}

/** What a rule reports, why, and what to do. */
export async function rulePage(id: string): Promise<string> {
  const { meta, bad } = await explain(id);
  const example = bad
    ? [`For example, in ${codeSpan(bad.name)}: ${bad.says.map((line) => codeSpan(line)).join("; ")}`]
    : [];
  return [`**${meta.id}** (${meta.severity})`, meta.summary, meta.why, meta.remedy, ...example].join("\n\n");
}

async function fieldText(field: Field, { file }: Cursor): Promise<string> {
  const { meaning, readers } = fieldMeaning(field.key);
  const loads = await loadsOf(file.source, file.project.options());
  const does = Array.from(
    groupBy(loads, (load) => describe(field.key, load)),
    ([what, clients]) => `- ${escapeMarkdown(namesOf(clients, loads))}: ${escapeMarkdown(what)}`,
  );
  return [
    `**${escapeMarkdown(field.key)}**: ${meaning ?? "Not a field of the specification."}`,
    ...(readers.length > 0 ? [`Read by ${escapeMarkdown(series(readers))}.`] : []),
    ...(does.length > 0 ? [`With this value:\n\n${does.join("\n")}`] : []),
  ].join("\n\n");
}

/** The effects that are about a field. */
function effectsOn(key: string): readonly LoadEffect[] {
  if (key === "name") return ["name"];
  return key === "description" ? ["desc", "nodesc"] : ["nometa", "hidden"];
}

function describe(key: string, load: ClientLoad): string {
  if (load.outcome === "unknown") return load.reasons[0] ?? "not known";
  if (load.outcome === "not-loaded") return `not loaded: ${load.reasons[0] ?? "not known why"}`;
  const wanted = effectsOn(key);
  const said = load.effects.flatMap((effect) =>
    wanted.includes(effect) ? describeEffect(effect, load) : [],
  );
  const listed = key === "description" ? describeListed(load) : "";
  const all = [...said, ...(listed === "" ? [] : [listed])];
  return all.length > 0 ? all.join("; ") : key === "name" || key === "description" ? "as written" : "kept";
}

function referenceText({ reference, resolution }: ResolvedReference, { file }: Cursor): string {
  const written = codeSpan(reference.target);
  if (resolution.status !== "found")
    return `${written} ${{ "wrong-case": "exists in another case", missing: "does not exist", escapes: "is outside the skill", absolute: "is an absolute path" }[resolution.status]}`;
  const { path } = resolution;
  const entry = file.source.list().entries.find((each) => each.path === path);
  const tokens = tokensIn(file.source, path);
  return [
    codeSpan(path),
    ...(entry?.kind === "file" ? [count(entry.size, "byte")] : [entry?.kind ?? "file"]),
    ...(tokens === undefined ? [] : [`about ${grouped(tokens)} tokens`]),
  ].join(", ");
}

/** Text of a skill as code: editors show no HTML, and nothing in it may be read as Markdown. */
function codeSpan(text: string): string {
  const line = text.replaceAll(/\s+/g, " ");
  const ticks = "`".repeat(1 + Math.max(0, ...Array.from(line.matchAll(/`+/g), ([run]) => run.length)));
  return `${ticks} ${line} ${ticks}`;
}
