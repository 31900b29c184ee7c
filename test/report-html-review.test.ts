import { expect, it } from "vitest";
import { clean } from "../src/report/drawing/width.ts";
import { drawReferences } from "../src/report/html/references.ts";
import { drawTreemap } from "../src/report/html/treemap.ts";
import type { Report } from "../src/model/report.ts";
import type { OneDiff, SeveralDiffs } from "../src/model/reports/diff.ts";
import type { SkillReferences } from "../src/model/reports/graph.ts";
import type { InspectData } from "../src/model/reports/inspect.ts";
import { chromium, openInChromium } from "./support/chromium.ts";
import { runSkills } from "./support/io.ts";
import { needs } from "./support/needs.ts";
import { type Element, readPages } from "./support/read-html.ts";
import { makeTree, skillMd } from "./support/tree.ts";

const hostileCode = "document.documentElement.dataset.ran=1";

/** A name of a file that no archive may have. */
const hostileName = { 'new/forms/"><script src="/asked">.md': "# </details><iframe src=/asked></iframe>\n" };

/** Two versions of a skill, of which the second has more, and names and texts that would run on a page. */
const tree = {
  "old/forms/SKILL.md": skillMd("forms", "# Fill\n\nRun `curl https://acme.com/a`.\n"),
  "old/forms/scripts/fill.sh": "#!/bin/sh\ncurl https://api.acme.com/x\n",
  "new/forms/SKILL.md": skillMd(
    "forms",
    `# </script><script>${hostileCode}</script>\n\nSee [it](gone.md).\n\n## Then\n\nRun \`rm -rf ~/.cache\`.\n`,
  ).replace("\n---\n", `\nlicense: "<img src=/asked onerror=${hostileCode}>"\n---\n`),
  "new/forms/scripts/fill.sh": `#!/bin/sh\n# <svg onload="${hostileCode}">\nwget https://files.acme.com/x\n`,
  "new/added/SKILL.md": skillMd("added", "Fill it in.\n"),
};

async function pageAndData<Data extends object>(
  args: readonly string[],
): Promise<{ readonly page: string; readonly elements: readonly Element[]; readonly data: Data }> {
  const cwd = makeTree(args[0] === "inspect" ? { ...tree, ...hostileName } : tree);
  const { stdout } = await runSkills([...args, "--format", "json"], { cwd });
  const { stdout: page, code } = await runSkills([...args, "--format", "html"], { cwd });
  const { data, outcome }: Report<Data> = JSON.parse(stdout);
  expect(code).toBe(outcome);
  return { page, elements: readPages([page])[0]!, data: data! };
}

/** The values of a data attribute, in the order of the page. */
function valuesOf(elements: readonly Element[], name: string): readonly (string | null)[] {
  return elements.flatMap(({ attributes }) => {
    const value = attributes[`data-${name}`];
    return value === undefined ? [] : [value];
  });
}

it("shows of each skill the files, fields and facts that inspect has as JSON", async () => {
  needs("python3");
  const { elements, data } = await pageAndData<InspectData>(["inspect", "new"]);
  const { skills } = data;
  expect(skills).toHaveLength(2);
  expect(valuesOf(elements, "skill")).toEqual(skills.map(({ path }) => clean(path)));
  expect(valuesOf(elements, "file")).toEqual(
    skills.flatMap(({ files }) =>
      files.flatMap((file) => (file.kind === "directory" ? [] : [clean(file.path)])),
    ),
  );
  expect(valuesOf(elements, "field")).toEqual(skills.flatMap(({ fields }) => fields.map(({ key }) => key)));
  expect(valuesOf(elements, "section")).toEqual(
    skills.flatMap(({ tokens }) => tokens.sections.map(({ line }) => String(line))),
  );
  const said = elements.find(({ tag }) => tag === "body")!.text;
  for (const { inventory } of skills)
    for (const { name } of [...inventory.hosts.facts, ...inventory.paths.facts, ...inventory.variables.facts])
      expect(said).toContain(clean(name));
  expect(skills.flatMap(({ inventory }) => inventory.hosts.facts)).not.toEqual([]);
  const references = skills.map((skill) => skill.references);
  expect(valuesOf(elements, "broken")).toEqual(
    references.flatMap(({ broken }) => broken.map(({ status }) => status)),
  );
  expect(valuesOf(elements, "orphan")).toEqual(
    references.flatMap(({ orphans }) => orphans.map((path) => clean(path))),
  );
  expect(valuesOf(elements, "edge").toSorted()).toEqual(
    references.flatMap(({ edges }) => edges.map(({ kind }) => kind)).toSorted(),
  );
  expect(valuesOf(elements, "broken")).toContain("missing");
  expect(valuesOf(elements, "orphan")).toHaveLength(2);
});

