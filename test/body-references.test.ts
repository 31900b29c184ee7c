import { expect, it } from "vitest";
import type { Reference } from "../src/model/body.ts";
import type { FileEntry } from "../src/model/source.ts";
import { SourceText } from "../src/core/source-text.ts";
import { parseBody } from "../src/parse/body/body.ts";
import { mayLink, mayLinkFrom } from "../src/parse/body/may-link.ts";
import { mayRefer, resolveReferences } from "../src/parse/resolve-references.ts";
import { bodyOf } from "./support/body.ts";
import { entry, file } from "./support/entries.ts";
import { cpuTime, linearLimit } from "./support/effort.ts";

const files: readonly FileEntry[] = [
  file("SKILL.md", 1),
  entry("references", "directory"),
  file("references/forms.md", 1),
  file("references/Security.md", 1),
  file("references/cafe\u0301.md", 1),
  entry("references/deep", "directory"),
  file("references/deep/more.md", 1),
  entry("docs", "directory"),
  file("docs/guide.md", 1),
];

function outcomes(from: string, text: string): readonly unknown[] {
  return resolveReferences(from, bodyOf(text).references, files).map(({ reference, resolution: outcome }) => [
    reference.target,
    outcome,
  ]);
}

it.each([
  ["SKILL.md", "[a](references/forms.md)", { status: "found", path: "references/forms.md" }],
  ["SKILL.md", "[a](./references//forms.md)", { status: "found", path: "references/forms.md" }],
  ["SKILL.md", "[a](references/)", { status: "found", path: "references" }],
  ["SKILL.md", "[a](references)", { status: "found", path: "references" }],
  ["SKILL.md", "[a](docs/../references/forms.md)", { status: "found", path: "references/forms.md" }],
  ["references/forms.md", "[a](deep/more.md)", { status: "found", path: "references/deep/more.md" }],
  ["references/forms.md", "[a](references/forms.md)", { status: "found", path: "references/forms.md" }],
  ["references/deep/more.md", "[a](../forms.md)", { status: "found", path: "references/forms.md" }],
  ["SKILL.md", "[a](references/security.md)", { status: "wrong-case", path: "references/Security.md" }],
  ["SKILL.md", "[a](references/caf\u00e9.md)", { status: "wrong-case", path: "references/cafe\u0301.md" }],
  ["SKILL.md", "[a](forms.md)", { status: "missing", nearest: "references/forms.md" }],
  ["SKILL.md", "[a](references/form.md)", { status: "missing", nearest: "references/forms.md" }],
  ["SKILL.md", "[a](references/nothing-like-it.md)", { status: "missing" }],
  ["SKILL.md", "[a](../other/a.md)", { status: "escapes" }],
  ["references/forms.md", "[a](../../a.md)", { status: "escapes" }],
  ["SKILL.md", "[a](/docs/guide.md)", { status: "absolute" }],
  ["SKILL.md", "[a](~/a.md)", { status: "absolute" }],
  ["SKILL.md", "[a](<C:\\a.md>)", { status: "absolute" }],
  ["SKILL.md", "[a](file:///a.md)", { status: "absolute" }],
  ["SKILL.md", "`/mnt/skills/public/pdf/docs/guide.md`", { status: "absolute" }],
  ["SKILL.md", "`docs/guide.md`", { status: "found", path: "docs/guide.md" }],
  ["SKILL.md", "`docs/gone.md`", { status: "missing" }],
  ["SKILL.md", "`scripts/run.py`", { status: "missing" }],
  ["SKILL.md", "Run the extraction script:\nscripts/extract.py", { status: "missing" }],
  ["SKILL.md", "Run it:\r\n\r\nscripts/extract.py \r\n", { status: "missing" }],
] as const)("from %s, %s", (from, text, outcome) => {
  expect(outcomes(from, text).map((row) => (row as readonly unknown[])[1])).toEqual([outcome]);
});

it("ignores a path below a skills directory that names another skill", () => {
  for (const path of ["/mnt/skills/docs/guide.md", "/mnt/skills/public/other/SKILL.md"])
    expect(outcomes("SKILL.md", `\`${path}\``)).toEqual([]);
});

