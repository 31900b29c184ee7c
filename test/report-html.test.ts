import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ClientLoad } from "../src/model/client-load.ts";
import { isCounted, type Report } from "../src/model/report.ts";
import type { CheckData } from "../src/model/reports/check.ts";
import type { CompatData } from "../src/model/reports/compat.ts";
import type { PreviewData } from "../src/model/reports/preview.ts";
import type { TestData } from "../src/model/reports/test.ts";
import { html, htmlPieces } from "../src/report/formats/html.ts";
import { splitAdvice } from "../src/report/formats/text-finding.ts";
import { clean } from "../src/report/drawing/width.ts";
import { chromium, openInChromium } from "./support/chromium.ts";
import { fixturesRoot } from "./support/fixtures.ts";
import { runSkills } from "./support/io.ts";
import { type SmokeCheck, smokeChecks } from "../src/model/smoke.ts";
import { traceKinds } from "../src/model/trace.ts";
import { needs } from "./support/needs.ts";
import { type Element, readPages } from "./support/read-html.ts";
import { contextOf, reportOf, subjectOf } from "./support/report.ts";
import { full, hostileReport } from "./support/reported.ts";
import { isFull, samples } from "./support/samples.ts";
import { makeTree, skillMd } from "./support/tree.ts";
import { unpackSkills } from "./support/unpack-skills.ts";

/** The elements of each skill's part, by its path. */
function cardsOf(elements: readonly Element[]): ReadonlyMap<string, readonly Element[]> {
  const starts = elements.flatMap(({ attributes }, at) => (attributes["class"] === "card" ? [at] : []));
  return new Map(
    starts.map((start, index) => [
      elements[start]!.attributes["data-skill"]!,
      elements.slice(start, starts[index + 1]),
    ]),
  );
}

/** The findings of a part, each as severity, rule, position, and what else its first paragraph says. */
function findingsIn(card: readonly Element[]): readonly (readonly string[])[] {
  return card.flatMap(({ tag, attributes }, at) => {
    if (tag !== "li" || attributes["data-rule"] === undefined) return [];
    const rest = card.slice(at + 1);
    const message = rest.find((each) => each.tag === "bdi")!.text;
    const place = rest.findIndex((each) => each.tag === "code");
    const isPlaced = place !== -1 && place < rest.findIndex((each) => each.tag === "bdi");
    return [[attributes["class"]!, attributes["data-rule"]!, isPlaced ? rest[place]!.text : "", message]];
  });
}

/** What the page should list of a report's findings: first those that count, errors before warnings and notes. */
function findingsOf({ findings }: Report["subjects"][number]): readonly (readonly string[])[] {
  const counted = (wanted: string) =>
    findings.filter((finding) => isCounted(finding) && finding.severity === wanted);
  return [
    ...["error", "warning", "info"].flatMap(counted),
    ...findings.filter((finding) => !isCounted(finding)),
  ].map(({ severity, ruleId, file, start, message }) => [
    severity,
    ruleId,
    clean(`${file}${start ? `:${start.line}:${start.column}` : ""}`, 2048),
    splitAdvice(clean(message)).problem,
  ]);
}

/** Requires that the page shows the findings and the numbers of the report. */
function expectSame(elements: readonly Element[], report: Report): void {
  const cards = cardsOf(elements);
  expect(new Set(cards.keys())).toEqual(new Set(report.subjects.map(({ path }) => clean(path))));
  for (const subject of report.subjects) {
    const wanted = findingsOf(subject);
    const shown = findingsIn(cards.get(clean(subject.path))!);
    expect(shown.map((each) => each.slice(0, 3))).toEqual(wanted.map((each) => each.slice(0, 3)));
    for (const [at, each] of shown.entries()) expect(each[3]).toContain(wanted[at]![3]!.slice(0, 2000));
  }
  const tiles = elements.filter(({ attributes }) => attributes["data-count"] !== undefined);
  for (const { attributes, text } of tiles)
    expect([attributes["data-count"], Number.parseInt(text.replaceAll(",", ""), 10)]).toEqual([
      attributes["data-count"],
      report.summary[attributes["data-count"] as "errors"],
    ]);
  expect(tiles.length).toBeGreaterThanOrEqual(4);
}

const words = { "as-written": "yes", differs: "differs", "not-loaded": "no", unknown: "?" } as const;

function wordOf({ outcome, hidden }: ClientLoad): string {
  return hidden && outcome !== "differs" ? "hidden" : words[outcome];
}

interface Loads {
  readonly skill: string;
  readonly loads: readonly ClientLoad[];
}