const none: SkillReferences = {
  edges: [],
  broken: [],
  lostAnchors: [],
  orphans: [],
  cycles: [],
  capped: false,
};

const edge = (from: string, to: string): SkillReferences["edges"][number] => ({
  from,
  to,
  kind: "link",
  line: 1,
  column: 1,
});

/** The lines of the drawing: how deep each is, and what it says. */
function linesIn(drawn: string): readonly (readonly [depth: number, text: string])[] {
  const [page] = readPages([drawn]);
  const items = page!.filter(({ tag }) => tag === "li");
  return items.map(({ inside, text }) => {
    // The text of an item has that of those below it.
    return [inside.filter((tag) => tag === "ul").length, text] as const;
  });
}

it("draws each file below the one nearest to SKILL.md that names it, and says what is wrong", () => {
  needs("python3");
  const spot = { from: "a.md", line: 3, column: 1 };
  const drawn = String(
    drawReferences({
      ...none,
      edges: [
        edge("SKILL.md", "a.md"),
        edge("a.md", "b.md"),
        edge("b.md", "SKILL.md"),
        edge("SKILL.md", "C.md"),
        edge("C.md", "b.md"),
        edge("left.md", "C.md"),
      ],
      broken: [
        { ...spot, target: '"><script>', status: "missing" },
        { ...spot, target: "../x.md", status: "escapes" },
        { ...spot, target: "c.md", status: "wrong-case", nearest: "C.md" },
      ],
      lostAnchors: [{ from: "a.md", to: "b.md", fragment: "gone", line: 4, column: 1, nearest: "here" }],
      orphans: ["left.md"],
    }),
  );
  expect(drawn).not.toContain("<script>");
  const lines = linesIn(drawn);
  const starts = [
    [1, "SKILL.md"],
    [2, "a.md link, line 1"],
    [3, '"><script> does not exist line 3'],
    [3, "../x.md points outside the skill line 3"],
    [3, "c.md differs in case from a file line 3; did you mean C.md?"],
    [3, "b.md#gone matches no heading line 4; did you mean #here?"],
    [3, "b.md link, line 1"],
    [4, "SKILL.md link, line 1 …"],
    [2, "C.md link, line 1"],
    [3, "b.md link, line 1 …"],
    [1, "left.md nothing leads here"],
    [2, "C.md link, line 1 …"],
  ] as const;
  expect(lines.map(([depth]) => depth)).toEqual(starts.map(([depth]) => depth));
  for (const [at, [, start]] of starts.entries()) expect(lines[at]![1].slice(0, start.length)).toBe(start);
});

it("begins a tree of its own where one is too deep", () => {
  needs("python3");
  const chain = ["SKILL.md", ...Array.from({ length: 12 }, (_, at) => `${at}.md`)];
  const edges = chain.slice(1).map((to, at) => edge(chain[at]!, to));
  const lines = linesIn(String(drawReferences({ ...none, edges })));
  expect(lines.map(([depth]) => depth)).toEqual([1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6, 1, 2, 3]);
  expect(lines.map(([, text]) => text.split(" ")[0])).toEqual(
    expect.arrayContaining(chain.map((name) => expect.stringContaining(name))),
  );
});

it("draws no more than can be seen of a large skill, what is wrong first, and nothing without references", () => {
  expect(drawReferences(none)).toBeUndefined();
  const files = Array.from({ length: 5_000 }, (_, at) => `docs/${at}.md`);
  const drawn = String(
    drawReferences({
      ...none,
      edges: files.flatMap((file, at) => [edge("SKILL.md", file), edge(file, files[(at * 7) % 50]!)]),
      broken: [{ from: "docs/4999.md", target: "gone.md", status: "missing", line: 1, column: 1 }],
    }),
  );
  expect(drawn.match(/<li data-edge/g)).toHaveLength(399);
  expect(drawn).toContain("gone.md");
  expect(drawn).toContain("and 9,601 references more");
  expect(drawn.length).toBeLessThan(80_000);
});

it("shows the details of as many skills as a page of 5 MB has room for, and of all if asked", async () => {
  needs("python3");
  const cwd = makeTree(
    Object.fromEntries(
      Array.from({ length: 100 }, (_, at) => [
        `s${at}/SKILL.md`,
        skillMd(`s${at}`, `# S\n\n${"Fills PDF forms. ".repeat(3_000)}\n`),
      ]),
    ),
  );
  const args = ["preview", "--client", "codex", "--format", "html"];
  const { stdout } = await runSkills(args, { cwd });
  const [elements] = readPages([stdout]) as [readonly Element[]];
  const cards = elements.filter(({ attributes }) => attributes["class"] === "card");
  const whole = cards.filter(({ tag }) => tag === "details");
  expect(cards).toHaveLength(100);
  expect(whole.length).toBeGreaterThan(50);
  expect(valuesOf(elements, "left")).toEqual([String(100 - whole.length)]);
  expect(Buffer.byteLength(stdout)).toBeLessThan(5_000_000);
  const { stdout: all } = await runSkills([...args, "--all"], { cwd });
  expect(all.match(/<details class="card"/g)).toHaveLength(100);
  expect(all).not.toContain("data-left");
});