it.each([
  "`src/index.ts`",
  "```\nout/report.json\n```",
  "`config.json`",
  "In your repository, run:\nscripts/build.sh",
  "Most projects have\nscripts/build.sh",
])("leaves out what is only named in code and may be the user's own: %j", (text) => {
  expect(outcomes("SKILL.md", text)).toEqual([]);
});

function linksIn(text: string): readonly Reference[] {
  return parseBody(new SourceText(text), 0).links;
}

it("does bounded work for a thousand missing files in a listing of twenty thousand", () => {
  const many = Array.from({ length: 20_000 }, (_, index) => file(`references/some-file-${index}.md`, 1));
  const { references } = bodyOf(
    Array.from({ length: 1000 }, (_, index) => `[a](references/other-files-${index}.md)`).join("\n"),
  );
  const started = cpuTime();
  expect(resolveReferences("SKILL.md", references, many)).toHaveLength(1000);
  expect(cpuTime() - started).toBeLessThan(linearLimit);
});

it("finds of a linked file what it would of any other, but for the paths in code", () => {
  const text =
    "[a `x/y.md`](b.md) and `c/d.md`\n\n![e](f.png)\n\n[g]: h.md\n\n```\ni/j.md\n```\n\n<img src=k.png>\n";
  const all = bodyOf(text).references;
  const links = linksIn(text);
  expect(all.map(({ kind }) => kind)).toEqual(["link", "code-span", "image", "definition", "fence", "html"]);
  expect(JSON.stringify(links)).toBe(
    JSON.stringify(all.filter(({ kind }) => kind !== "code-span" && kind !== "fence")),
  );
});

it.each([
  "[a](b.md)",
  "[a]( <b.md>)",
  "[a](\n  b.md)",
  "[a]: b.md",
  "text\n\n> 1. [a\nb\\]]: b.md",
  "[a]:\n  b.md",
  "<img src=b.png>",
  "<a HREF = 'b.md'>",
])("reads %j, which holds a link", (text) => {
  expect([mayLink(text), mayLinkFrom(Buffer.from(text)), linksIn(text).length]).toEqual([true, true, 1]);
});

it.each([
  "[a]",
  "[a](https://example.org/b.md)",
  "[a](#b)",
  "[a]()",
  "[a]: https://example.org/b.md",
  "[^1]: b.md",
  "rows: list[int]: 3",
  "<a href='https://example.org'>",
  "`b.md`",
  "a = b",
])("does not read %j, which can hold none", (text) => {
  expect([
    mayLink(text),
    mayLinkFrom(Buffer.from(text)),
    linksIn(text),
    bodyOf(text).references.filter(({ kind }) => kind !== "code-span"),
  ]).toEqual([false, false, [], []]);
});

it.each([
  ["SKILL.md", "`docs/guide.md`", true],
  ["SKILL.md", "`references/security.md`", true],
  ["SKILL.md", "`scripts/gone.py`", true],
  ["SKILL.md", "`/mnt/skills/public/pdf/docs/guide.md`", true],
  ["SKILL.md", "`/mnt/skills/public/pdf/written-here.md`", false],
  ["SKILL.md", "[a](gone.md)", true],
  ["SKILL.md", "`{baseDir}/gone.py`", true],
  ["references/forms.md", "`deep/more.md`", true],
  ["SKILL.md", "`src/index.ts` and `config.json`", false],
  ["SKILL.md", "nothing. At all", false],
])(
  "knows of a text in %s with %j whether it can contain references before it is parsed: %j",
  (from, text, expected) => {
    expect([mayRefer(from, text, files), outcomes(from, text).length > 0]).toEqual([expected, expected]);
  },
);

it("takes the first of two files that differ in case alone", () => {
  const listed = ["Notes.md", "notes.md", "SKILL.md"].map((name) => file(name, 1));
  expect(
    resolveReferences("SKILL.md", bodyOf("[a](NOTES.md)").references, listed).map(
      ({ resolution: outcome }) => outcome,
    ),
  ).toEqual([{ status: "wrong-case", path: "Notes.md" }]);
});

const found = { status: "found", path: "references/forms.md" };
const wrong = { status: "wrong-case", path: "references/forms.md" };