/** The words of each skill's row in the matrix, by the head of the column; and the sentences below the matrix. */
function matrixIn(elements: readonly Element[]) {
  const start = elements.findIndex(({ attributes }) => attributes["aria-labelledby"] === "clients");
  const end = elements.findIndex(({ tag }, at) => at > start && tag === "section");
  const own = elements.slice(start, end === -1 ? undefined : end);
  const table = own.filter(({ inside }) => inside.includes("thead") || inside.includes("tbody"));
  const [, ...heads] = table.filter(({ tag, inside }) => tag === "th" && inside.includes("thead"));
  // Programs with the same answers share a column: two are in its head, more below the table.
  const shared = new Map(
    own.flatMap(({ attributes, text }) => {
      if (attributes["data-columns"] === undefined) return [];
      const [head, names] = text.split(/: (.*)/) as [string, string];
      return [[head, names.split(/, | and /)] as const];
    }),
  );
  const rows = new Map<string, ReadonlyMap<string, string>>();
  for (const [at, { tag, attributes }] of own.entries()) {
    if (tag !== "a" || attributes["data-skill"] === undefined) continue;
    const rest = own.slice(at);
    const next = rest.findIndex((each) => each.tag === "tr");
    const cells = rest.slice(0, next === -1 ? undefined : next).filter((each) => each.tag === "td");
    rows.set(
      attributes["data-skill"]!,
      new Map(
        heads.flatMap(({ text }, column) =>
          (shared.get(text) ?? text.split(" and ")).map(
            (title) => [title, cells[column]?.text ?? ""] as const,
          ),
        ),
      ),
    );
  }
  return { rows, said: own.filter(({ tag }) => tag === "p").map(({ text }) => text) };
}

/** Requires that the matrix shows what the report says of each skill and client. */
function expectSameLoads(elements: readonly Element[], skills: readonly Loads[]): void {
  const { rows, said } = matrixIn(elements);
  for (const { skill, loads } of skills) {
    const row = rows.get(clean(skill))!;
    const titles = loads.map(({ title, variant, version }) => {
      const ways = [
        [title, variant, version],
        [title, variant],
      ].map((words) => words.filter((word) => word !== undefined).join(" "));
      return ways.find((way) => row.has(way));
    });
    const listed = titles.filter((title) => title !== undefined);
    expect([skill, new Set(listed).size]).toEqual([skill, listed.length]);
    for (const [at, load] of loads.entries()) {
      const title = titles[at];
      if (title !== undefined) expect([skill, title, row.get(title)]).toEqual([skill, title, wordOf(load)]);
      else {
        // A client of which nothing is known is named once.
        expect([skill, load.title, load.outcome]).toEqual([skill, load.title, "unknown"]);
        expect(said.find((each) => each.includes(load.reasons[0]!))).toContain(load.title);
      }
    }
  }
}

it("is written as it was", async () => {
  const body = html(full, contextOf()).replace(/^[^]*<body>|<script>[^]*$/g, "");
  await expect(body).toMatchFileSnapshot(`${fixturesRoot}/reports/full.html`);
});

it("shows the findings and the numbers of the report, and what was not read", () => {
  needs("python3");
  const [elements] = readPages([html(full, contextOf())]) as [readonly Element[]];
  expectSame(elements, full);
  const unread = elements.flatMap(({ attributes }) => attributes["data-unread"] ?? []);
  expect(unread).toEqual(["skills/forms/data/big.csv", "locked"]);
  expect(elements.filter(({ tag }) => tag === "mark").map(({ text }) => text)).toContain("PDF-Forms");
  const said = elements.find(({ tag }) => tag === "body")!.text;
  for (const reason of ["made while building", "an old client wants it", "permission denied"])
    expect(said).toContain(reason);
});

it("shows errors alone if it is to be quiet", () => {
  needs("python3");
  const [elements] = readPages([html(full, contextOf({ quiet: true }))]) as [readonly Element[]];
  const severities = elements.flatMap(({ attributes }) =>
    attributes["data-rule"] ? [attributes["class"]] : [],
  );
  expect(new Set(severities)).toEqual(new Set(["error"]));
});

it("allows its own style and script alone", () => {
  needs("python3");
  const [elements] = readPages([html(full, contextOf())]) as [readonly Element[]];
  const digest = (wanted: string) => {
    const [only, ...others] = elements.filter(({ tag }) => tag === wanted);
    expect(others).toEqual([]);
    return `'sha256-${createHash("sha256").update(only!.text).digest("base64")}'`;
  };
  const policy = elements.find(({ attributes }) => attributes["http-equiv"] === "Content-Security-Policy");
  expect(policy?.attributes["content"]).toBe(
    `default-src 'none'; style-src ${digest("style")}; script-src ${digest("script")}; base-uri 'none'; form-action 'none'`,
  );
});

/** Whether no two skills have the same path, by which the test finds them again. */
function hasOwnPaths({ subjects }: Report): boolean {
  return new Set(subjects.map(({ path }) => clean(path))).size === subjects.length;
}

