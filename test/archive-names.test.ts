import { expect, it } from "vitest";
import { setProblem } from "../src/archive/set-problem.ts";
import { nameProblem } from "../src/archive/name-problem.ts";
import type { ArchiveCode } from "../src/model/archive.ts";
import { cpuTime, linearLimit } from "./support/effort.ts";

const refused: Readonly<Partial<Record<ArchiveCode, readonly string[]>>> = {
  "name-empty": [""],
  "name-segment": [
    "../evil",
    "s/../../evil",
    "s/..",
    "..",
    ".",
    "/etc/x",
    "//host/x",
    "/",
    "s/./a",
    "s//a",
    "s/",
    "./a",
  ],
  "name-char": [
    "C:/x",
    "C:x",
    "\\\\srv\\x",
    "..\\x",
    "a\\b",
    "a.txt\0.sh",
    "a\nb",
    "a\rb",
    "a\tb",
    "a\x1b[2Jb",
    "a\x7fb",
    "a\x85b",
    "a\u202eb",
    "a\u200bb",
    "a\u200db",
    "\u{e0041}a",
    "\ufeffa",
    "\ue000",
    "\u{f0000}",
    "\u0378",
    "\ufdd0",
    "\ud800",
    "a\udfffb",
    "a<b",
    "a>b",
    "SKILL.md:evil",
    "SKILL.md::$DATA",
    'a"b',
    "a|b",
    "a?b",
    "a*b",
    "a\ufe0fb",
    "\u3164",
    "\u2800",
    "\u2028",
    "a\u00adb",
    ".g\u200cit/config",
  ],
  "name-long": ["a".repeat(241), `${"é".repeat(119)}/b.md`, "a".repeat(256)],
  "name-deep": [Array(17).fill("a").join("/")],
  "name-edge": ["a.", "a ", " a", "s/a./b", "s/ a/b", "...", "a.md;1", "a;"],
  "name-reserved": [
    "CON",
    "con.txt",
    "AUX.md",
    "s/nul",
    "prn.tar.gz",
    "COM1.log",
    "COM¹",
    "lpt³.md",
    "lpt9",
    "CONIN$",
    "conout$.txt",
    "con .txt",
  ],
  "name-short83": ["PROGRA~1", "GIT~1/config", "s/SKILL~12.md", "a~1.b"],
  "name-lead": ["-rf", "s/-x.md", "~/x", "~$a.docx", "s/~a"],
  "name-control-dir": [
    ".git/config",
    ".GIT/hooks/x",
    "s/.git",
    "s/a/.hg/hgrc",
    ".ssh/authorized_keys",
    "s/.gnupg/x",
    ".vscode/tasks.json",
    "s/.VSCode/Settings.json",
    ".claude/settings.json",
    "s/.claude/settings.local.json",
    ".claude/hooks/x.sh",
    ".mcp.json",
    ".cursor/mcp.json",
    ".codex/config.toml",
    ".gemini/settings.json",
  ],
  "name-not-nfc": ["cafe\u0301.md", "\u212a.md", "s/\u212b"],
  "name-compat": [
    "\uff0e\uff0e/evil",
    "\ufb01x.md",
    "\uff33KILL.md",
    "SKILL\uff0emd",
    "a\u2024b",
    "\u{1d400}.md",
    "\u{1d7d8}",
    "\u2160.md",
    "a\u00a0b",
    "a\u202fb",
    "a\u3000b",
    "a\uff0fb",
    "a\uff3cb",
    "a\uff1ab",
    "\uff0drf",
    "wait\u2026",
    "\u017f.md",
  ],
  "name-mixed-script": [
    "SKILL.m\u0501",
    "\u0405KILL.md",
    "s/scrip\u0442/a",
    "re\u03b1d",
    "\u0555ne",
    "\u13aane",
  ],
};

it.each(
  Object.entries(refused).flatMap(([code, paths]) =>
    paths.map((path) => ({ code, path, shown: JSON.stringify(path) })),
  ),
)("refuses $shown as $code", ({ code, path }) => {
  expect(nameProblem(path)?.code).toBe(code);
});

it("reports one sentence without control characters", () => {
  for (const path of Object.values(refused).flat())
    expect(nameProblem(path)?.message).toMatch(/^[a-z][^\p{Cc}\p{Cf}\p{Cs}]*[^.]$/u);
  expect(nameProblem("a\\b")?.message).toBe('name "a\\b" contains "\\"; use "/" between directories');
  expect(nameProblem("a\u202eb")?.message).toBe('name "a\\u{202e}b" contains U+202E, which is not printable');
  expect(nameProblem("\ufb01x.md")?.message).toBe(
    'name "\ufb01x.md" contains U+FB01, which looks like "fi"; write that instead',
  );
  expect(nameProblem(".git/config")?.message).toBe(
    'name ".git/config" belongs to .git, which can make Git run programs',
  );
});

