import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { detailedFixText } from "../src/report/commands/fix-text.ts";
import { checkTargets } from "../src/model/target.ts";
import { type Surroundings, runSkills } from "./support/io.ts";
import { makeTree, skillMd } from "./support/tree.ts";

/** Skills that are not alike. */
function someSkills(
  number: number,
  place = "skills",
  change: (text: string, at: number) => string = (text) => text,
): Record<string, string> {
  const topics = [
    "invoices",
    "maps",
    "songs",
    "recipes",
    "gardens",
    "trains",
    "letters",
    "stars",
    "clocks",
    "bridges",
    "coins",
    "birds",
  ];
  return Object.fromEntries(
    topics
      .slice(0, number)
      .map((topic, at) => [
        `${place}/${topic}/SKILL.md`,
        change(
          `---\nname: ${topic}\ndescription: Sorts ${topic}. Use when ${topic} are to be sorted.\n---\n\nDo it.\n`,
          at,
        ),
      ]),
  );
}

function withField(text: string): string {
  return text.replace("\n---\n\n", "\nmood: calm\n---\n\n");
}

/** Without an uploader, nothing is packed. */
const upload = ["--target", "spec,claude-ai"];

/** The suggested commands, each after what it does. */
function nextIn(stdout: string): readonly string[] {
  return stdout
    .slice(stdout.lastIndexOf("\n\n"))
    .split("\n")
    .flatMap((line) => /^(?:[A-Z][^:]*:| ) ((?:npx )?skill\S* .*)$/.exec(line)?.[1] ?? []);
}

/** All suggestions; without --all, some are left out. */
async function next(
  args: readonly string[],
  cwd: string,
  env: Surroundings["env"] = {},
): Promise<readonly string[]> {
  const { stdout } = await runSkills(["check", "--all", ...args], { cwd, env });
  return nextIn(stdout);
}

it("groups a rule's findings in many skills, and lists each with --all", async () => {
  const cwd = makeTree({
    ...someSkills(12, "skills", withField),
    "skills/maps/SKILL.md": withField(
      "---\nname: maps\ndescription: Sorts maps. Use when maps are to be sorted.\n---\n\nSee [x](docs/a.md).\n",
    ),
  });
  const { stdout } = await runSkills(["check"], { cwd });
  expect(stdout.split("  unknown-field\n").length - 1).toBe(1);
  expect(stdout).toContain(
    " (also in 11 more skills: birds, bridges, clocks, coins, gardens, invoices and 5 more)  unknown-field\n",
  );
  expect(stdout).toContain("not shown: 11 similar findings; --all shows them\n");
  expect(stdout.indexOf("  reference-broken\n")).toBeLessThan(stdout.indexOf("  unknown-field\n"));
  // No validator that refuses other fields was chosen.
  expect(stdout).not.toMatch(/refused|validator|skills-ref|claude-a/);
  const everyone = await runSkills(["check", "--target", checkTargets.join()], { cwd });
  expect(everyone.stdout).toContain(
    "\n  refused by skills-ref, claude-api and claude-ai (11): stars, birds, bridges, clocks, coins, gardens, …\n  refused by skills-ref, claude-api and claude-ai; fails in every simulated system: maps\n",
  );
  expect((await runSkills(["check", "--all"], { cwd })).stdout.split("  unknown-field\n").length - 1).toBe(
    12,
  );
});

it("names a validator only for the skills for which an override chooses it", async () => {
  const cwd = makeTree({
    ...someSkills(2, "skills", withField),
    "skills.config.yaml": "overrides:\n  - paths: [skills/maps]\n    targets: [spec, skills-ref, gemini]\n",
  });
  const page = async (skill: string): Promise<string> =>
    (await runSkills(["check", `skills/${skill}`], { cwd })).stdout;
  expect(await page("maps")).toContain("\n  refused by     skills-ref\n  accepted by    spec, gemini\n");
  expect(await page("invoices")).toContain("\n1 skill checked: accepted by spec; ");
  const { stdout } = await runSkills(["check"], { cwd });
  expect(stdout).toContain("\n  refused by skills-ref: maps\n");
});

