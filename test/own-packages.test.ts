import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { runSkillsIn } from "./support/io.ts";
import { schemaOf } from "./support/schema.ts";
import { makeTree } from "./support/tree.ts";

const config = "skills.config.yaml";
const skill = "---\nname: pdf\ndescription: Reads PDF files. Use it when a PDF is given.\n---\n\nGlobex.\n";
const rules = "rules:\n  acme/words: { forbid: { words-from: ./words.txt } }\n";

function project(
  inPackage: Readonly<Record<string, string>>,
  text = "extends: '@acme/skill-rules'\n",
): string {
  const files = Object.entries(inPackage).map(([file, content]) => [
    `node_modules/@acme/skill-rules/${file}`,
    content,
  ]);
  return makeTree({ [config]: text, "skills/pdf/SKILL.md": skill, ...Object.fromEntries(files) });
}

async function lint(cwd: string) {
  const { code, stdout, stderr } = await runSkillsIn(cwd, "lint", "--format", "compact", "skills");
  return { code, found: stdout.match(/^.*acme\/.*$/gm) ?? [], stderr };
}

describe("a package of rules", () => {
  it("is installed by npm from a tarball, without a network, and loaded without its code", async () => {
    const cwd = makeTree({
      [config]: "extends: ['@acme/skill-rules']\nrules: { acme/words: error }\n",
      "skills/pdf/SKILL.md": skill,
      "package.json": "{}",
      "source/package.json": JSON.stringify({
        name: "@acme/skill-rules",
        version: "1.2.3",
        main: "index.js",
      }),
      "source/index.js": "throw new Error('loaded');\n",
      "source/skills.config.yaml": rules,
      "source/words.txt": "Globex\n",
    });
    execFileSync("npm", ["pack", "./source", "--silent"], { cwd });
    execFileSync("npm", ["install", "--offline", "--silent", "--no-audit", "./acme-skill-rules-1.2.3.tgz"], {
      cwd,
    });
    expect(await lint(cwd)).toMatchObject({
      code: 1,
      found: ['skills/pdf/SKILL.md:6:1: error: "Globex" is not allowed here [acme/words]'],
    });
    const checked = JSON.parse((await runSkillsIn(cwd, "check", "--format", "json", "skills")).stdout);
    const digest = expect.stringMatching(/^sha256:[0-9a-f]{64}$/);
    expect(checked.settings).toEqual([
      { path: config },
      { path: "node_modules/@acme/skill-rules/skills.config.yaml", digest, version: "1.2.3" },
      { path: "node_modules/@acme/skill-rules/words.txt", digest, version: "1.2.3" },
    ]);
    expect(schemaOf("report")(checked)).toBe(true);
    const { stdout } = await runSkillsIn(cwd, "rules", "--format", "json");
    expect(stdout).toContain('"from": "skills.config.yaml:2:22"');
  });

  it("is found above the config, as by Node", async () => {
    const cwd = makeTree({
      "node_modules/@acme/skill-rules/skills.config.yaml": rules,
      "node_modules/@acme/skill-rules/words.txt": "Globex\n",
      [`inner/${config}`]: "extends: '@acme/skill-rules'\n",
      "inner/skills/pdf/SKILL.md": skill,
    });
    expect((await lint(path.join(cwd, "inner"))).found).toHaveLength(1);
  });

  it.each([
    [{}, 'skills.config.yaml:1:10: the package "@acme/skill-rules" is not installed; install it with npm'],
    [
      { "index.js": "" },
      'skills.config.yaml:1:10: the package "@acme/skill-rules" has no skills.config.yaml; it is no package of rules',
    ],
    [
      { [config]: "ignore: [skills/]\n" },
      'node_modules/@acme/skill-rules/skills.config.yaml:1:1: a package sets only rules; remove "ignore"',
    ],
    [
      { [config]: "extends: ../../../other.yaml\n" },
      'node_modules/@acme/skill-rules/skills.config.yaml:1:10: "other.yaml" is outside the package',
    ],
    [
      { [config]: "extends: ./more.yaml\n", "more.yaml": `extends: ./${config}\n` },
      'node_modules/@acme/skill-rules/more.yaml:1:10: "node_modules/@acme/skill-rules/skills.config.yaml" extends this file again; remove the cycle',
    ],
    [
      { [config]: "rules:\n  acme/x: { forbid: { words-from: ../../../words.txt } }\n" },
      'skills.config.yaml:1:10: "words.txt" is outside the package',
    ],
  ])("with %j is refused by name", async (files, problem) => {
    const cwd = project(files);
    writeFileSync(path.join(cwd, "words.txt"), "Globex\n");
    writeFileSync(path.join(cwd, "other.yaml"), "rules: {}\n");
    const { code, stderr } = await lint(cwd);
    expect(stderr).toContain(`skills: ${problem}\n`);
    expect(code).toBe(2);
  });
});

describe("a change that turns off its own check", () => {
  it("is judged by the package before it, where the repository contains the package", async () => {
    const file = "node_modules/@acme/skill-rules/skills.config.yaml";
    const cwd = makeTree({
      [config]: "extends: '@acme/skill-rules'\n",
      [file]: "rules:\n  acme/words: { forbid: { words-from: ./words.txt }, severity: error }\n",
      [file.replace("skills.config.yaml", "words.txt")]: "Globex\n",
      "skills/a/SKILL.md": skill.replace("pdf", "a").replace("Globex", "Acme"),
    });
    const git = (...args: readonly string[]) =>
      execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...args], { cwd, stdio: "pipe" });
    git("init", "-q");
    git("add", "-f", ".");
    git("commit", "-qm", "one");
    mkdirSync(path.join(cwd, "skills/pdf"));
    writeFileSync(path.join(cwd, "skills/pdf/SKILL.md"), skill);
    writeFileSync(path.join(cwd, file.replace("skills.config.yaml", "words.txt")), "Initech\n");
    expect(await lint(cwd)).toMatchObject({ code: 0, found: [] });
    const judged = await runSkillsIn(cwd, "lint", "--settings-from", "HEAD", "--format", "compact", "skills");
    expect(judged.stdout).toContain('"Globex" is not allowed here (hidden only by this change) [acme/words]');
    expect(judged.code).toBe(1);
  });

  it("is judged by the rules before it, where they are errors", async () => {
    const cwd = makeTree({
      [config]: "rules:\n  acme/words: { forbid: { text: Globex }, severity: error }\n",
      "skills/a/SKILL.md": skill.replace("pdf", "a").replace("Globex", "Acme"),
    });
    const git = (...args: readonly string[]) =>
      execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...args], { cwd, stdio: "pipe" });
    git("init", "-q");
    git("add", ".");
    git("commit", "-qm", "one");
    mkdirSync(path.join(cwd, "skills/pdf"));
    writeFileSync(path.join(cwd, "skills/pdf/SKILL.md"), skill);
    writeFileSync(path.join(cwd, config), "rules: {}\n");
    expect(await lint(cwd)).toMatchObject({ code: 0, found: [] });
    const { code, stdout } = await runSkillsIn(
      cwd,
      "lint",
      "--settings-from",
      "HEAD",
      "--format",
      "compact",
      "skills",
    );
    expect(stdout).toContain('"Globex" is not allowed here (hidden only by this change) [acme/words]');
    expect(code).toBe(1);
  });
});
