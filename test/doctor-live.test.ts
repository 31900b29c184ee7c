import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { doctor } from "../src/api/doctor/doctor.ts";
import { groupBy } from "../src/core/group-by.ts";
import type { DoctorSkill } from "../src/model/reports/doctor.ts";
import { fixturesRoot } from "./support/fixtures.ts";

interface Home {
  readonly project: string;
  readonly workingDirectories: readonly string[];
  writeHome(home: string): void;
  marksIn(text: string): readonly string[];
}

const { project, workingDirectories, writeHome, marksIn } = (await import(
  new URL("../live/doctor-home.js", import.meta.url).href
)) as Home;

/** What live/doctor.js recorded: by client and working directory, the marks or names that the model was shown. */
const recorded = (
  JSON.parse(readFileSync(path.join(fixturesRoot, "live/doctor.json"), "utf8")) as {
    readonly clients: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
  }
).clients;

let home = "";
beforeAll(() => {
  home = mkdtempSync(path.join(tmpdir(), "doctor-live-"));
  writeHome(home);
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

const asked = Object.entries(recorded).flatMap(([client, answers]) =>
  Object.entries(answers).map(([directory, shown]) => ({ client, directory, shown })),
);

describe.each(asked)("$client in $directory", ({ client, directory, shown }) => {
  it("shows the model what doctor says that it does", () => {
    const cwd = path.join(home, project, directory);
    const skills = doctor({ clients: [client], cwd, env: { HOME: home, USERPROFILE: home } }).data!
      .clients[0]!.skills;
    const isNames = shown.every((each) => !/^\d{3}(?::\d+)?$/.test(each));
    const shownOf = (skill: DoctorSkill): string =>
      isNames ? skill.name : marksIn(textOf(skill, cwd)).join();
    const sure = skills.filter(({ state }) => showing.has(state)).map(shownOf);
    // Of skills of which any may load, one does.
    const unsure = Array.from(
      groupBy(
        skills.filter(({ state }) => state === "unspecified"),
        ({ name }) => name,
      ).values(),
    ).map((same) => same.map(shownOf));
    const chosen = unsure.map((same) => shown.find((each) => same.includes(each)) ?? same.join(" or "));
    expect([...sure, ...chosen].toSorted()).toEqual(shown);
  });
});

const showing: ReadonlySet<DoctorSkill["state"]> = new Set(["cut", "differs", "loads"]);

/** The description that the model is shown. */
function textOf({ path: file, state, shown, description }: DoctorSkill, cwd: string): string {
  if (state === "cut") return shown ?? "";
  if (description !== undefined) return description;
  const absolute = file.startsWith("~/") ? path.join(home, file.slice(2)) : path.join(cwd, file);
  return readFileSync(absolute, "utf8");
}

it("asked every client in every working directory", () => {
  expect(Object.keys(recorded).length).toBeGreaterThanOrEqual(11);
  for (const answers of Object.values(recorded)) expect(Object.keys(answers)).toEqual(workingDirectories);
});