it("shows the errors of several skills in full", async () => {
  const broken = (number: number) =>
    makeTree(someSkills(number, "skills", (text) => text.replace("name: ", "name: x-")));
  const page = async (number: number): Promise<string> =>
    (await runSkills(["check"], { cwd: broken(number) })).stdout;
  const excerpts = (text: string) => text.match(/^ +2 │ name: /gm)?.length;
  const [few, many] = [await page(9), await page(12)];
  expect([excerpts(few), few.match(/ {2}name-matches-directory$/gm)?.length]).toEqual([9, 9]);
  expect([excerpts(many), many.match(/ {2}name-matches-directory$/gm)?.length]).toEqual([12, 12]);
  expect(many).not.toContain("--all");
});

it("suggests two commands, and more with --all", async () => {
  const cwd = makeTree({
    "a/SKILL.md":
      "\ufeff---\nname: A\ndescription: Sorts songs. Use when songs are to be sorted.\n---\n\nDo it.\n",
  });
  const page = async (...args: readonly string[]) =>
    nextIn((await runSkills(["check", ...args], { cwd })).stdout);
  const [few, all] = [await page(), await page("--all")];
  expect(few).toHaveLength(2);
  expect(all).toEqual(expect.arrayContaining([...few]));
  expect(all.length).toBeGreaterThan(2);
});

it("marks the start of a long range, and shows no empty line", async () => {
  const text = skillMd("a")
    .replace("Fills PDF forms.", `Fills ${"PDF forms and ".repeat(80)}more.`)
    .replace(" Use when a form is to be filled.", "");
  const { stdout } = await runSkills(["check", "a"], { cwd: makeTree({ "a/SKILL.md": text }) });
  expect(stdout).toMatch(/│ +\^{39}…\n/);
  expect(stdout).not.toMatch(/\^{41}/);
  expect(stdout).not.toMatch(/^ +\d+ │$/m);
});

it("suggests only commands for the checked skills after a partial run", async () => {
  const cwd = makeTree({ ...someSkills(3), list: "skills/maps/SKILL.md\nskills/songs/SKILL.md\n" });
  expect(await next([...upload, "--files-from", "list"], cwd)).toEqual([
    "skills pack --target claude-ai skills/maps skills/songs",
  ]);
  expect(await next([...upload, "--files", "skills/maps/SKILL.md"], cwd)).toEqual([
    "skills pack --target claude-ai skills/maps",
  ]);
  writeFileSync(
    path.join(cwd, "skills/maps/SKILL.md"),
    `\ufeff${readFileSync(path.join(cwd, "skills/maps/SKILL.md"), "utf8")}`,
  );
  expect((await next(["--files-from", "list"], cwd))[0]).toBe("skills check --fix skills/maps");
  expect((await next([], cwd))[0]).toBe("skills check --fix");
  expect((await next(["--no-config", "--rule", "body-length=off", "skills"], cwd))[0]).toBe(
    "skills check --fix --no-config --rule body-length=off skills",
  );
});

it("suggests packing only for skills that can be packed, and not for copies", async () => {
  const failing = { "skills/sums/SKILL.md": skillMd("sums", "See [x](docs/a.md).\n") };
  const played = ["--target", "spec,claude-ai,agentskills"];
  const pack = "skills pack --target claude-ai";
  expect(await next(upload, makeTree({ ...someSkills(2), ...failing }))).toEqual([
    "skills explain reference-broken",
    `${pack} skills`,
  ]);
  // An agent cannot read what it leads to.
  expect(await next([...played, "skills/sums"], makeTree(failing))).toEqual([
    "skills explain reference-broken",
  ]);
  expect(await next([], makeTree(someSkills(2)))).toEqual([]);
  expect(
    (await next(upload, makeTree({ ...someSkills(2), ...someSkills(2, ".claude/skills") }))).at(-1),
  ).toBe(`${pack} skills`);
  expect(
    (await next(upload, makeTree({ ...someSkills(1), ...someSkills(1, "others") }))).join(),
  ).not.toContain("pack");
  const secret = `TOKEN = "ghp_${"aB3dE5fG7h".repeat(4).slice(0, 36)}"\n`;
  const leaking = { ...someSkills(1), "skills/invoices/scripts/a.py": secret };
  expect((await next(upload, makeTree(leaking))).join()).not.toContain("pack");
  const lock = JSON.stringify({
    version: 1,
    skills: { maps: { source: "a/b", sourceType: "github", computedHash: "0".repeat(64) } },
  });
  expect(
    (await next(upload, makeTree({ ...someSkills(2, ".agents/skills"), "skills-lock.json": lock }))).at(-1),
  ).toBe(`${pack} .agents/skills/invoices`);
});

