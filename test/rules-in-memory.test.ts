import { expect, it } from "vitest";
import { checkCollection } from "../src/lint/check-collection.ts";
import { collect } from "./support/collect.ts";
import { openMemory } from "../src/model/memory-source.ts";
import catalogueBudget from "../src/rules/description/catalogue-budget.ts";
import { describeDiagnostics, diagnose } from "./support/fixtures.ts";

const document = "---\nname: pdf-forms\ndescription: Fills PDF forms.\n---\n# PDF forms\n";
const file = (size: number) => ({ kind: "file", size, executable: false }) as const;
const files = (count: number, directory: string) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`${directory}/${at}.md`, "x"]));
const spoken = (rule: string, given: Parameters<typeof openMemory>[1], label?: string) =>
  describeDiagnostics(diagnose(rule, openMemory("pdf-forms", { "SKILL.md": document, ...given }, label)));

it("reports file names with backslashes once, and not what follows from them", () => {
  const given = {
    "SKILL.md": `${document}Read [the guide](references/guide.md), then run \`python3 scripts/fill.py form.pdf\`.\n`,
    "references\\guide.md": "See [more](references/more.md).\n",
    "scripts\\fill.py": "print(1)\n",
  };
  expect(spoken("file-name-backslash", given)).toBe(
    'references\\guide.md warning [] 2 file names contain backslashes, as from Windows; rename them with "/": "references\\guide.md" and "scripts\\fill.py"\n',
  );
  expect([spoken("reference-broken", given), spoken("file-orphaned", given)]).toEqual(["", ""]);
});

it("still reports what has nothing to do with a file name with a backslash", () => {
  const given = {
    "SKILL.md": `${document}Read [the guide](references/other.md).\n`,
    "references\\guide.md": "Text.\n",
    "references/more.md": "Text.\n",
  };
  expect(spoken("file-name-backslash", given)).toBe(
    'references\\guide.md warning [] file name "references\\guide.md" contains a backslash; rename it to "references/guide.md"\n',
  );
  expect(spoken("reference-broken", given)).toBe(
    'SKILL.md:6:18-6:37 warning [] "references/other.md" does not exist; add it or correct the path\n',
  );
  expect(spoken("file-orphaned", given)).toBe(
    'references/more.md warning [] "references/more.md" is not reachable from SKILL.md; link or delete it\n',
  );
});

it("says of 30 MiB that the upload is refused, and names the largest files", () => {
  const given = {
    "assets/a.png": file(2_000),
    "assets/font.otf": file(20_000_000),
    "assets/film.mp4": file(11_457_280),
    "evals/film.mp4": file(90_000_000),
  };
  expect(spoken("upload-size", given)).toBe(
    'SKILL.md warning [claude-api] skill has 31,459,346 bytes, but an upload must have fewer than 31,457,280; largest: "assets/font.otf" (20,000,000), "assets/film.mp4" (11,457,280) and "assets/a.png" (2,000)\n',
  );
});

it("leaves out of an upload what package_skill.py leaves out", () => {
  const given = {
    "assets/film.mp4": file(31_400_000),
    "evals/film.mp4": file(90_000_000),
    "scripts/node_modules/a.node": file(90_000_000),
    "scripts/__pycache__/a.pyc": file(90_000_000),
  };
  expect(spoken("upload-size", given)).toBe("");
});

it("counts files where claude.ai counts them", () => {
  expect(spoken("upload-files", { ...files(150, "references"), ...files(48, "assets"), LICENSE: "x" })).toBe(
    "",
  );
  expect(spoken("upload-files", { ...files(150, "references"), ...files(49, "assets"), LICENSE: "x" })).toBe(
    'SKILL.md info [] skill has 201 files (maximum of an upload 200): 150 in "references/", 49 in "assets/" and 2 in its root\n',
  );
});

it("takes a skill below a hidden directory for an installed one, which gh may mark", () => {
  const marked = { "SKILL.md": document.replace("---\n#", 'metadata:\n  github-ref: "v1"\n---\n#') };
  expect(spoken("metadata-installed", marked, ".claude/skills/pdf-forms")).toBe("");
  expect(spoken("metadata-installed", marked, "../skills/pdf-forms")).toBe(
    'SKILL.md:5:3-5:13 info [] gh writes "github-ref" into installed copies only; remove it\n',
  );
});

it("lets a project's own skill name its files from the project's root", () => {
  const own = {
    "SKILL.md": `${document}Run .claude/skills/pdf-forms/scripts/fill.py.\n`,
    "scripts/fill.py": "print(1)\n",
  };
  expect(spoken("own-path-fixed", own, "/projects/forms/.claude/skills/pdf-forms")).toBe("");
  expect(spoken("own-path-fixed", own, "plugins/forms/skills/pdf-forms")).toBe(
    'SKILL.md:6:5-6:45 info [] ".claude/skills/pdf-forms/scripts/fill.py" only works if the skill is there; write `scripts/fill.py`\n',
  );
});

it("reads no openai.yaml that is larger than frontmatter may be", () => {
  expect(
    spoken("openai-metadata", { "agents/openai.yaml": `interface:\n${"  a: [\n".repeat(20_000)}` }),
  ).toBe("");
});

/** Skills of one directory, whose descriptions are of these lengths. */
function budgetOf(...lengths: readonly number[]): string {
  const collected = lengths.flatMap((length, at) => {
    const source = openMemory(
      `skill-${at}`,
      { "SKILL.md": `---\nname: skill-${at}\ndescription: ${"x".repeat(length)}\n---\n` },
      `skills/skill-${at}`,
    );
    return collect(source) ?? [];
  });
  const findings = checkCollection(collected, { rules: [catalogueBudget] });
  return Array.from(findings, ([path, diagnostics]) => `${path} ${describeDiagnostics(diagnostics)}`).join(
    "",
  );
}

it("says how long descriptions may be where all together are too long, and points at the longest", () => {
  expect(budgetOf(1_000, 4_000, 2_963)).toBe("");
  expect(budgetOf(1_000, 4_000, 3_000)).toBe(
    "skills/skill-1 SKILL.md:3:14-3:4014 info [] catalog of 3 skills has 8,036 characters; a client with a limit of 8,000 truncates 1 description to 3,964 characters\n",
  );
  expect(budgetOf(...Array.from({ length: 700 }, () => 20))).toContain("has no room for descriptions");
});

it("measures a catalog only if the rule is enabled", () => {
  expect(checkCollection([]).size).toBe(0);
  expect(catalogueBudget.meta.off).toBe(true);
});
