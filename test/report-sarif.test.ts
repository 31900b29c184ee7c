import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { expect, it } from "vitest";
import { plainPaint } from "../src/model/paint.ts";
import type { Report } from "../src/model/report.ts";
import { sarif } from "../src/report/formats/sarif.ts";
import { ruleMetas } from "../src/rules/lists/lint-rules.ts";
import { fixturesRoot } from "./support/fixtures.ts";
import { contextOf, diagnosticAt, reportOf, subjectOf } from "./support/report.ts";
import { full, hostileReport, metas, source } from "./support/reported.ts";
import { samples } from "./support/samples.ts";

const schema = JSON.parse(readFileSync(`${fixturesRoot}/reports/sarif-as-written.schema.json`, "utf8"));
const matches = new Ajv2020({
  strict: true,
  allErrors: true,
  formats: {
    uri: (text: string) => URL.canParse(text),
    "uri-reference": (text: string) => URL.canParse(text, "file:///base/"),
  },
}).compile(schema);

interface Region {
  readonly startLine: number;
  readonly startColumn: number;
  readonly endLine: number;
  readonly endColumn: number;
  readonly byteOffset: number;
  readonly byteLength: number;
}

interface Result {
  readonly ruleIndex: number;
  readonly message: { readonly text: string };
  readonly locations: readonly [
    {
      readonly physicalLocation: {
        readonly artifactLocation: { readonly uri: string; readonly uriBaseId?: string };
      };
    },
  ];
  readonly fixes: readonly {
    readonly artifactChanges: readonly [
      {
        readonly replacements: readonly [
          { readonly deletedRegion: Region; readonly insertedContent: { readonly text: string } },
        ];
      },
    ];
  }[];
  readonly partialFingerprints: { readonly "skillwright/v1": string };
  readonly suppressions: readonly object[];
  readonly baselineState: string;
}

interface Run {
  readonly tool: {
    readonly driver: {
      readonly rules: readonly {
        readonly id: string;
        readonly help: { readonly text: string };
        readonly shortDescription: { readonly text: string };
      }[];
    };
  };
  readonly originalUriBaseIds: object;
  readonly results: readonly Result[];
}

function draw(report: Report, parts = {}): Run {
  const text = sarif(report, contextOf({ rules: metas, ...parts }));
  expect(text).toMatch(/^[\n\x20-\x7e]*$/);
  const log = JSON.parse(text);
  expect(matches(log) || matches.errors).toBe(true);
  return log.runs[0];
}

function uriOf({ locations: [{ physicalLocation }] }: Result): string {
  const { uri, uriBaseId } = physicalLocation.artifactLocation;
  return uriBaseId === undefined ? uri : `${uriBaseId} ${uri}`;
}

it("holds all there is to know of findings and rules", async () => {
  draw(full);
  await expect(sarif(full, contextOf({ rules: metas }))).toMatchFileSnapshot(
    `${fixturesRoot}/reports/full.sarif`,
  );
});

it("says of every rule what it says of itself", () => {
  const { driver } = draw(full, { rules: ruleMetas }).tool;
  expect(driver.rules.slice(0, ruleMetas.length).map(({ id }) => id)).toEqual(ruleMetas.map(({ id }) => id));
  for (const { id, help, shortDescription } of driver.rules.slice(0, ruleMetas.length))
    expect([id, help.text.length > 20, shortDescription.text.length < 1024]).toEqual([id, true, true]);
});

it("says whether findings are suppressed or known of all of them or of none", () => {
  expect(
    draw(full).results.map(({ suppressions, baselineState }) => [suppressions.length, baselineState]),
  ).toEqual([
    [0, "new"],
    [0, "new"],
    [1, "new"],
    [0, "new"],
    [0, "new"],
    [0, "unchanged"],
    [1, "new"],
  ]);
  expect(
    Object.keys(draw(reportOf([subjectOf("a", [diagnosticAt(source, "PDF")])])).results[0]!),
  ).not.toContain("suppressions");
});