it("suggests commands that work when pasted", async () => {
  const cwd = makeTree({ "skills/Pdf_x/SKILL.md": skillMd("pdf-forms") });
  const [rename, explain] = await next([], cwd);
  expect([rename, explain]).toEqual([
    "skills rename skills/Pdf_x pdf-forms",
    "skills explain skills/Pdf_x/SKILL.md:2",
  ]);
  expect((await runSkills(explain!.split(" ").slice(1), { cwd })).stdout).toContain("name-matches-directory");
  expect((await runSkills(rename!.split(" ").slice(1), { cwd })).code).toBe(0);
  expect(
    (
      await next(
        [],
        makeTree({
          "skills/Pdf_x/SKILL.md": skillMd("pdf-forms"),
          "skills/pdf-forms/SKILL.md": skillMd("pdf-forms"),
        }),
      )
    ).join(),
  ).not.toContain("rename");
  const [pack] = await next(upload, cwd);
  expect([pack, (await runSkills(pack!.split(" ").slice(1), { cwd })).code]).toEqual([
    "skills pack --target claude-ai skills/pdf-forms",
    0,
  ]);
});

it("suggests a dry run before a rule's unsafe fixes", async () => {
  const text =
    '---\nname: A\ndescription: Sorts songs. Use when songs are to be sorted.\ncreated: "2"\n---\n\nDo it.\n';
  const cwd = makeTree({ "a/SKILL.md": text });
  const [look, make, explain] = await next(["a"], cwd);
  expect([look, make, explain]).toEqual([
    "skills check --unsafe-fixes --fix-rule name-format --dry-run a",
    "skills check --unsafe-fixes --fix-rule name-format a",
    "skills explain a/SKILL.md:2",
  ]);
  const patch = await runSkills(look!.split(" ").slice(1), { cwd });
  expect([patch.code, patch.stderr]).toEqual([1, "skills: 1 file would change\n"]);
  expect(patch.stdout).toContain("-name: A\n+name: a\n");
  await runSkills(make!.split(" ").slice(1), { cwd });
  expect(readFileSync(path.join(cwd, "a/SKILL.md"), "utf8")).toBe(text.replace("name: A", "name: a"));
  // Only a note, but for who chose a target that refuses it.
  expect((await next(["a"], cwd))[0]).toBe("skills explain a/SKILL.md:4");
  expect((await next(["--target", "skills-ref", "a"], cwd))[0]).toBe(
    "skills check --unsafe-fixes --fix-rule unknown-field --dry-run --target skills-ref a",
  );
  const lone = await runSkills(["lint", "--fix-rule", "unknown-field", "a"], { cwd });
  expect([lone.code, lone.stderr]).toEqual([
    2,
    "skills: --fix-rule needs --fix, --unsafe-fixes or --dry-run\nadd --fix, or --unsafe-fixes\n",
  ]);
  expect((await runSkills(["lint", "--fix", "--fix-rule", "unknown-feild", "a"], { cwd })).stderr).toContain(
    'did you mean "unknown-field"?',
  );
});

/** A skill of that name in that directory, with more in its frontmatter and body. */
function skillIn(directory: string, name: string, more = "", body = "Do it.\n"): Record<string, string> {
  return {
    [`${directory}/SKILL.md`]: `---\nname: ${name}\ndescription: Sorts ${name}. Use when ${name} is to be sorted.\n${more}---\n\n${body}`,
  };
}