it("has no element and no address but its own, whatever names and messages hold", () => {
  needs("python3");
  const reports = fc.sample(hostileReport.filter(hasOwnPaths), samples(100));
  const own = new Set(readPages([html(full, contextOf())])[0]!.map(({ tag }) => tag));
  for (const [index, elements] of readPages(reports.map((report) => html(report, contextOf()))).entries()) {
    expectSame(elements, reports[index]!);
    expect(elements.map(({ tag }) => tag).filter((tag) => !own.has(tag))).toEqual([]);
    const attributes = elements.flatMap((each) => Object.entries(each.attributes));
    expect(attributes.filter(([name]) => /^(?:on|style|src)/.test(name))).toEqual([]);
    const addresses = attributes.flatMap(([name, value]) => (name === "href" ? [value] : []));
    expect(
      addresses.filter((address) => !/^(?:#|https:\/\/github\.com\/acme\/)/.test(address ?? "")),
    ).toEqual([]);
  }
});

it("links to no address but one of the web", () => {
  const [first, ...others] = full.subjects[0]!.findings;
  const findings = [{ ...first!, helpUrl: "javascript:alert(1)" }, ...others];
  expect(html(reportOf([subjectOf("a", findings)]), contextOf())).not.toContain("javascript:");
});

it("is drawn in pieces, one for each skill", () => {
  const subjects = Array.from({ length: 50 }, (_, at) =>
    subjectOf(`skills/forms-${at}`, full.subjects[0]!.findings),
  );
  const pieces = Array.from(htmlPieces(reportOf(subjects), contextOf()));
  expect(pieces.join("")).toBe(html(reportOf(subjects), contextOf()));
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(pieces.join("").length / 5);
});

const hostileCode = "document.documentElement.dataset.ran = 1";

/** Skills that would run a script or ask for something on a page that does not escape them. */
const hostileTree = {
  'forms"><img src="/asked" onerror="document.documentElement.dataset.ran=1">/SKILL.md': `---\nname: "</title></script><script>${hostileCode}</script>"\ndescription: "<svg onload='${hostileCode}'> \u202Ereversed <link rel=stylesheet href=/asked>"\n---\n# </pre></details><style>@import '/asked'</style>\n\n[a](javascript:${hostileCode}) <iframe src=/asked></iframe>\n\n${"<b>".repeat(300_000)} [b](no.md)<script>${hostileCode}</script>\n`,
  "x/SKILL.md": skillMd("x", `TODO <base href="/asked"><meta http-equiv="refresh" content="0;url=/asked">\n`),
};

describe("in Chromium", () => {
  it("runs nothing of a skill and asks for nothing", async () => {
    needs(chromium);
    const cwd = makeTree(hostileTree);
    for (const command of ["check", "lint"]) {
      const { stdout } = await runSkills([command, "--format", "html"], { cwd });
      const { dom, asked } = await openInChromium(stdout);
      expect([command, asked]).toEqual([command, ["/"]]);
      expect(dom).not.toContain("data-ran");
      // Its own script ran.
      expect(dom).toMatch(/<form role="search"/);
    }
  });

  it("would show if a skill's script ran or asked", async () => {
    needs(chromium);
    const { dom, asked } = await openInChromium(
      `<!doctype html><script>${hostileCode}</script><img src="/asked">`,
    );
    expect([asked.toSorted(), dom.includes("data-ran")]).toEqual([["/", "/asked"], true]);
  });
});

async function expectSameRun(cwd: string, paths: readonly string[] = ["."]): Promise<number> {
  const args = ["check", ...paths, "--client", "all"];
  const { stdout: printed } = await runSkills([...args, "--format", "json"], { cwd });
  const { stdout: page } = await runSkills([...args, "--format", "html"], { cwd });
  const report: Report<CheckData> = JSON.parse(printed);
  const [elements] = readPages([page]) as [readonly Element[]];
  expectSame(elements, report);
  expectSameLoads(elements, report.data!.skills);
  return report.subjects.length;
}

it("shows what JSON has about the same skills: findings, numbers, and what each client makes of them", async () => {
  needs("python3");
  const cwd = makeTree({
    ...hostileTree,
    "Forms/SKILL.md":
      "---\nname: Forms\ndescription: Fills: forms\nmetadata:\n  a: 1.10\n---\nSee [a](docs/a.md).\n",
    "asked/SKILL.md": skillMd("asked", "Fill it in.\n").replace(
      "\n---\n",
      "\ndisable-model-invocation: true\n---\n",
    ),
    "long/SKILL.md": `---\nname: long\ndescription: ${"Fills forms. ".repeat(70)}\n---\n# Long\n\nFill it in.\n`,
  });
  expect(await expectSameRun(cwd)).toBe(5);
});

it("shows what each version of a client makes of a skill as compat reports it", async () => {
  needs("python3");
  const cwd = makeTree(hostileTree);
  const args = ["compat", ".", "--client", "cline,codex"];
  const { data }: Report<CompatData> = JSON.parse(
    (await runSkills([...args, "--format", "json"], { cwd })).stdout,
  );
  const { stdout, code } = await runSkills([...args, "--format", "html"], { cwd });
  expect(code).toBe(1);
  const skills = Array.from(new Set(data!.rows.map(({ skill }) => skill)));
  const [elements] = readPages([stdout]) as [readonly Element[]];
  expect(skills).toHaveLength(2);
  expectSameLoads(
    elements,
    skills.map((skill) => ({ skill, loads: data!.rows.filter((row) => row.skill === skill) })),
  );
  const said = elements.find(({ tag }) => tag === "body")!.text;
  for (const { reasons, outcome } of data!.rows)
    if (outcome === "not-loaded") expect(said).toContain(clean(reasons[0]!));
});

it("shows a client's list of skills as preview reports it", async () => {
  needs("python3");
  const long = (at: number) =>
    `---\nname: s${at}\ndescription: <b>${"Fills </pre> forms. ".repeat(50)}\n---\n# S\n`;
  const cwd = makeTree({
    ...hostileTree,
    ...Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`s${at}/SKILL.md`, long(at)])),
  });
  const args = ["preview", ".", "--client", "codex"];
  const { data }: Report<PreviewData> = JSON.parse(
    (await runSkills([...args, "--format", "json"], { cwd })).stdout,
  );
  const [elements] = readPages([(await runSkills([...args, "--format", "html"], { cwd })).stdout]) as [
    readonly Element[],
  ];
  const shown = elements.flatMap(({ attributes }) =>
    attributes["data-state"] ? [[attributes["data-skill"], attributes["data-state"]]] : [],
  );
  const { entries } = data!.catalog!;
  expect(shown).toEqual(entries.map(({ skill, state }) => [clean(skill), state]));
  expect(entries.some(({ state }) => state !== "whole")).toBe(true);
  expect(Array.from(cardsOf(elements).keys())).toEqual(data!.skills.map(({ path }) => clean(path)));
});