it("contains no absolute path of the machine, and no .. that leaves a base", () => {
  const report = reportOf(
    ["a b#c", ".", "../up", "../../far", "/abs/ü", "C:/x", "-", "..."].map((path) =>
      subjectOf(path, [diagnosticAt(source, undefined)]),
    ),
  );
  const run = draw(report);
  expect(run.results.map(uriOf)).toEqual([
    "SRCROOT a%20b%23c/SKILL.md",
    "SRCROOT SKILL.md",
    "SRCROOT_PARENT_1 up/SKILL.md",
    "SRCROOT_PARENT_2 far/SKILL.md",
    "file:///abs/%C3%BC/SKILL.md",
    "file:///C:/x/SKILL.md",
    "STDIN SKILL.md",
    "SRCROOT .../SKILL.md",
  ]);
  expect(Object.keys(run.originalUriBaseIds)).toEqual([
    "SRCROOT",
    "SRCROOT_PARENT_1",
    "SRCROOT_PARENT_2",
    "STDIN",
  ]);
  expect(
    draw(report, { checkout: { prefix: "packages/x" } })
      .results.map(uriOf)
      .slice(0, 4),
  ).toEqual([
    "SRCROOT packages/x/a%20b%23c/SKILL.md",
    "SRCROOT packages/x/SKILL.md",
    "SRCROOT packages/up/SKILL.md",
    "SRCROOT far/SKILL.md",
  ]);
});

it("makes of a fix replacements that change the same characters", () => {
  const [fix, ...others] = draw(full).results[0]!.fixes;
  expect(others).toEqual([]);
  const [{ deletedRegion: region, insertedContent }] = fix!.artifactChanges[0].replacements;
  const lines = source.text.split("\n");
  const line = lines[region.startLine - 1]!;
  expect(region.endLine).toBe(region.startLine);
  const cured = lines
    .with(
      region.startLine - 1,
      line.slice(0, region.startColumn - 1) + insertedContent.text + line.slice(region.endColumn - 1),
    )
    .join("\n");
  expect(cured).toBe(source.text.replace("PDF-Forms", "pdf-forms"));
  expect(
    Buffer.from(source.text)
      .subarray(region.byteOffset, region.byteOffset + region.byteLength)
      .toString(),
  ).toBe("PDF-Forms");
});

it("makes no link and no placeholder of what a message holds", () => {
  const messages = ['"[x](http://evil.example)" and "[y]"', "{0} of {name}", "a[0]", "\u202etxt"].map(
    (message) => diagnosticAt(source, undefined, { message }),
  );
  expect(draw(reportOf([subjectOf("a", messages)])).results.map(({ message }) => message.text)).toEqual([
    '"\\[x](http://evil.example)" and "\\[y]"',
    "{{0}} of {name}",
    "a[0]",
    "\\u{202e}txt",
  ]);
});

it("names commands as the program was started, also beside a finding and in a fix", () => {
  const command = "npx skillwright";
  const finding = diagnosticAt(source, undefined, {
    message: "run `skills init`",
    related: [{ file: "SKILL.md", message: "from `skills init`" }],
    fixes: full.subjects[0]!.findings[0]!.fixes.map((fix) => ({ ...fix, title: "run `skills rename`" })),
  });
  const text = JSON.stringify(
    draw(reportOf([subjectOf("a", [finding])]), { paint: { ...plainPaint, command } }).results,
  );
  expect(text.match(/`[\w ]+`/g)).toEqual([
    "`npx skillwright init`",
    "`npx skillwright init`",
    "`npx skillwright rename`",
  ]);
});

it("keeps its shape whatever names and messages hold", () => {
  fc.assert(
    fc.property(hostileReport, (report) => {
      const run = draw(report);
      const findings = report.subjects.flatMap(({ path, findings }) =>
        findings.map((finding) => ({ path, ...finding })),
      );
      expect(run.results).toHaveLength(findings.length);
      for (const [index, result] of run.results.entries()) {
        const { path, file, ruleId } = findings[index]!;
        const { uri, uriBaseId } = result.locations[0].physicalLocation.artifactLocation;
        expect([
          run.tool.driver.rules[result.ruleIndex]!.id,
          uriBaseId,
          uri.split("/").map(decodeURIComponent).join("/"),
        ]).toEqual([ruleId, "SRCROOT", `${path}/${file}`.toWellFormed()]);
        expect(new URL(uri, "https://host/root/").href).toMatch(/^https:\/\/host\/root\/skills\//);
      }
    }),
    samples(200),
  );
});
