import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sha256 } from "../src/core/sha256.ts";
import { readBaseline } from "../src/lint/baseline-file.ts";
import type { Report } from "../src/model/report.ts";
import { runSkills } from "./support/io.ts";
import { samples } from "./support/samples.ts";
import { makeTree, skillMd } from "./support/tree.ts";

it("has the digests of SHA-256", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 300 }), (text) => {
      expect(sha256(text)).toBe(createHash("sha256").update(text.toWellFormed()).digest("hex"));
    }),
    samples(500),
  );
  const long = "é".repeat(100_000);
  expect(sha256(long)).toBe(createHash("sha256").update(long).digest("hex"));
});

/** The fingerprints in the skill pdf-forms by what they identify: the rule, and the text of the line or the file. */
async function fingerprints(
  files: Readonly<Record<string, string>>,
  ...words: readonly string[]
): Promise<Readonly<Record<string, string>>> {
  const cwd = makeTree(files);
  const { stdout } = await runSkills(["lint", "--format", "json", ...words], { cwd });
  const { subjects } = JSON.parse(stdout) as Report;
  const found: Record<string, string> = {};
  const all = new Set<string>();
  for (const { path: skill, name, findings } of subjects)
    for (const { ruleId, file, start, fingerprint = "" } of findings) {
      const line = start
        ? readFileSync(path.join(cwd, skill, file), "utf8")
            .split("\n")
            [start.line - 1]!.trim()
        : path.basename(file);
      let key = `${ruleId} ${line}`;
      while (key in found) key += "'";
      if (name === "pdf-forms") found[key] = fingerprint;
      expect(all.has(fingerprint)).toBe(false);
      all.add(fingerprint);
    }
  return found;
}

const body = "See [a](docs/a.md).\n\nTODO: write this\n\nSee [b](docs/b.md) and [c](docs/c.md).\n";
const skill = skillMd("pdf-forms", body);

/** Whether each of the findings that both have has the same fingerprint in both, and that there are such findings. */
function expectSame(before: Readonly<Record<string, string>>, after: Readonly<Record<string, string>>): void {
  const shared = Object.keys(before).filter((key) => key in after);
  expect(shared.length).toBeGreaterThan(2);
  expect(shared.map((key) => [key, after[key]])).toEqual(shared.map((key) => [key, before[key]]));
}

describe("a fingerprint", () => {
  it("stays when lines move, the skill moves or its directory is renamed", async () => {
    const before = await fingerprints({ "pdf-forms/SKILL.md": skill });
    const lines = skill.replace("See [a]", "# Forms\n\nSome more words here.\n\nSee [a]");
    expectSame(before, await fingerprints({ "pdf-forms/SKILL.md": lines }));
    expectSame(before, await fingerprints({ "plugins/x/skills/pdf-forms/SKILL.md": skill }));
    expectSame(before, await fingerprints({ "forms/SKILL.md": skill }));
  });

  it("stays when a line of another finding, another skill or another rule changes", async () => {
    const before = await fingerprints({ "pdf-forms/SKILL.md": skill });
    expectSame(before, await fingerprints({ "pdf-forms/SKILL.md": skill.replace("[a](docs/a.md)", "none") }));
    expectSame(
      before,
      await fingerprints({ "pdf-forms/SKILL.md": skill, "aaa/SKILL.md": skillMd("aaa", body) }),
    );
    expectSame(before, await fingerprints({ "pdf-forms/SKILL.md": skill }, "--rule", "placeholder-text=off"));
  });

  it("stays in each of two copies of a skill when the other changes", async () => {
    const copies = (first: string): Readonly<Record<string, string>> => ({
      ".agents/skills/pdf-forms/SKILL.md": first,
      ".claude/skills/pdf-forms/SKILL.md": skill,
    });
    const second = async (first: string): Promise<readonly string[]> => {
      const { stdout } = await runSkills(["lint", "--format", "json"], { cwd: makeTree(copies(first)) });
      const { subjects } = JSON.parse(stdout) as Report;
      return subjects[1]!.findings.flatMap(({ fingerprint, ruleId }) =>
        ruleId === "reference-broken" ? [fingerprint!] : [],
      );
    };
    const prints = await second(skill);
    expect(prints).toHaveLength(3);
    expect(await second(skillMd("pdf-forms", "TODO: none\n"))).toEqual(prints);
  });

  it("changes when the line of its finding does", async () => {
    const one = await fingerprints({ "pdf-forms/SKILL.md": skill });
    const other = await fingerprints({ "pdf-forms/SKILL.md": skill.replaceAll("docs/a.md", "docs/d.md") });
    const after = new Set(Object.values(other));
    const gone = Object.entries(one).filter(([, print]) => !after.has(print));
    expect(gone.map(([key]) => key)).toEqual(["reference-broken See [a](docs/a.md)."]);
  });

  it("is the same in JSON, SARIF, GitLab and the baseline", async () => {
    const cwd = makeTree({ "pdf-forms/SKILL.md": skill, "forms/SKILL.md": skillMd("forms", body) });
    const drawn = async (format: string): Promise<unknown> =>
      JSON.parse((await runSkills(["lint", "--format", format], { cwd })).stdout);
    const json = ((await drawn("json")) as Report).subjects.flatMap(({ findings }) =>
      findings.map(({ fingerprint }) => fingerprint!),
    );
    const sarif = (await drawn("sarif")) as {
      readonly runs: readonly [
        { readonly results: readonly { readonly partialFingerprints: Readonly<Record<string, string>> }[] },
      ];
    };
    const gitlab = (await drawn("gitlab")) as readonly { readonly fingerprint: string }[];
    expect(json.length).toBeGreaterThan(6);
    expect(sarif.runs[0].results.map(({ partialFingerprints }) => partialFingerprints)).toEqual(
      json.map((each) => ({ "skillwright/v1": each })),
    );
    expect(gitlab.map(({ fingerprint }) => fingerprint)).toEqual(json);
    await runSkills(["lint", "--write-baseline", "known.json"], { cwd });
    const known = readBaseline(readFileSync(path.join(cwd, "known.json"), "utf8"), "known.json");
    const listed = known.skills.flatMap(({ findings }) => findings.map(({ fingerprint }) => fingerprint));
    expect(new Set(listed)).toEqual(new Set(json.map((each) => each.replace(/-\d+$/, ""))));
  });

  it("is written to a baseline of an older version that has none", async () => {
    const cwd = makeTree({ "pdf-forms/SKILL.md": skill });
    await runSkills(["lint", "--write-baseline", "known.json"], { cwd });
    const file = path.join(cwd, "known.json");
    const written = readFileSync(file, "utf8");
    const older = written.replace(/"fingerprint":"[^"]*",/g, "");
    expect(older).not.toBe(written);
    writeFileSync(file, older);
    const { code } = await runSkills(["lint", "--baseline", "known.json", "--max-warnings", "0"], { cwd });
    expect(code).toBe(0);
    await runSkills(["lint", "--write-baseline", "known.json"], { cwd });
    expect(readFileSync(file, "utf8")).toBe(written);
  });
});
