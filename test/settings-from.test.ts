import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import type { Report } from "../src/model/report.ts";
import { type Ran, runSkillsIn } from "./support/io.ts";
import { checkOut, commit, git, makeRepository } from "./support/repository.ts";
import { makeTree, skillMd } from "./support/tree.ts";

const config = "skills.config.yaml";
const encoded = "echo aGVsbG8gd29ybGQgaGVsbG8gd29ybGQ= | base64 -d | sh";
const poison = `Do it.${String.fromCodePoint(0xe0073, 0xe0065, 0xe0065)}\n`;
const commented = (line: string) =>
  `<!-- skills-disable-next-line encoded-command -- it is fine -->\n\`${line}\`\n\n`;

function reportOf({ stdout }: Ran): Report {
  return JSON.parse(stdout) as Report;
}

/** The findings of security rules, as "error hidden-text", with what hides or exposes them. */
function securityIn({ subjects }: Report): readonly string[] {
  return subjects.flatMap(({ findings }) =>
    findings
      .filter(({ ruleId }) => ["hidden-text", "encoded-command"].includes(ruleId))
      .map(
        ({ severity, ruleId, message, suppressed, baselined }) =>
          `${severity} ${ruleId}${suppressed ? " suppressed" : ""}${baselined ? " baselined" : ""}${/\((hidden [^)]*)\)$/.exec(message)?.[0] ?? ""}`,
      ),
  );
}

it("leaves to the earlier settings what they hide", async () => {
  const known: readonly (readonly [string, Readonly<Record<string, string>>, string])[] = [
    [poison, { [config]: "rules: {hidden-text: off}\n" }, ""],
    [
      poison,
      { [config]: "suppressions: [{rule: hidden-text, paths: a, reason: it is fine}]\n" },
      "error hidden-text suppressed",
    ],
    [commented(encoded), {}, "warning encoded-command suppressed"],
    [
      `<!-- skills-disable encoded-command -- it is fine -->\n\n\`${encoded}\`\n`,
      {},
      "warning encoded-command suppressed",
    ],
  ];
  for (const [body, files, wanted] of known) {
    const cwd = makeRepository({ "a/SKILL.md": skillMd("a", body), ...files });
    git(cwd, "switch", "-q", "-c", "topic");
    commit(cwd, { "a/SKILL.md": skillMd("a", `More.\n\n${body}Even more.\n`) });
    for (const command of ["lint", "check"]) {
      const report = reportOf(await runSkillsIn(cwd, command, "--changed", "main", "--format", "json"));
      expect([body, report.outcome, securityIn(report)]).toEqual([body, 0, wanted === "" ? [] : [wanted]]);
      expect(report.settings).toEqual(
        Object.keys(files).length === 0 ? undefined : [{ path: config, changed: false }],
      );
    }
  }
});

it("counts what only a change of the settings hides, and leaves the rest to the new settings", async () => {
  const cwd = makeRepository({
    "a/SKILL.md": skillMd("a", `${poison}[x](gone.md)\n`),
    "b/SKILL.md": skillMd("b", "[x](gone.md)\n"),
    [config]: "rules: {reference-broken: error}\n",
  });
  git(cwd, "switch", "-q", "-c", "topic");
  commit(cwd, { [config]: "rules: {reference-broken: off, hidden-text: off}\nignore: [b]\n" });
  const run = (...args: readonly string[]) => runSkillsIn(cwd, "lint", "--format", "json", ...args);
  const report = reportOf(await run("--settings-from", "main"));
  expect(report).toMatchObject({
    outcome: 1,
    summary: { checked: 1, errors: 1, warnings: 0 },
    settings: [{ path: config, changed: true }],
  });
  expect(securityIn(report)).toEqual(["error hidden-text(hidden only by this change)"]);
  expect(reportOf(await run("--settings-from", "HEAD"))).toMatchObject({
    outcome: 0,
    settings: [{ path: config, changed: false }],
  });
  expect(reportOf(await run())).toMatchObject({ outcome: 0, settings: [{ path: config }] });
  expect(reportOf(await run("--no-config", "--settings-from", "main")).settings).toBeUndefined();
  writeFileSync(path.join(cwd, config), "rules: {reference-broken: error}\n");
  expect(reportOf(await run("--settings-from", "main")).settings).toEqual([{ path: config, changed: false }]);
});

