import { expect, it } from "vitest";
import { bodyOf, referencesIn } from "./support/body.ts";

it.each([
  ["[a](b.md)", ["link b.md"]],
  ["[a](b.md#part) and [c](d/)", ["link b.md#part", "link d/"]],
  ["[a](b.md \"title\") [a](c.md 't') [a](d.md (t))", ["link b.md", "link c.md", "link d.md"]],
  ["[a](<b c.md>)", ["link b c.md"]],
  [
    "[a](b%20c.md) [a](caf%C3%A9.md) [a](100%.md) [a](b\\_c.md) [a](b&amp;c.md)",
    ["link b c.md", "link café.md", "link 100%.md", "link b_c.md", "link b&c.md"],
  ],
  ["[a](b(c).md)", ["link b(c).md"]],
  ["[a [b] c](d.md)", ["link d.md"]],
  ["[a](b(c.md ) [a](b.md (t(u)) [a](b\\ c.md)", []],
  ["[a](b&#0;.md) [a](b&#xD800;.md)", ["link b\ufffd.md", "link b\ufffd.md"]],
  ["[![a](b.png)](c.md)", ["image b.png", "link c.md"]],
  ["[a [b](c.md) d](e.md) [f](g.md)", ["link c.md", "link g.md"]],
  ["`a/b.md` and [`c/d.md`](c/d.md)", ["code-span a/b.md", "link c/d.md"]],
  ["[a\nb](c.md)", ["link c.md"]],
  ["![a](b.png?raw=1)", ["image b.png"]],
  ["[a]: b.md\n[c]: <d e.md> 'title'\n\n[a] [x][c]", ["definition b.md", "definition d e.md"]],
  ["[a]: b.md 'title'\n  [c]:\n  d.md\n", ["definition b.md", "definition d.md"]],
  ['<img src="a.png" alt=x> <a href=b.md>', ["html a.png", "html b.md"]],
  ['<div>\n<img src="a.png">\n</div>', ["html a.png"]],
  ["- item [a](b.md)\n  > quoted [c](d.md)", ["link b.md", "link d.md"]],
  ["| a | b |\n|---|---|\n| [c](d.md) | `e/f.md` |", ["link d.md", "code-span e/f.md"]],
  ["# Title [a](b.md)", ["link b.md"]],
  ["[a](file:///b.md) [a](C:/b.md)", ["link file:///b.md", "link C:/b.md"]],
])("finds the paths in %j", (text, expected) => {
  expect(referencesIn(text)).toEqual(expected);
});

it.each([
  ["[a](https://example.com/b.md) [a](mailto:b@c) [a](//host/b.md) [a](#part) [a]()"],
  ["<https://example.com/a.md> https://example.com/b.md"],
  ["[a] (b.md) [a](b c.md) [a](b.md"],
  ["\\[a](b.md)"],
  ["`[a](b/)` ``[a](`b/)``"],
  ["```\n[a](b/)\n```"],
  ["    [a](b.md)"],
  ["<!-- [a](b.md) -->"],
  ["<div>\n[a](b.md)\n</div>"],
  ["[a](url) [a](path/to/file.md) [a](<name>.md) [a]({{page}}.md) [a](references/*.md)"],
  ["[^1]: note.md"],
  ["#### [a]: b"],
])("finds no path in %j", (text) => {
  expect(referencesIn(text)).toEqual([]);
});

it.each([
  ["`references/a.md`", ["code-span references/a.md"]],
  ["See references/a.md and src/b.md, or `c/d.md`.", ["text references/a.md", "code-span c/d.md"]],
  ["- **scripts/a.py**: fills\n- **b/c.sh**: signs", ["text scripts/a.py"]],
  ["[See references/a.md](references/a.md)", ["link references/a.md"]],
  ["`x` or ``see references/a.md`` and a references/b.md", ["code-span references/a.md"]],
  ["`python scripts/run.py --out=out/x.json`", ["code-span scripts/run.py", "code-span out/x.json"]],
  [
    "`{baseDir}/scripts/a.py` `${CLAUDE_SKILL_DIR}/b/c.sh` `$SKILL_DIR/d.md`",
    ["code-span scripts/a.py", "code-span b/c.sh", "code-span d.md"],
  ],
  [
    "`./a.md` `../other/a.md` `reference.md` `src/x.ts:12`",
    ["code-span ./a.md", "code-span ../other/a.md", "code-span reference.md", "code-span src/x.ts"],
  ],
  [
    "`/mnt/skills/public/pdf/SKILL.md` `~/.claude/skills/pdf/a.md`",
    ["code-span /mnt/skills/public/pdf/SKILL.md", "code-span ~/.claude/skills/pdf/a.md"],
  ],
  [
    "```bash\npython scripts/run.py\n├── assets/logo.png\n```",
    ["fence scripts/run.py", "fence assets/logo.png"],
  ],
  ["[`references/a.md`](references/a.md)", ["link references/a.md"]],
])("finds the paths that code names in %j", (text, expected) => {
  expect(referencesIn(text)).toEqual(expected);
});

it.each([
  ["`references/<name>.md` `references/{{x}}.md` `docs/[a].md` `logs/YYYY-MM-DD.md` `a/*.md` `src/...`"],
  ["`/usr/bin/env` `/etc/hosts.conf` `~/.bashrc` `../other/a.py`"],
  ["`https://example.com/a/b.md` `github.com/a/b.md` `@scope/pkg/a.js`"],
  ["`np.array` `console.log` `1.2.3` `e.g.` `Node.js/Express` `a/b` `^a/b\\.md$`"],
  ["`path/to/file.md` `your-project/a.md`"],
])("takes no word of %j for a path", (text) => {
  expect(referencesIn(text)).toEqual([]);
});

it("points at the target as written", () => {
  const text = "é [a](<b%20c.md#d> 'title')\n`x scripts/run.py`";
  const [link, code] = bodyOf(text).references;
  expect(link?.range.start).toEqual({ line: 1, column: 8, offset: 7, byteOffset: 8 });
  expect(text.slice(link?.range.start.offset, link?.range.end.offset)).toBe("b%20c.md#d");
  expect(text.slice(code?.range.start.offset, code?.range.end.offset)).toBe("scripts/run.py");
});
