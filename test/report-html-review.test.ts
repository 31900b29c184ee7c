import { expect, it } from "vitest";
import { clean } from "../src/report/drawing/width.ts";
import { drawTreemap } from "../src/report/html/treemap.ts";
import type { Report } from "../src/model/report.ts";
import type { OneDiff, SeveralDiffs } from "../src/model/reports/diff.ts";
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
    `# </script><script>${hostileCode}</script>\n\nSee [it](<b>.md).\n\n## Then\n\nRun \`rm -rf ~/.cache\`.\n`,
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
    expect((width * height) / (1000 * 420)).toBeCloseTo(amounts[at]! / 1000, 2);
    expect(x + width).toBeLessThanOrEqual(1000.2);
    expect(y + height).toBeLessThanOrEqual(420.2);
    for (const [left, top, wide, high] of boxes.slice(0, at))
      expect(
        x >= left + wide - 0.2 || left >= x + width - 0.2 || y >= top + high - 0.2 || top >= y + height - 0.2,
      ).toBe(true);
  }
  expect(drawn).not.toContain("<500>");
  expect(drawTreemap([{ title: "nothing", amount: 0, color: 1 }])).toBeUndefined();
});
