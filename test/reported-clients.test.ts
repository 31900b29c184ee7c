import { describe, expect, it } from "vitest";
import { lint } from "../src/api/lint/lint.ts";
import { clients } from "../src/generated/clients.ts";
import type { CheckData } from "../src/model/reports/check.ts";
import type { Report } from "../src/model/report.ts";
import { runSkills } from "./support/io.ts";
import { makeTree, skillMd } from "./support/tree.ts";

/** A skill that Mux does not load, for which the common clients have only a note. */
const hint = skillMd("hint").replace("\n---\n\n", "\nargument-hint: [file]\n---\n\n");
const forOpenClaw = skillMd("claw").replace(
  "\n---\n\n",
  "\nmetadata:\n  openclaw:\n    requires:\n      os: [linux]\n---\n\n",
);

const configured = (words: string) => ({ "skills.config.yaml": `clients: ${words}\n` });

async function read(args: readonly string[], cwd: string): Promise<Report<CheckData>> {
  const { stdout } = await runSkills([...args, "--format", "json", "."], { cwd });
  return JSON.parse(stdout) as Report<CheckData>;
}

const idsIn = ({ subjects }: Report): readonly string[] => Object.keys(subjects[0]?.loads ?? {});

const severityOf = ({ subjects }: Report, rule: string) =>
  subjects.flatMap(({ findings }) => findings).find(({ ruleId }) => ruleId === rule)?.severity;

describe("the clients of the config", () => {
  it("are reported instead of the common ones", async () => {
    const cwd = makeTree({ "ok/SKILL.md": skillMd("ok"), ...configured("[claude-code, codex]") });
    expect(idsIn(await read(["check"], cwd))).toEqual(["claude-code", "codex"]);
    expect(idsIn(await read(["lint"], cwd))).toEqual(["claude-code", "codex"]);
    const { data } = await read(["check", "--jobs", "2"], cwd);
    expect(data?.skills.flatMap(({ loads }) => loads.map(({ client }) => client))).toEqual([
      "claude-code",
      "codex",
    ]);
  });

  it("give way to --client", async () => {
    const cwd = makeTree({ "ok/SKILL.md": skillMd("ok"), ...configured("codex") });
    expect(idsIn(await read(["lint", "--client", "pi,goose"], cwd)).toSorted()).toEqual(["goose", "pi"]);
    const common = idsIn(await read(["lint", "--no-config"], cwd));
    expect(idsIn(await read(["lint", "--client", "common"], cwd))).toEqual(common);
    expect(idsIn(await read(["lint", "--client", "all"], cwd)).length).toBeGreaterThan(common.length);
  });

  it("are reported beside clients among the targets", async () => {
    const cwd = makeTree({ "hint/SKILL.md": hint, ...configured("codex") });
    const report = await read(["lint", "--target", "spec,mux"], cwd);
    expect(idsIn(report)).toEqual(["codex", "mux"]);
    expect(severityOf(report, "frontmatter-flow")).toBe("error");
  });

  it("make a loss a warning, not an error", async () => {
    const cwd = makeTree({ "hint/SKILL.md": hint });
    expect(severityOf(await read(["lint", "--client", "codex"], cwd), "frontmatter-flow")).toBe("info");
    expect(severityOf(await read(["lint", "--client", "mux"], cwd), "frontmatter-flow")).toBe("warning");
  });

  it("are shown by --print-config with their origin", async () => {
    const cwd = makeTree({ "ok/SKILL.md": skillMd("ok"), ...configured('["codex >=0.100"]') });
    const { stdout } = await runSkills(["lint", "--print-config", "ok"], { cwd });
    expect(JSON.parse(stdout)).toMatchObject({
      clients: { value: ["codex >=0.100"], from: "skills.config.yaml:1:10" },
    });
  });

  it("are an option of the library", async () => {
    const cwd = makeTree({ "ok/SKILL.md": skillMd("ok") });
    const { report } = await lint({ paths: ["."], cwd, clients: ["opencode"] });
    expect(idsIn(report)).toEqual(["opencode"]);
  });
});

it("loads a skill as every recorded version in a range", async () => {
  const older = clients.find(
    ({ versions }) =>
      new Set(versions.map(({ variant }) => variant)).size === 1 &&
      versions.filter(({ versions: range }) => range !== "*").length > 1,
  )!;
  const cwd = makeTree({ "ok/SKILL.md": skillMd("ok"), ...configured(`["${older.id} >=0"]`) });
  const { data } = await read(["check"], cwd);
  const versions = data?.skills[0]?.loads.map(({ version }) => version);
  expect(versions?.length).toBeGreaterThan(1);
  expect(versions).toEqual(
    older.versions.filter(({ versions: range }) => range !== "*").map(({ version }) => version),
  );
});

