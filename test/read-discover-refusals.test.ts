import { execFileSync } from "node:child_process";
import { chmodSync, symlinkSync, truncateSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { discover } from "../src/find/discover.ts";
import { labels, refusal } from "./support/discovery.ts";
import { makeTree } from "./support/tree.ts";
import { canBeDenied, unprivileged } from "./support/unprivileged.ts";

const onUnix = it.skipIf(process.platform === "win32");

const remedy = "pass a skill directory, a directory above one or a SKILL.md";

it("says what it cannot find, and the nearest name there is", async () => {
  const root = makeTree({ "skills/pdf-forms/SKILL.md": "" });
  const near = { hint: 'did you mean "skills/pdf-forms"?' };
  expect(await refusal(root, "skills/pdf-form")).toEqual([
    "not-found",
    'there is no "skills/pdf-form"',
    near.hint,
  ]);
  expect(await refusal(root, "skills/PDF-forms/")).toEqual([
    "not-found",
    'there is no "skills/PDF-forms/"',
    near.hint,
  ]);
  expect(await refusal(root, "skill/pdf-forms/SKILL.md")).toEqual([
    "not-found",
    'there is no "skill/pdf-forms/SKILL.md"',
    'did you mean "skills"?',
  ]);
  expect(await refusal(root, "elsewhere")).toEqual(["not-found", 'there is no "elsewhere"']);
  expect(await refusal(root, "skills/pdf-forms/SKILL.md/x")).toEqual([
    "not-found",
    'there is no "skills/pdf-forms/SKILL.md/x"',
    'did you mean "skills/pdf-forms/SKILL.md"?',
  ]);
  expect(await refusal(root, "\x1b\0")).toEqual(["not-found", 'there is no "\\x1b\\x00"']);
  expect(await refusal(root, `${"x".repeat(5_000)}`)).toEqual([
    "not-found",
    `there is no "${"x".repeat(200)}…(+4800)"`,
  ]);
});

onUnix("refuses at once what can be no skill", async () => {
  const root = makeTree({ "README.md": "", "pdf.zip": "", "big/SKILL.md": "" });
  execFileSync("mkfifo", [path.join(root, "fifo"), path.join(root, "SKILL.md")]);
  symlinkSync("none", path.join(root, "gone"));
  truncateSync(path.join(root, "big/SKILL.md"), 5 * 2 ** 30);
  expect(
    await Promise.all(
      ["README.md", "pdf.zip", "fifo", "SKILL.md", "/dev/zero", "gone"].map((name) => refusal(root, name)),
    ),
  ).toEqual([
    ["not-a-skill", `"README.md" is not a SKILL.md; ${remedy}`],
    [
      "not-a-skill",
      `"pdf.zip" is an archive; ${remedy}`,
      "use `skills check pdf.zip` to check the skills in it or `skills inspect pdf.zip` to see its contents",
    ],
    ["unreadable", `"fifo" is a FIFO; ${remedy}`],
    ["unreadable", `"SKILL.md" is a FIFO; ${remedy}`],
    ["unreadable", `"/dev/zero" is a device; ${remedy}`],
    ["not-found", `"gone" is a dangling symlink; ${remedy}`],
  ]);
  expect(await labels(root, "big/SKILL.md")).toEqual(["big"]);
});

it("refuses an empty path and no path at all", async () => {
  expect(await refusal(".", "")).toEqual(["bad-usage", `the path is empty; ${remedy}`]);
  await expect(discover([], { cwd: "." })).rejects.toMatchObject({
    code: "bad-usage",
    message: "no path given; pass a skill directory or a directory above one",
  });
});

it.skipIf(!canBeDenied)(
  "says which directories it has no permission to open (as an unprivileged user)",
  async () => {
    const root = makeTree({ "open/a/SKILL.md": "", "open/closed/b/SKILL.md": "" });
    chmodSync(root, 0o755);
    chmodSync(path.join(root, "open/closed"), 0);
    const found = await unprivileged(() => discover(["open"], { cwd: root }));
    expect([found.sources.map(({ label }) => label), found.unread]).toEqual([
      ["open/a"],
      [{ path: "open/closed", reason: "permission denied" }],
    ]);
    const refused = await unprivileged(() => refusal(root, "open/closed"));
    const below = await unprivileged(() => refusal(root, "open/closed/b"));
    chmodSync(path.join(root, "open/closed"), 0o755);
    expect(refused).toEqual([
      "not-a-skill",
      'no SKILL.md at or below "open/closed"',
      '"open/closed" was not read: permission denied',
    ]);
    expect(below).toEqual(["unreadable", 'cannot read "open/closed/b": permission denied']);
  },
);