it("suggests first the fix for the most severe rule of most skills", async () => {
  const broken = (name: string) => skillIn(name, name, "", "See [x](docs/a.md).\n");
  const refused = (name: string) => skillIn(name, name, "metadata: none\n");
  const rules = (lines: readonly string[]) => lines.filter((line) => line.startsWith("skills explain"));
  expect(
    rules(await next([], makeTree({ ...broken("aa"), ...broken("bb"), ...broken("cc"), ...refused("dd") }))),
  ).toEqual(["skills explain dd/SKILL.md:4"]);
  const note = { ...skillIn("ee", "ee", "", "See [x](docs/a.md) and [y](docs/b.md).\n") };
  expect(rules(await next([], makeTree({ ...note, ...broken("aa") })))).toEqual([
    "skills explain ee/SKILL.md:6",
  ]);
});

it("suggests explaining an unfixable error before fixing warnings", async () => {
  const cwd = makeTree({
    ...skillIn("a", "a", "metadata: none\n"),
    "b/SKILL.md": `\ufeff${Object.values(skillIn("b", "b"))[0]}`,
  });
  const [first, second] = await next([], cwd);
  expect([first, second]).toEqual(["skills explain a/SKILL.md:4", "skills check --fix"]);
});

it("never suggests an unsafe fix for a note", async () => {
  const cwd = makeTree(
    someSkills(1, "skills", (text) => text.replace("description: ", "description: >-\n  ")),
  );
  const json = JSON.parse((await runSkills(["check", "--format", "json"], { cwd })).stdout);
  const unsafe = json.subjects[0].findings.filter(({ fixes }: { fixes: readonly { safe: boolean }[] }) =>
    fixes.some(({ safe }) => !safe),
  );
  expect(unsafe.map(({ severity }: { severity: string }) => severity)).toEqual(["info"]);
  expect((await next([], cwd)).join()).not.toContain("unsafe");
});

it("suggests no fix that does not improve a skill", async () => {
  // The name that name-format proposes would no longer be the directory's.
  const cwd = makeTree(skillIn("Songs", "Songs"));
  const lines = await next([], cwd);
  expect(lines.join()).not.toContain("--unsafe-fixes");
  expect(lines[0]).toBe("skills explain Songs/SKILL.md:2");
  const both = makeTree({ ...skillIn("Songs", "Songs"), ...skillIn("maps", "Maps") });
  expect((await next([], both))[0]).toBe("skills check --unsafe-fixes --fix-rule name-format --dry-run");
});

it("suggests only commands that improve a skill", async () => {
  const trees = [
    skillIn("maps", "Maps"),
    skillIn("maps", "maps", "version: 2\n"),
    skillIn("Maps_x", "Maps_x"),
    skillIn("maps", "maps", "allowed-tools: [Read, Bash(git add *)]\n"),
    { ...skillIn("maps", "maps", "", "See [x](References/a.md).\n"), "maps/references/a.md": "A.\n" },
  ];
  for (const files of trees) {
    const cwd = makeTree(files);
    const counts = async (): Promise<readonly number[]> => {
      const { summary } = JSON.parse((await runSkills(["lint", "--format", "json"], { cwd })).stdout);
      return [summary.errors, summary.warnings, summary.infos];
    };
    const before = await counts();
    const fix = (await next([], cwd)).find(
      (line) => /--(?:unsafe-)?fix/.test(line) && !line.includes("--dry-run"),
    );
    if (fix === undefined) continue;
    await runSkills(fix.split(" ").slice(1), { cwd });
    const after = await counts();
    const difference = before.map((number, at) => after[at]! - number).find((each) => each !== 0);
    expect([fix, difference ?? 0]).toEqual([fix, expect.any(Number)]);
    expect(difference).toBeLessThan(0);
  }
});

it("suggests commands by the name with which the program was started", async () => {
  const cwd = makeTree({ "a/SKILL.md": skillMd("a") });
  const npx = { npm_command: "exec", npm_lifecycle_event: "npx" };
  expect(await next(["a", ...upload], cwd, npx)).toEqual(["npx skillwright pack --target claude-ai a"]);
  expect(await next(["a", ...upload], cwd, { npm_command: "run", npm_lifecycle_event: "lint" })).toEqual([
    "skills pack --target claude-ai a",
  ]);
  const { stdout } = await runSkills(["init", "maps", "-d", "Sorts maps. Use when maps are to be sorted."], {
    cwd,
    env: npx,
  });
  expect(stdout).toContain("Then: npx skillwright check ");
  expect((await runSkills(["rename", "a", "b"], { cwd, env: npx })).stdout).toContain(
    "Then: npx skillwright check",
  );
});