describe("the version that does not load a skill", () => {
  /** Qwen Code reads the comment as part of the name up to 0.15.10. */
  const files = {
    "late/SKILL.md": skillMd("late").replace("name: late", "name: late # of names"),
    ...configured('["qwen-code >=0.1", codex]'),
  };

  it.each([
    ["check", ["(not loaded by Qwen Code 0.15.10)", "Codex CLI and Qwen Code 0.24.4"]],
    ["lint", ["(not loaded by Qwen Code 0.15.10)", "late: not loaded by Qwen Code 0.15.10; accepted"]],
    ["lint --summary", ["not loaded by Qwen Code 0.15.10"]],
    ["lint --format github", ["%0Anot loaded by Qwen Code 0.15.10"]],
    [
      "lint --format markdown --target qwen-code",
      ["| Qwen Code 0.15.10 |", "(not loaded by Qwen Code 0.15.10)"],
    ],
  ])("is named by %s if a range was asked for", async (command, texts) => {
    const { stdout } = await runSkills([...command.split(" "), "."], { cwd: makeTree(files) });
    for (const text of texts) expect(stdout).toContain(text);
  });

  it("is not named if no version was asked for", async () => {
    const cwd = makeTree({ ...files, "late/SKILL.md": skillMd("late", "").replace("late", "x: y") });
    const ask = async (command: string, words: string) =>
      (await runSkills([command, "--client", words, "."], { cwd })).stdout;
    for (const command of ["check", "lint"]) {
      expect(await ask(command, "qwen-code,cline")).toMatch(/not loaded by.*Cline/);
      expect(await ask(command, "qwen-code,cline")).not.toMatch(/\d\.\d+\.\d/);
      expect(await ask(command, "cline/cli@3.0.65")).toContain("Cline 3.0.65");
    }
  });

  it("is in the JSON of check and lint", async () => {
    const report = await read(["check"], makeTree(files));
    expect(report.subjects[0]?.findings.map(({ refusedVersions }) => refusedVersions)).toEqual([
      { "qwen-code": ["0.15.10"] },
    ]);
    expect(report.data?.skills[0]?.loads.map(({ client, versionAsked }) => [client, versionAsked])).toEqual([
      ["codex", undefined],
      ["qwen-code", true],
      ["qwen-code", true],
    ]);
  });
});

describe("a client that cannot be reported", () => {
  it.each([
    ["claude-cod", /skills\.config\.yaml:1:10: unknown client "claude-cod"; did you mean "claude-code"\?/],
    ["zzzzzzzz", /unknown client "zzzzzzzz"; run `skills clients` for the list/],
    ['"codex@"', /"codex@" is not a client; write an id, possibly with a range/],
    ['"codex <0.0.1"', /no record of version "<0\.0\.1" of "codex"; recorded: >=0/],
    ['"codex x y"', /"x y" is not a range of versions/],
  ])("%s is bad usage", async (words, message) => {
    const cwd = makeTree({ "ok/SKILL.md": skillMd("ok"), ...configured(words) });
    const { code, stderr } = await runSkills(["lint", "."], { cwd });
    expect(stderr).toMatch(message);
    expect(code).toBe(2);
  });
});

describe("a rule about one client", () => {
  it("runs if no client was chosen or that one was", async () => {
    const cwd = makeTree({ "claw/SKILL.md": forOpenClaw });
    const find = async (...args: readonly string[]) =>
      severityOf(await read(["lint", ...args], cwd), "openclaw-metadata");
    expect(await find()).toBeDefined();
    expect(await find("--client", "codex,openclaw")).toBeDefined();
    expect(await find("--client", "codex", "--target", "spec,openclaw")).toBeDefined();
    expect(await find("--client", "codex")).toBeUndefined();
  });

  it("has no unused suppressions where it did not run", async () => {
    const cwd = makeTree({
      "claw/SKILL.md": `${skillMd("claw")}\n<!-- skills-disable openclaw-metadata -- checked by hand -->\n`,
    });
    expect(severityOf(await read(["lint"], cwd), "suppression-unused")).toBeDefined();
    expect(severityOf(await read(["lint", "--client", "codex"], cwd), "suppression-unused")).toBeUndefined();
  });
});