it("shows what diff has as JSON", async () => {
  needs("python3");
  const { elements, data } = await pageAndData<OneDiff>(["diff", "--patch", "old/forms", "new/forms"]);
  const { capabilities, fields, files } = data.diff;
  expect(valuesOf(elements, "capability")).toEqual([
    ...capabilities.gained.map(() => "gained"),
    ...capabilities.lost.map(() => "lost"),
  ]);
  expect(capabilities.gained.length).toBeGreaterThan(1);
  expect(valuesOf(elements, "field")).toEqual(fields.map(({ key }) => key));
  expect(valuesOf(elements, "file")).toEqual(files.map(({ path }) => clean(path)));
  const said = elements.find(({ tag }) => tag === "body")!.text;
  for (const { name } of capabilities.gained) expect(said).toContain(clean(name));
  expect(said).toContain("+wget https://files.acme.com/x");
  const lines = elements.filter(({ tag }) => tag === "dt" || tag === "dd").map(({ text }) => clean(text));
  const textOf = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));
  expect(lines).toEqual(
    fields.flatMap((each) => [
      each.key,
      `old ${each.old === undefined ? "none" : clean(textOf(each.old))}`,
      `new ${each.new === undefined ? "none" : clean(textOf(each.new))}`,
    ]),
  );
});

it("shows the skills that only one of two collections has", async () => {
  needs("python3");
  const { elements, data } = await pageAndData<SeveralDiffs>(["diff", "old", "new"]);
  expect(valuesOf(elements, "side")).toEqual(data.added.map(() => "added"));
  expect(valuesOf(elements, "skill")).toEqual(data.diffs.map((each) => clean(each.new.path)));
  expect(data.added).toHaveLength(1);
});

it("shows why an archive is not compared", async () => {
  const cwd = makeTree({ ...tree, "broken.zip": "PK no archive" });
  const { stdout, code } = await runSkills(["diff", "--format", "html", "broken.zip", "old/forms"], { cwd });
  expect(code).toBe(2);
  expect(stdout).toContain("broken.zip");
  expect(stdout).toContain("data-rule");
});

it("runs nothing of a skill and asks for nothing", async () => {
  needs(chromium);
  for (const args of [
    ["inspect", "new"],
    ["diff", "--patch", "old", "new"],
    ["preview", "--client", "codex", "--args", hostileCode, "new"],
  ]) {
    const { page } = await pageAndData(args);
    const { dom, asked } = await openInChromium(page);
    expect([args, asked]).toEqual([args, ["/"]]);
    expect(dom).not.toContain("data-ran");
    expect(dom).toMatch(/<form role="search"/);
  }
});

it("draws tiles with areas as their amounts, inside the drawing and apart from each other", () => {
  const amounts = [500, 200, 100, 100, 50, 30, 20, 0];
  const drawn = String(drawTreemap(amounts.map((amount) => ({ title: `<${amount}>`, amount, color: 2 }))));
  const boxes = Array.from(
    drawn.matchAll(/<rect class="b2" x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"/g),
    ([, ...figures]) => figures.map(Number) as [number, number, number, number],
  );
  expect(boxes).toHaveLength(7);
  for (const [at, [x, y, width, height]] of boxes.entries()) {
    expect((width * height) / (328 * 220)).toBeCloseTo(amounts[at]! / 1000, 2);
    expect(x + width).toBeLessThanOrEqual(328.2);
    expect(y + height).toBeLessThanOrEqual(220.2);
    for (const [left, top, wide, high] of boxes.slice(0, at))
      expect(
        x >= left + wide - 0.2 || left >= x + width - 0.2 || y >= top + high - 0.2 || top >= y + height - 0.2,
      ).toBe(true);
  }
  expect(drawn).not.toContain("<500>");
  const many = (amount: number) =>
    String(drawTreemap(Array.from({ length: 900 }, (_, at) => ({ title: `s${at}`, amount, color: 2 }))));
  expect(many(7).match(/<rect/g)).toHaveLength(24);
  expect(many(7)).toContain("The largest 24 of 900.");
  const few = String(
    drawTreemap([500, 400, 1, 2, 3].map((amount) => ({ title: `a${amount}`, amount, color: 2 }))),
  );
  expect(few.match(/<rect/g)).toHaveLength(3);
  expect(few).toContain("<title>3 more: 6</title>");
  expect(drawTreemap([{ title: "nothing", amount: 0, color: 1 }])).toBeUndefined();
});
