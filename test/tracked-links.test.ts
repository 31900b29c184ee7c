import { execFileSync } from "node:child_process";
import { lstatSync, readFileSync, symlinkSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { runSkills } from "./support/io.ts";
import { makeTree, skillMd } from "./support/tree.ts";

function git(cwd: string, ...args: readonly string[]): void {
  execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.com", ...args], {
    cwd,
    stdio: "ignore",
  });
}

/** A project with a skill that contains symlinks. */
function makeLinks(
  links: Readonly<Record<string, string>>,
  files: Readonly<Record<string, string>> = {},
): string {
  const cwd = makeTree({
    "skills/x/SKILL.md": `${skillMd("x")}\nRead references/a.md.\n`,
    "skills/x/references/a.md": "# A\n",
    ...files,
  });
  for (const [link, target] of Object.entries(links)) symlinkSync(target, path.join(cwd, "skills/x", link));
  return cwd;
}

/** The messages of the rule, with severity and file. */
async function notes(cwd: string, ...args: readonly string[]): Promise<readonly string[]> {
  const { stdout } = await runSkills(["lint", "--format", "json", ...args, "skills"], { cwd });
  const [{ findings }] = JSON.parse(stdout).subjects;
  return findings
    .filter(({ ruleId }: { ruleId: string }) => ruleId === "file-symlink")
    .map(
      ({ severity, file, message }: Readonly<Record<string, string>>) => `${severity} ${file}: ${message}`,
    );
}

const asText = "checked out as text on Windows without core.symlinks";
const one = [`info CLAUDE.md: "CLAUDE.md" is a symlink, ${asText}`];

it("notes a symlink of a skill that is in no repository", async () => {
  expect(await notes(makeLinks({ "CLAUDE.md": "SKILL.md" }))).toEqual(one);
});

it("has one note for all symlinks of a skill, but none for those with other findings", async () => {
  const cwd = makeLinks({ guides: "references", "a.md": "references/a.md", gone: "no.md", out: "../../x" });
  expect(await notes(cwd)).toEqual([`info a.md: "a.md" and 1 more are symlinks, ${asText}`]);
});

it("notes in a repository only what git tracks, which it does check out as text", async () => {
  const cwd = makeLinks({ "CLAUDE.md": "SKILL.md" }, { ".gitignore": "CLAUDE.md\n" });
  git(cwd, "init", "-q");
  const cached = ["--cache", "--cache-location", "../cache"];
  expect(await notes(cwd, ...cached)).toEqual([]);
  git(cwd, "add", "-A");
  expect(await notes(cwd, ...cached)).toEqual([]);
  git(cwd, "add", "-f", "skills/x/CLAUDE.md");
  expect(await notes(cwd, ...cached)).toEqual(one);
  git(cwd, "commit", "-qm", "a");
  git(cwd, "clone", "-q", "-c", "core.symlinks=false", ".", "clone");
  const clone = path.join(cwd, "clone");
  const link = path.join(clone, "skills/x/CLAUDE.md");
  expect([lstatSync(link).isFile(), readFileSync(link, "utf8")]).toEqual([true, "SKILL.md"]);
  expect(await notes(clone)).toEqual([]);
});