it("names commands in errors, help and pages as they can be typed", async () => {
  const env = { npm_command: "exec", npm_lifecycle_event: "npx" };
  const cwd = makeTree({
    "tools/maps/SKILL.md": skillMd("maps"),
    "tools/maps/scripts/a.sh": "curl x.example\n",
  });
  const pages = [
    ["nothing"],
    ["instal"],
    ["lint", "--nonsense"],
    ["check", "--target", "unknown-target"],
    ["init"],
    ["uninstall", "maps"],
    ["--help"],
    ["check", "-h"],
    ["compat", "--help"],
    ["install", "tools/maps"],
    ["doctor", "--client", "claude-code"],
    ["list", "--root", "nowhere"],
  ].map(async (args) => [args, await runSkills(args, { cwd, env })] as const);
  const named: string[] = [];
  for (const [args, { stdout, stderr }] of await Promise.all(pages)) {
    const text = `${stdout}${stderr}`;
    expect([
      args,
      /(?:^|: |`|  )skills (?:[a-z]+ [A-Z]|--|check|init|inspect|verify|install)/m.exec(text)?.[0],
    ]).toEqual([args, undefined]);
    if (text.includes("npx skillwright ")) named.push(args[0] ?? "");
  }
  expect(named).toEqual([
    "nothing",
    "instal",
    "lint",
    "check",
    "init",
    "--help",
    "check",
    "compat",
    "install",
    "doctor",
  ]);
});

it("reports a skill that is refused only for suppressed findings, and leaves it out of the table", async () => {
  const silenced = (text: string): string =>
    withField(text).replace("Do it.", "<!-- skills-disable unknown-field -- it is calm -->\n\nDo it.");
  const cwd = makeTree(someSkills(2, "skills", silenced));
  const strict = ["check", "--target", "spec,skills-ref,claude-ai"];
  expect((await runSkills([...strict, "skills/maps"], { cwd })).stdout).toContain(
    "\n  refused by     skills-ref, claude-ai (suppressed: unknown-field)\n",
  );
  expect((await runSkills(strict, { cwd })).stdout).toMatch(
    /^  2 skills would be refused, but only for findings that are suppressed, in the baseline or of a rule that is off\n/m,
  );
  expect((await runSkills(["check"], { cwd })).stdout).not.toContain("refused");
  const known = makeTree(someSkills(2, "skills", withField));
  await runSkills([...strict, "--write-baseline", "known.json"], { cwd: known });
  const { stdout } = await runSkills([...strict, "--baseline", "known.json"], { cwd: known });
  expect(stdout).not.toContain("load everywhere");
  expect(
    (await runSkills([...strict, "--baseline", "known.json", "skills/maps"], { cwd: known })).stdout,
  ).toContain("claude-ai (in the baseline: unknown-field)\n");
});

it("names the clients that load all of several skills as written, and no others", async () => {
  const page = async (...topics: readonly string[]): Promise<string> =>
    (await runSkills(["check"], { cwd: makeTree(Object.fromEntries(topics.map(skillOf))) })).stdout;
  const skillOf = (description: string, at: number): [string, string] => [
    `skills/s${at}/SKILL.md`,
    `---\nname: s${at}\ndescription: ${description}\n---\n\nDo it.\n`,
  ];
  const row = /^  all load in +.*Claude Code.*$/m;
  expect(row.exec(await page("Sorts maps", "Finds birds"))?.[0]).toContain("Copilot CLI");
  const mixed = await page("Sorts maps", "Finds: birds");
  expect(row.exec(mixed)?.[0]).not.toContain("Copilot CLI");
  expect(mixed).toMatch(/not loaded by [^\n]*Copilot CLI/);
});

it("says why some skills were not packed", async () => {
  const { stdout } = await runSkills(["check", ...upload], {
    cwd: makeTree({ ...someSkills(2), "skills/sums/SKILL.md": skillMd("Sums") }),
  });
  expect(stdout).toMatch(/\n  packed         2 archives, [\d,]+ bytes; skipped 1 with errors\n/);
});

it("checks a skill once if one path is a symlink to another", async () => {
  const cwd = makeTree({ ".agents/skills/a/SKILL.md": skillMd("a"), ".gitignore": "/.*/\n" });
  mkdirSync(path.join(cwd, ".claude"));
  symlinkSync("../.agents/skills", path.join(cwd, ".claude/skills"));
  execFileSync("git", ["init", "-q"], { cwd });
  const { stdout } = await runSkills(["check", "--format", "json"], { cwd });
  expect(JSON.parse(stdout).subjects.map((subject: { path: string }) => subject.path)).toEqual([
    ".agents/skills/a",
  ]);
});

it("writes complete files even with --quiet", async () => {
  const cwd = makeTree({ "a/SKILL.md": withField(skillMd("a")) });
  for (const command of ["check", "lint"]) {
    const { stdout } = await runSkills([command, "a", "--quiet", "-o", "report.md", "-o", "text=page.txt"], {
      cwd,
    });
    expect(stdout).not.toContain("unknown-field");
    for (const file of ["report.md", "page.txt"])
      expect(readFileSync(path.join(cwd, file), "utf8")).toContain("unknown-field");
  }
});

it("counts many fixes per rule", () => {
  const fixes = (number: number) =>
    Array.from({ length: number }, (_, at) => ({
      path: `s${at}`,
      file: "SKILL.md",
      title: "Write one line",
      ruleId: at === 0 ? "byte-order-mark" : "description-lines",
    }));
  expect(detailedFixText(fixes(20), []).split("\n").length - 1).toBe(20);
  const lines = detailedFixText(fixes(62), []).split("\n");
  expect([lines.length - 1, lines.at(-2)]).toEqual([
    6,
    "and 57 more: fixed 62 findings in 62 files, 61 description-lines and 1 byte-order-mark",
  ]);
});

it("says that the rule is off where a target refuses a skill and no finding shows it", async () => {
  const bad = { "A/SKILL.md": skillMd("A"), "b/SKILL.md": skillMd("b") };
  const cwd = makeTree(bad);
  const off = ["--rule", "name-format=off"];
  for (const command of ["check", "lint"])
    expect(await runSkills([command, "A", ...off], { cwd })).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(
        "1 skill checked: refused by spec (its rule is off); nothing to report;",
      ),
    });
  const { stdout } = await runSkills(["check", ...off], { cwd });
  expect(stdout).toContain("2 skills checked: 1 refused by spec (1 by a rule that is off); ");
  expect(stdout).toContain(
    "1 skill would be refused, but only for findings that are suppressed, in the baseline",
  );
  const open = (await runSkills(["check", "A"], { cwd })).stdout;
  expect(open).toContain("1 skill checked: refused by spec; 1 error");
  // The summary says it, so no row repeats it.
  expect(open).not.toContain("\n  refused by ");
});

it("has one word for a description that a client's list of skills does not show whole", async () => {
  const long = (name: string): string =>
    `---\nname: ${name}\ndescription: Sorts ${name}. ${"Use when they are to be sorted. ".repeat(40)}\n---\n\nDo it.\n`;
  const cwd = makeTree({ "invoices/SKILL.md": long("invoices"), "maps/SKILL.md": long("maps") });
  const clients = ["--client", "codex,claude-code"];
  const how = "the list of skills shows the first 1,021 characters of its description";
  const one = await runSkills(["check", ...clients, "invoices"], { cwd });
  expect(one.stdout).toContain(`  cut in         Codex CLI: ${how}\n  loads in       Claude Code\n`);
  const two = await runSkills(["check", ...clients], { cwd });
  expect(two.stdout).toContain(`  cut in Codex CLI, ${how} (2): invoices, maps\n`);
  expect(two.stdout).toContain("all load in    Claude Code\n");
});

it("suggests safe fixes before the unsafe ones of a more severe rule", async () => {
  const text = "---\nname: A\ndescription: Fills forms. Use when a form is to be filled.\n---\n\nDo it.\n";
  const proposals = await next([], makeTree({ "a/SKILL.md": `\ufeff${text}` }));
  expect(proposals.map((line) => /--(?:unsafe-fixes|fix)\b/.exec(line)?.[0]).slice(0, 2)).toEqual([
    "--fix",
    "--unsafe-fixes",
  ]);
});
