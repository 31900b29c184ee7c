import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { clients } from "../src/generated/clients.ts";
import { answersFor } from "./support/answers-for.ts";

interface Outcome {
  readonly body?: string;
  readonly description?: string;
  readonly hidden?: true;
  readonly name?: string;
  readonly outcome: string;
}

interface Catalogs {
  readonly client: string;
  readonly sets: Readonly<Record<string, { readonly length: number; readonly text: string }>>;
  readonly version: string;
}

interface LiveRecord {
  readonly cases: Readonly<Record<string, Outcome>>;
  readonly client: string;
  readonly date: string;
  readonly how: string;
  readonly version: string;
}

interface Driver {
  readonly id: string;
  readonly packages: Readonly<Record<string, string>>;
  readonly how: string;
  readonly slow?: true;
  readonly play?: (stage: ReturnType<typeof deadStage>, plays: readonly Play[]) => Promise<unknown>;
}

interface Play {
  readonly case: string;
  readonly dir: string;
  readonly text: string;
  readonly project: string;
  readonly home: string;
}

const fixtures = new URL("../fixtures/live/", import.meta.url);
const driverFolder = new URL("../live/clients/", import.meta.url);
const textOf = (file: string) => readFileSync(new URL(file, fixtures), "utf8");
const {
  cases,
  core,
}: { readonly cases: Readonly<Record<string, unknown>>; readonly core: readonly string[] } = JSON.parse(
  textOf("cases.json"),
);
const records = readdirSync(fixtures).filter((file) => file.includes("@"));
const catalogs = readdirSync(new URL("catalogs/", fixtures));

/** What was recorded before, with other programs: by client, variant and version. */
const earlier: Readonly<Record<string, Readonly<Record<string, Outcome>>>> = JSON.parse(
  readFileSync(new URL("../clients/live.json", fixtures), "utf8"),
);

const machinePath = /(?<![\w.])\/(?:tmp|home|root|Users)\/|127\.0\.0\.1|localhost:\d/;
const { setNames }: { readonly setNames: readonly string[] } = await import(
  new URL("../live/sets.js", import.meta.url).href
);

const { compareRecords } = (await import(new URL("../live/record.js", import.meta.url).href)) as {
  readonly compareRecords: (
    before: object,
    after: object,
  ) => { readonly asked: number; readonly compared: number; readonly changes: readonly string[] };
};

async function importDriver(id: string): Promise<Driver> {
  const { default: driver } = await import(new URL(`${id}.js`, driverFolder).href);
  return driver;
}

const drivers = await Promise.all(
  readdirSync(driverFolder).map((file) => importDriver(file.replace(/\.js$/, ""))),
);

it("has a record of the version that each driver pins, and others only of versions that a client's record covers", () => {
  const pinned = drivers.map(({ id, packages }) => `${id}@${Object.values(packages)[0]}.json`);
  expect(pinned.filter((file) => !records.includes(file))).toEqual([]);
  const others = records.filter((file) => {
    const [id, version = ""] = file.replace(/\.json$/, "").split("@");
    return !clients.some(
      (client) => client.id === id && client.versions.some((each) => answersFor(each, version)),
    );
  });
  expect(others).toEqual([]);
});

const started = (program: string, words: readonly string[]) =>
  spawnSync(process.execPath, [fileURLToPath(new URL(`../live/${program}.js`, import.meta.url)), ...words], {
    encoding: "utf8",
  });

it.each([
  ["install", [], "no --client; one of claude-code, "],
  ["install", ["--client", "other"], 'unknown client "other"; one of claude-code, '],
  ["run", [], "no --client; one of claude-code, "],
  ["run", ["--client", "codex,other"], 'unknown client "other"; one of claude-code, '],
  ["doctor", ["--client", "other"], 'unknown client "other"; one of claude-code, '],
])("lists the clients: live/%s.js %j", (program, words, message) => {
  const { status, stderr } = started(program, words);
  expect([status, stderr.startsWith(message), stderr.split("\n").length]).toEqual([2, true, 2]);
});

it.each(["arguments", "bodies", "doctor", "install", "run"])("prints the help of live/%s.js", (program) => {
  const { status, stdout, stderr } = started(program, ["--help"]);
  expect([status, stderr]).toEqual([0, ""]);
  expect(stdout).toContain("--node PATH");
  const wrong = started(program, ["--clint", "codex"]);
  expect([wrong.status, wrong.stdout]).toEqual([2, ""]);
  expect(wrong.stderr).toContain(`Unknown option '--clint'`);
});