it("shows the tests of agents with their sessions as JSON has them", async () => {
  needs("python3");
  const cwd = makeTree({
    "a/SKILL.md": skillMd("a", "See [steps](steps.md).\n"),
    "b/SKILL.md": "---\nname: <b>\ndescription: Fills </script><script>forms\n---\n# B\n",
  });
  const args = ["test", ".", "--system", "all"];
  const run: TestData = JSON.parse((await runSkills([...args, "--format", "json"], { cwd })).stdout).data;
  const [elements] = readPages([(await runSkills([...args, "--format", "html"], { cwd })).stdout]) as [
    readonly Element[],
  ];
  const outcomes = elements.flatMap(({ attributes }) => attributes["data-test"] ?? []);
  expect(outcomes.toSorted()).toEqual(run.tests.map(({ outcome }) => outcome).toSorted());
  expect(new Set(outcomes)).toEqual(new Set(["pass", "fail"]));
  for (const { attributes, text } of elements)
    if (attributes["data-count"])
      expect([attributes["data-count"], Number.parseInt(text, 10)]).toEqual([
        attributes["data-count"],
        run.counts[attributes["data-count"] as "passed"],
      ]);
  const order = ["fail", "could-not-measure", "pass"];
  const shown = run.tests
    .filter(({ outcome, warnings }) => outcome !== "pass" || warnings.length > 0)
    .toSorted((a, b) => order.indexOf(a.outcome) - order.indexOf(b.outcome));
  const kinds = shown.flatMap(({ trace = [] }) => trace.map(({ kind }) => kind));
  expect(elements.flatMap(({ attributes }) => attributes["data-event"] ?? [])).toEqual(kinds);
  expect(kinds.length).toBeGreaterThan(0);
  const said = elements.find(({ tag }) => tag === "body")!.text;
  for (const { message, outcome } of shown) if (outcome === "fail") expect(said).toContain(clean(message));
  const words = said.slice(said.lastIndexOf("Words on this page"));
  for (const { check } of run.tests) expect(words).toContain(smokeChecks[check as SmokeCheck]);
  for (const kind of kinds) expect(words).toContain(traceKinds[kind]);
});

if (isFull)
  describe("over the corpus", () => {
    const root = unpackSkills();
    it("shows what JSON has", { timeout: 600_000 }, async () => {
      needs("python3");
      const some = readdirSync(root()).toSorted().slice(0, 7);
      expect(await expectSameRun(root(), some)).toBeGreaterThan(200);
    });
  });
