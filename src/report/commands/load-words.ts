import { count, grouped, series } from "../../core/sentence.ts";
import { quote } from "../../core/show.ts";
import type { LoadEffect } from "../../model/loader.ts";
import type { ClientChange } from "../../model/reports/compat.ts";
import type { ClientLoad } from "../../model/client-load.ts";
import { clean } from "../drawing/width.ts";

/**
 * The clients of some answers; `asked` has all answers about the skill. Of a client with only some of its variants or
 * versions here, these are named, and so are versions that were asked for; with `versions`, all are.
 */
export function namesOf(
  loads: readonly ClientLoad[],
  asked: readonly ClientLoad[],
  versions = false,
): string {
  const names = loads.map((load) => {
    const same = asked.filter(({ client }) => client === load.client);
    const isWhole = same.every((each) => loads.some((other) => keyOf(other) === keyOf(each)));
    const isOneOf = same.some((each) => each.variant === load.variant && each.version !== load.version);
    const withVersion = versions
      ? load.evidence !== "documented"
      : load.versionAsked === true || (!isWhole && isOneOf);
    return [
      load.title,
      ...(load.variant !== undefined && (versions || !isWhole) ? [load.variant] : []),
      ...(withVersion ? [load.version] : []),
    ].join(" ");
  });
  return clean(series(Array.from(new Set(names))));
}

/** The client with its variant and version. */
export function keyOf({ client, variant, version }: ClientLoad): string {
  return JSON.stringify([client, variant, version]);
}

/** Why the skill is not loaded, or how it differs. */
export function describeLoad(load: ClientLoad): string {
  if (load.outcome !== "differs") return clean(load.reasons[0] ?? "");
  return clean(load.effects.flatMap((effect) => describeEffect(effect, load)).join("; "));
}

/** As `describeLoad`, without names and texts, so that many skills can be described the same way. */
export function describeLoadInShort(load: ClientLoad): string {
  if (load.outcome !== "differs") return clean(load.reasons[0] ?? "");
  return load.effects
    .flatMap((effect) =>
      effect === "desc"
        ? load.effects.includes("nodesc")
          ? []
          : [load.kept === undefined ? "another description" : cutAfter(load.kept)]
        : effect === "name"
          ? ["another name"]
          : describeEffect(effect, load),
    )
    .join(", ");
}

/** How a skill as loaded differs from the skill as written; empty for effects that others imply. */
export function describeEffect(
  effect: LoadEffect,
  { name, description, effects, kept }: Pick<ClientLoad, "name" | "description" | "effects" | "kept">,
): readonly string[] {
  const words: Readonly<Record<LoadEffect, string | undefined>> = {
    desc: effects.includes("nodesc")
      ? undefined
      : kept === undefined
        ? `description becomes ${quote(description ?? "", 60)}`
        : cutAfter(kept),
    name: `name becomes ${quote(name ?? "", 60)}`,
    body: "body is lost",
    leak: "frontmatter becomes part of the body",
    nodesc: "no description",
    nometa: "other fields are lost",
    fallback: "frontmatter is read without YAML",
    hidden: "hidden from the model",
    warn: undefined,
  };
  const word = words[effect];
  return word === undefined ? [] : [word];
}

function cutAfter(kept: number): string {
  return `description is cut after ${count(kept, "character")}`;
}

/** How much of the description the client's list of skills shows, if it is cut there; otherwise empty. */
export function describeListed(load: ClientLoad): string {
  const shown = shownOfDescription(load);
  return shown === undefined
    ? ""
    : `the list of skills shows the first ${count(shown, "character")} of its description`;
}

/** The number of UTF-16 units of the description that the client's list of skills shows, if its end is cut there. */
export function shownOfDescription({
  description,
  listed,
}: Pick<ClientLoad, "description" | "listed">): number | undefined {
  if (description === null || listed === null) return undefined;
  const shown = listed.replace(/(?:…|\.{3})$/, "");
  const isCut = shown.length < listed.length && shown.length < description.length;
  return isCut && description.startsWith(shown.trimEnd()) ? shown.length : undefined;
}

/** "4 of 6 lists of skills (many 22,182 → 40,419 characters)", for the answers and for the lists. */
export function describeChange({ answers, lists }: ClientChange): readonly string[] {
  const changed = lists.changed.map(
    ({ set, from, to }) => `${set} ${grouped(from)} → ${grouped(to)} characters`,
  );
  return [
    countChanged(answers.changed, answers.compared, "answers"),
    ...(lists.compared === 0 ? [] : [countChanged(changed, lists.compared, "lists of skills")]),
  ];
}

function countChanged(changed: readonly string[], compared: number, what: string): string {
  const names = changed.length === 0 ? "" : ` (${changed.join(", ")})`;
  return `${grouped(changed.length)} of ${grouped(compared)} ${what}${names}`;
}