function inShell(command: string): readonly unknown[] {
  return outcomes("SKILL.md", `\`\`\`sh\n${command}\n\`\`\`\n`).map((row) => (row as readonly unknown[])[1]);
}

it.each([
  "find . -name 'Forms.md'",
  "find . -type f \\\n  -iname Forms.md",
  "find . -path 'References/Forms.md'",
  "find . \\( -name a.md -o -name Forms.md \\)",
  "ls $(find . -name Forms.md)",
  "cat x | grep -i References/Forms.md",
  'grep -rn "see References/Forms.md" .',
  "grep -e References/Forms.md x",
  "grep -A 3 References/Forms.md x",
  "grep -r --include=Forms.md x .",
  "git grep References/Forms.md",
  "sudo xargs rg References/Forms.md",
  "rg -g References/Forms.md x",
  "fd Forms.md",
  "sed -n '/References/Forms.md' x",
  "[[ $f == References/Forms.md ]]",
  'if [ "$f" = "References/Forms.md" ]; then',
  "case $f in\n  References/Forms.md|x) ls ;;\nesac",
  "ls {a.md,References/Forms.md,b.md}",
  'ls "$x"/*/"References/Forms.md"',
  "tar --exclude References/Forms.md -c .",
  "if name == 'References/Forms.md':",
  "names.rglob('References/Forms.md')",
  "path.endswith('References/Forms.md')",
])("takes what names are held against for no reference: %s", (command) => {
  expect(inShell(command)).toEqual([]);
});

it.each([
  "cat References/Forms.md",
  "grep x References/Forms.md",
  "grep -rn -A 3 'x y' References/Forms.md",
  "grep -e x References/Forms.md",
  "sed -n 1,5p References/Forms.md",
  "awk -F : '{ print }' References/Forms.md",
  "find References/Forms.md -newer x",
  "find . -newer References/Forms.md",
  "grep x y; cat References/Forms.md",
  "fd x && cat References/Forms.md",
  "run --input References/Forms.md",
  "run --input=References/Forms.md",
  "run -name x References/Forms.md",
  "test -f References/Forms.md",
  "# find References/Forms.md",
  "load(\n  'References/Forms.md')",
])("takes what a command opens for a reference: %s", (command) => {
  expect(inShell(command)).toEqual([wrong]);
});

it.each([
  "REFERENCES stands for the directory of references.",
  "where REFERENCES is the skill's own",
  "Replace `REFERENCES` with the path.",
  "REFERENCES=/a/b",
  "**REFERENCES**: the directory",
  "(REFERENCES → where this lies)",
  "$REFERENCES",
  "`REFERENCES/` is below: REFERENCES means that.",
])("takes no word in capitals that the text defines for a directory: %s", (text) => {
  expect(outcomes("SKILL.md", `${text}\n\nRead \`REFERENCES/forms.md\`.\n`)).toEqual([]);
});

it("takes a word in capitals for a directory where nothing defines it, or there is one", () => {
  const last = (from: readonly FileEntry[], text: string): unknown =>
    resolveReferences("SKILL.md", bodyOf(text).references, from).at(-1)?.resolution;
  expect(last(files, "Read `REFERENCES/forms.md`.\n")).toEqual(wrong);
  expect(last(files, "More REFERENCES exist. Read `REFERENCES/forms.md`.\n")).toEqual(wrong);
  expect(last(files, "`REFERENCES` is it; [a](REFERENCES/forms.md).\n")).toEqual(wrong);
  expect(
    last([...files, file("REFERENCES/forms.md", 1)], "`REFERENCES` is it. Read `REFERENCES/forms.md`.\n"),
  ).toEqual({ status: "found", path: "REFERENCES/forms.md" });
  expect(last(files, "`REFERENCES` is it. Read `references/forms.md`.\n")).toEqual(found);
});

it.each(["grep x.md ", "(x.md ", "find {a.md,", "AB AB/x.md "])(
  "finds patterns and defined words in time linear in a text of %j",
  (words) => {
    const before = cpuTime();
    expect(bodyOf(`\`\`\`sh\n${words.repeat(100_000)}`).references.length).toBeLessThan(200_000);
    expect(cpuTime() - before).toBeLessThan(linearLimit);
  },
);