it("compares cases and sets of skills, and says how many it could compare", () => {
  const loads = { outcome: "loads" };
  expect(compareRecords({}, { cases: { a: loads } })).toEqual({ asked: 1, compared: 0, changes: [] });
  const long = { length: 1000, text: "x".repeat(1000) };
  const other = { ...long, text: `${"x".repeat(900)}${"y".repeat(100)}` };
  const { asked, compared, changes } = compareRecords(
    { sets: { a: loads, long } },
    { sets: { a: loads, long: other, more: loads } },
  );
  expect([asked, compared, changes.length]).toEqual([3, 2, 1]);
  expect(changes[0]).toMatch(/^long\n {2}- …x{200}"\}… \(\d+ characters\)\n {2}\+ …x{100}y{100}"\}…/);
});

it("pins exact versions", () => {
  const versions = drivers.flatMap(({ packages }) => Object.values(packages));
  expect(versions.filter((version) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
});

/** A stage on which nothing starts, as if the client were not installed or its time were over. */
function deadStage() {
  const dead = { stdout: "", stderr: "cannot start", status: null };
  return {
    installed: (path: string) => path,
    node: "node",
    run: () => Promise.resolve(dead),
    converse: () => ({ url: "http://model.invalid", requests: [] }),
    each: async (plays: readonly Play[], one: (play: Play) => Promise<Outcome>) => {
      for (const play of plays) await one(play);
    },
  };
}

it.each(drivers.filter(({ play }) => play))(
  "reports that $id did not start, instead of skills that do not load",
  async ({ play }) => {
    const folder = mkdtempSync(path.join(tmpdir(), "live-records-"));
    const project = path.join(folder, "project");
    mkdirSync(project);
    const staged = { case: "baseline", dir: "my-skill", text: "", project, home: path.join(folder, "home") };
    mkdirSync(staged.home);
    try {
      await expect(play?.(deadStage(), [staged])).rejects.toThrow(/./);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);

describe.each(records)("%s", (file) => {
  const text = textOf(file);
  const record: LiveRecord = JSON.parse(text);

  it("is named after its client and version", () => {
    expect(`${record.client}@${record.version}.json`).toBe(file);
    expect(record.date).toMatch(/^\d{4}-\d\d-\d\d$/);
  });

  it("has every case, or the core of them, in alphabetical order, each on a line", () => {
    const names = Object.keys(record.cases);
    const isSlow = drivers.some(({ id, slow }) => id === record.client && slow);
    const expected = isSlow && names.length === core.length ? core : Object.keys(cases);
    expect(names).toEqual([...expected].sort());
    expect(text.split("\n").length).toBe(names.length + 9);
  });

  it("says of each case whether the skill loads, with only the known fields", () => {
    const known = ["body", "description", "hidden", "name", "outcome", "said", "shown"];
    for (const outcome of Object.values(record.cases)) {
      expect(["loads", "not-loaded"]).toContain(outcome.outcome);
      expect(Object.keys(outcome).filter((key) => !known.includes(key))).toEqual([]);
      expect(outcome.outcome === "loads" && !("name" in outcome)).toBe(false);
    }
  });

  it("contains no paths of the machine that recorded it", () => {
    expect(text.match(machinePath)).toBeNull();
  });
});

/** White space at the end was not recorded before, nor more than the start of a long body. */
function comparable({ outcome, name, description, hidden }: Outcome): unknown {
  return { outcome, name, hidden, description: description?.trimEnd() };
}

const fileOf = (recorded: string): string => `${recorded.replace(/\/\w+@/, "@")}.json`;
const replayed = Object.keys(earlier).filter((recorded) => records.includes(fileOf(recorded)));

it("compares most earlier answers with a record", () => {
  expect(replayed.length).toBeGreaterThanOrEqual(12);
});

describe.each(replayed)("%s", (recorded) => {
  const outcomes = Object.entries(earlier[recorded] ?? {});

  it("loads the same as when it was recorded before", () => {
    const record: LiveRecord = JSON.parse(textOf(fileOf(recorded)));
    for (const [name, outcome] of outcomes) {
      const now = record.cases[name];
      expect([name, now && comparable(now)]).toEqual([name, comparable(outcome)]);
      expect([name, now?.body?.trim().startsWith(outcome.body?.trim() ?? "") ?? true]).toEqual([name, true]);
    }
  });
});

describe.each(catalogs)("catalogs/%s", (file) => {
  const text = textOf(`catalogs/${file}`);
  const record: Catalogs = JSON.parse(text);

  it("is named after a record", () => {
    expect(`${record.client}@${record.version}.json`).toBe(file);
    expect(records).toContain(file);
  });

  it("accounts for every character that the client shows", () => {
    expect(Object.keys(record.sets)).toEqual([...setNames]);
    for (const { length, text } of Object.values(record.sets)) {
      const replaced = Array.from(text.matchAll(/\{\{[\w -]+:(\d+)(?: spaces)?\}\}/g));
      const shown = replaced.reduce(
        (sum, [marker, units]) => sum + Number(units) - marker.length,
        text.length,
      );
      expect(shown).toBe(length);
    }
  });

  it("contains no paths of the machine that recorded it", () => {
    expect(text.match(machinePath)).toBeNull();
  });
});