it.each([
  "SKILL.md",
  "demo/references/café.md",
  "a".repeat(240),
  Array(16).fill("a").join("/"),
  "+page.svelte",
  "[id]/(group)/@slot.tsx",
  "a b.md",
  "a'b.md",
  "$HOME",
  "#x",
  "a&b;c!.md",
  "a;1.md",
  ".gitignore",
  ".github/workflows/ci.yml",
  ".git-blame",
  "git/config",
  "x.git",
  ".claude/skills/a/SKILL.md",
  ".claude/commands/a.md",
  ".claude-plugin/plugin.json",
  ".vscode/extensions.json",
  "settings.json",
  "vscode/settings.json",
  "console.md",
  "com10",
  "com",
  "nul-handling.md",
  "auxiliary",
  "a~b.md",
  "report~final.md",
  "backup~",
  "a~1234567.md",
  "..a",
  "a..b",
  ".env.example",
])("accepts %j", (path) => {
  expect(nameProblem(path)).toBeUndefined();
});

it("accepts names in other scripts and with signs", () => {
  for (const path of [
    "说明（中文）.md",
    "日本語ガイド.md",
    "ｶﾀｶﾅ.md",
    "คำแนะนำ.md",
    "руководство.md",
    "test_отчёт.md",
    "λ-calculus.md",
    "Δt.md",
    "5μm.md",
    "µm.md",
    "m².md",
    "½.md",
    "第①章.md",
    "1ª edição.md",
    "nº 3.md",
    "Skill™.md",
    "wait….md",
    "naïve.md",
    "العربية.md",
    "עברית.md",
    "हिन्दी.md",
    "🚀.md",
    "한국어.md",
    "№5.md",
  ]) {
    expect([path, nameProblem(path)]).toEqual([path, undefined]);
  }
});

it("refuses two names for one file", () => {
  const codes = (...files: string[]) => setProblem(files, [])?.code;
  for (const pair of [
    ["a.md", "a.md"],
    ["a.md", "A.md"],
    ["SKILL.md", "skill.md"],
    ["stra\u00dfe", "STRASSE"],
    ["stra\u1e9ee", "strasse"],
    ["\u0130", "i\u0307"],
    ["\u0131", "I"],
    ["\u03c2", "\u03a3"],
    ["a/x", "A/y"],
    ["s/a/x", "s/A/y"],
    ["\u2460", "1"],
    ["Ⓐ", "ⓐ"],
  ] as const) {
    expect([pair, codes(...pair)]).toEqual([pair, "collision"]);
    expect([pair, codes(pair[1], pair[0])]).toEqual([pair, "collision"]);
  }
  for (const pair of [
    ["a", "a/b"],
    ["A", "a/b"],
    ["s/a", "s/A/b/c"],
  ] as const) {
    expect([pair, codes(...pair)]).toEqual([pair, "file-and-dir"]);
    expect([pair, codes(pair[1], pair[0])]).toEqual([pair, "file-and-dir"]);
  }
  expect(codes("a/b", "a/c", "b/a", "ab")).toBeUndefined();
});

it("compares directories that have their own entry with all other paths", () => {
  expect(setProblem(["a/b"], ["a"])).toBeUndefined();
  expect(setProblem([], ["a", "a/b", "a"])).toEqual({
    code: "collision",
    message: 'directory "a" is in the archive twice',
    entry: "a",
  });
  expect(setProblem(["a/b"], ["A"])).toEqual({
    code: "collision",
    message: '"a" and "A" are the same directory on systems that ignore case or Unicode form',
    entry: "A",
  });
  expect(setProblem(["a"], ["A"])).toEqual({
    code: "file-and-dir",
    message: '"a" is a file and "A" a directory of the same name; rename one',
    entry: "a",
  });
});

it("takes time linear in fifty thousand names as long and deep as they may be", () => {
  const deep = "é".repeat(6).split("").join("/");
  const paths = Array.from(
    { length: 50_000 },
    (_, index) => `${String(index).padStart(5, "0")}/${deep}/${"ü".repeat(100)}`,
  );
  const started = cpuTime();
  expect(paths.every((path) => nameProblem(path) === undefined)).toBe(true);
  expect(setProblem(paths, [])).toBeUndefined();
  expect(cpuTime() - started).toBeLessThan(linearLimit);
});