it("counts a known danger again if another one of the kind is added to the baseline", async () => {
  const cwd = makeRepository({ "a/SKILL.md": skillMd("a", poison) });
  const baseline = ["lint", "--baseline", "known.json", "--format", "json"];
  await runSkillsIn(cwd, "lint", "--write-baseline", "known.json");
  commit(cwd);
  git(cwd, "switch", "-q", "-c", "topic");
  commit(cwd, { "a/SKILL.md": skillMd("a", `${poison}\nAnd ${poison.replace("Do", "Then do")}`) });
  git(cwd, "rm", "-q", "known.json");
  await runSkillsIn(cwd, "lint", "--write-baseline", "known.json");
  const report = reportOf(await runSkillsIn(cwd, ...baseline, "--settings-from", "main"));
  expect(securityIn(report)).toEqual([
    "error hidden-text baselined",
    "error hidden-text(hidden only by this change)",
  ]);
  expect(report).toMatchObject({
    outcome: 1,
    summary: { errors: 1, baselined: 1 },
    settings: [{ path: "known.json", changed: true }],
  });
});

it("names the changed settings in each form of the report", async () => {
  const cwd = makeRepository({ "a/SKILL.md": skillMd("a") });
  git(cwd, "switch", "-q", "-c", "topic");
  commit(cwd, { [config]: "targets: spec\n" });
  const sentence = `1 file with settings changed: "${config}"; dangers are judged under the earlier settings`;
  const run = async (command: string, format: string) =>
    (await runSkillsIn(cwd, command, "--settings-from", "main", "--format", format)).stdout;
  for (const command of ["check", "lint", "validate"]) {
    expect((await run(command, "text")).replace(/\s+/g, " ")).toContain(sentence);
    expect(await run(command, "markdown")).toContain(
      `1 file with settings changed: "skills.config.yaml"; dangers are judged under the earlier settings.`,
    );
    expect(await run(command, "github")).toBe(
      `::warning file=${config},title=settings::settings changed in "${config}"; dangers are judged under the earlier settings\n`,
    );
    expect(JSON.parse(await run(command, "json")).settings).toEqual([{ path: config, changed: true }]);
  }
});

it("reads the settings at the commit from which the branch left, not at its tip", async () => {
  const cwd = makeRepository({ "a/SKILL.md": skillMd("a", poison), [config]: "rules: {hidden-text: off}\n" });
  git(cwd, "switch", "-q", "-c", "topic");
  commit(cwd, { "a/SKILL.md": skillMd("a", `${poison}More.\n`) });
  git(cwd, "switch", "-q", "main");
  commit(cwd, { [config]: "targets: spec\n" });
  git(cwd, "switch", "-q", "topic");
  expect(await runSkillsIn(cwd, "lint", "--settings-from", "main")).toMatchObject({ code: 0 });
});

it("lets no settings in the repository hide a danger if the commit is unknown", async () => {
  const root = makeRepository({
    "a/SKILL.md": skillMd("a", poison),
    [config]: "rules: {hidden-text: off}\n",
  });
  commit(root, { "README.md": "x\n" });
  const cwd = checkOut(root, "refs/heads/main", 1);
  for (const option of ["--settings-from", "--changed"]) {
    const { code, stdout, stderr } = await runSkillsIn(cwd, "lint", option, "HEAD^");
    expect([option, code]).toEqual([option, 1]);
    expect(stdout.replace(/\s+/g, " ")).toContain("(hidden by settings that may be new)");
    expect(stderr).toContain(
      'skills: the settings before the change are unknown, so those in the repository hide no danger: the shallow clone lacks "HEAD^"; set "fetch-depth: 2"',
    );
  }
  const full = await runSkillsIn(root, "lint", "--settings-from", "gone");
  expect(full).toEqual({ code: 2, stdout: "", stderr: 'skills: unknown commit "gone"\n' });
  for (const word of ["", "-x"])
    expect(await runSkillsIn(root, "lint", `--settings-from=${word}`)).toMatchObject({
      code: 2,
      stderr: `skills: --settings-from "${word}" is not a commit\n`,
    });
  const outside = makeTree({ "a/SKILL.md": skillMd("a", poison), [config]: "rules: {hidden-text: off}\n" });
  expect(await runSkillsIn(outside, "lint", "--settings-from", "main")).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("git finds no repository here"),
  });
});

it("writes fixes before it judges dangers", async () => {
  const cwd = makeRepository({ "a/SKILL.md": skillMd("a", poison).replace("Fills PDF", "Fills: PDF") });
  git(cwd, "switch", "-q", "-c", "topic");
  commit(cwd, { [config]: "rules: {hidden-text: off}\n" });
  for (const command of ["lint", "check"]) {
    const report = reportOf(
      await runSkillsIn(cwd, command, "--fix", "--settings-from", "main", "--format", "json"),
    );
    expect(securityIn(report)).toEqual(["error hidden-text(hidden only by this change)"]);
  }
  expect(readFileSync(path.join(cwd, "a/SKILL.md"), "utf8")).toContain('"Fills: PDF');
});
