import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { satisfies, validRange } from "semver";
import { describe, expect, it } from "vitest";
import { writtenSkill } from "../src/lint/written-skill.ts";
import type {
  Client,
  ClientVersion,
  LoadEffect,
  LoadInput,
  LoadOutcomeId,
  LoadResult,
} from "../src/model/loader.ts";
import { clients } from "../src/generated/clients.ts";
import { compareLoad } from "../src/targets/compare-load.ts";
import { answersFor } from "./support/answers-for.ts";
import { fixturesRoot } from "./support/fixtures.ts";
import { parsed } from "./support/parsed.ts";

/** A SKILL.md and the name of its directory. */
interface Case {
  readonly directory: string;
  readonly text: string;
}

/** What a released client did with a case. */
interface Live {
  readonly outcome: "loads" | "not-loaded";
  readonly name?: string;
  readonly description?: string;
  readonly body?: string;
  readonly hidden?: true;
}

const read = <T>(file: string): T =>
  JSON.parse(readFileSync(path.join(fixturesRoot, "clients", file), "utf8")) as T;
const cases = read<Readonly<Record<string, Case>>>("cases.json");
/** Outcomes in the words of the fact sheet: "ok", "REJ", or effects joined by "+". */
const executed = read<Readonly<Record<string, Readonly<Record<string, string>>>>>("executed.json");
const live = read<Readonly<Record<string, Readonly<Record<string, Live>>>>>("live.json");

const versions = clients.flatMap((client) => client.versions.map((version) => ({ client, version })));

it("has exact versions that are in their ranges", () => {
  const outside = versions.filter(
    ({ version: { version, versions: range } }) =>
      !validRange(range) || (range !== "*" && !satisfies(version, range)),
  );
  expect(outside.map(({ client, version }) => `${client.id}@${version.version}`)).toEqual([]);
  expect(versions.length).toBeGreaterThan(0);
});

it("answers for later versions with the newest record only", () => {
  const wrong = clients.flatMap(({ id, versions: recorded }) =>
    recorded
      .filter(({ versions: range }) => range !== "*")
      .filter(({ variant, version, versions: range }, at, all) =>
        all.findIndex((other) => other.variant === variant) === at
          ? !startsAt(id, range, version)
          : /[<>]/.test(range) && !range.includes("<"),
      )
      .map(({ version }) => `${id}@${version}`),
  );
  expect(wrong).toEqual([]);
});

/** The newest record begins with its version, or with an older one in fixtures/live that it reproduces as well. */
function startsAt(id: string, range: string, version: string): boolean {
  const [, start = ""] = /^>=(\S+)$/.exec(range) ?? [];
  return start === version || readdirSync(liveRoot).includes(`${id}@${start}.json`);
}

describe.each(Object.keys(executed))("executed: %s", (key) => {
  const found = findVersion(key);
  const played = Object.entries(executed[key]!).map(([name, recorded]) => {
    const { load, outcome, effects } = play(found!.version, cases[name]!);
    return { name, recorded, outcome, effects, hasBody: load.loads === true && load.body !== undefined };
  });
  it("has the recorded outcome in every case", () => {
    expect(
      played.filter(({ outcome, recorded, effects }) => outcome !== outcomeOf(recorded, effects)),
    ).toEqual([]);
  });
  it("has the recorded effects in every case", () => {
    const wrong = played.filter((each) => each.recorded !== "REJ" && contradicts(each));
    expect(wrong.map(({ name }) => name)).toEqual(Object.keys(knownEffects[key] ?? {}));
  });
});

describe.each(Object.keys(live))("live: %s", (key) => {
  const found = findVersion(key);
  it("has the recorded outcome, name, description and body in every case", () => {
    const wrong = Object.entries(live[key]!).flatMap(([name, recorded]) => {
      const shown = shownOf(play(found!.version, cases[name]!).load);
      return differs(shown, recorded) ? [{ name, shown, recorded }] : [];
    });
    expect(wrong).toEqual([]);
  });
});

interface LiveRecord {
  readonly client: string;
  readonly version: string;
  readonly cases: Readonly<Record<string, Live>>;
}

const liveRoot = path.join(fixturesRoot, "live");
const { cases: liveCases } = JSON.parse(readFileSync(path.join(liveRoot, "cases.json"), "utf8")) as {
  readonly cases: Readonly<
    Record<string, { readonly dir: string; readonly text?: string; readonly base64?: string }>
  >;
};

/** Cases in which a record differs from the released client, with the reason. */
const knownDifferences: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "claude-code": {
    body_basedir: "the body contains a path of the machine",
    body_command: "the body contains the output of a command",
  },
  openclaw: {
    meta_json: "hidden unless the programs that it requires are installed",
    meta_openclaw_bins: "hidden unless the programs that it requires are installed",
    meta_openclaw_os: "hidden on other operating systems",
  },
};

describe.each(readdirSync(liveRoot).filter((file) => file.includes("@")))("fixtures/live/%s", (file) => {
  const record = JSON.parse(readFileSync(path.join(liveRoot, file), "utf8")) as LiveRecord;
  const found = versions.find(
    ({ client, version }) => client.id === record.client && answersFor(version, record.version),
  );

  it("is reproduced in every case", () => {
    const wrong = Object.entries(record.cases).filter(([name, recorded]) => {
      const { dir, text, base64 } = liveCases[name]!;
      const bytes = base64 === undefined ? new TextEncoder().encode(text) : Buffer.from(base64, "base64");
      return differs(shownOf(found!.version.load!({ directory: dir, bytes })), recorded);
    });
    expect(wrong.map(([name]) => name).toSorted()).toEqual(
      Object.keys(knownDifferences[record.client] ?? {}).toSorted(),
    );
  });
});

/** Cases in which the effects of a record differ from the words of the fact sheet, with the reason. */
const knownEffects: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "letta-code": {
    meta_name_key: "the nested name replaces the name, but the model is shown the id: the directory's name",
  },
};

interface PlayedCase {
  readonly recorded: string;
  readonly effects: readonly LoadEffect[];
  readonly hasBody: boolean;
}

/**
 * Whether recorded words and effects exclude each other. The sheet says in one of four words that the description is
 * another one or lost, has warnings only where nothing else happens, and bodies only of some loaders.
 */
function contradicts({ recorded, effects, hasBody }: PlayedCase): boolean {
  const words = recorded === "ok" ? [] : recorded.split("+");
  const has = (...wanted: readonly string[]): boolean => words.some((word) => wanted.includes(word));
  const isHidden = effects.includes("hidden");
  const isOther = effects.includes("desc") || (effects.includes("nodesc") && !isHidden);
  return (
    words.some((word) => !known.has(word)) ||
    isOther !== has("desc", "NODESC", "NOMETA", "FALLBACK") ||
    isHidden !== has("HIDDEN") ||
    effects.includes("name") !== has("name") ||
    effects.includes("body") !== has("body") ||
    (hasBody && has("leak") && !effects.includes("leak"))
  );
}

const known = new Set(["WARN", "desc", "name", "body", "leak", "NODESC", "NOMETA", "FALLBACK", "HIDDEN"]);

/** The version for "id", "id@version" or "id/variant@version"; without a version, the newest. */
function findVersion(key: string): { client: Client; version: ClientVersion } | undefined {
  const [, id, variant, version] = /^([^/@]+)(?:\/([^@]+))?(?:@(.+))?$/.exec(key) ?? [];
  return versions.find(
    ({ client, version: each }) =>
      client.id === id &&
      (variant === undefined || each.variant === variant) &&
      (version === undefined || answersFor(each, version)),
  );
}

function play(version: ClientVersion, { directory, text }: Case) {
  const input: LoadInput = { directory, bytes: new TextEncoder().encode(text) };
  const load = version.load!(input);
  return { load, ...compareLoad(load, writtenSkill(parsed(text)), directory) };
}

function shownOf(load: LoadResult): Shown {
  if (load.loads !== true) return { outcome: load.loads === false ? "not-loaded" : "unknown" };
  const { name, description, listed, body, hidden } = load;
  // A surrogate without its other half is sent as U+FFFD.
  return { outcome: "loads", name, description: [description, listed?.toWellFormed()], body, hidden };
}

/** A skill without a description is hidden, too, but its author did not ask for that. */
function outcomeOf(recorded: string, effects: readonly string[]): LoadOutcomeId {
  if (recorded === "REJ") return "not-loaded";
  const isAsked = recorded === "HIDDEN" && !effects.includes("nodesc");
  return isAsked || recorded === "ok" || recorded === "WARN" ? "as-written" : "differs";
}

interface Shown {
  readonly outcome: string;
  readonly name?: string;
  readonly description?: readonly (string | undefined)[];
  readonly body?: string | undefined;
  readonly hidden?: boolean | undefined;
}

function differs(shown: Shown, recorded: Live): boolean {
  if (shown.outcome !== recorded.outcome) return true;
  if (recorded.outcome === "not-loaded") return false;
  return (
    (recorded.name !== undefined && shown.name !== recorded.name) ||
    (recorded.description !== undefined &&
      !shown.description!.some((each) => each?.trim() === recorded.description!.trim())) ||
    // A server that lists skills returns the body before the skill tool trims it.
    (recorded.body !== undefined &&
      !(shown.body ?? "").startsWith(recorded.body) &&
      shown.body !== recorded.body.trim()) ||
    (shown.hidden ?? false) !== (recorded.hidden ?? false)
  );
}

it("ignores how long a run of white space is, wherever it is in a long text", () => {
  const effectsOf = (description: string, written: string) =>
    compareLoad(
      { loads: true, name: "a", description },
      { name: "a", description: written, body: "", hasMetadata: false },
      "a",
    ).effects;
  for (let before = 1; before <= 300; before++) {
    const [head, tail] = ["b".repeat(before), "c".repeat(400)];
    expect(effectsOf(`${head} ${tail}`, `${head}   ${tail}`)).toEqual([]);
    expect(effectsOf(`${head}   ${tail}`, `${head} ${tail}`)).toEqual([]);
    expect(effectsOf(`${head}x${tail}`, `${head} ${tail}`)).toEqual(["desc"]);
  }
});
