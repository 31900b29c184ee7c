import { Ajv } from "ajv";
import fc from "fast-check";
import { expect, it } from "vitest";
import type { Report } from "../src/model/report.ts";
import { gitlab } from "../src/report/formats/gitlab.ts";
import { runSkills } from "./support/io.ts";
import { contextOf, diagnosticAt, reportOf, subjectOf } from "./support/report.ts";
import { full, hostileReport, source } from "./support/reported.ts";
import { samples } from "./support/samples.ts";
import { makeTree, skillMd } from "./support/tree.ts";

/** What docs.gitlab.com/ci/testing/code_quality lists under "Code Quality report format"; all of it is required. */
const matches = new Ajv({ strict: true }).compile({
  type: "array",
  items: {
    type: "object",
    required: ["description", "check_name", "fingerprint", "severity", "location"],
    additionalProperties: false,
    properties: {
      description: { type: "string", minLength: 1 },
      check_name: { type: "string", pattern: "^[a-z0-9-]+$" },
      fingerprint: { type: "string", pattern: "^[0-9a-f]{8}-[0-9a-f]{24}-[1-9][0-9]*$" },
      severity: { enum: ["info", "minor", "major", "critical", "blocker"] },
      location: {
        type: "object",
        required: ["path", "lines"],
        additionalProperties: false,
        properties: {
          path: { type: "string", pattern: "^(?!\\./)." },
          lines: {
            type: "object",
            required: ["begin"],
            additionalProperties: false,
            properties: { begin: { type: "integer", minimum: 1 } },
          },
        },
      },
    },
  },
});

interface Issue {
  readonly description: string;
  readonly check_name: string;
  readonly fingerprint: string;
  readonly location: { readonly path: string; readonly lines: { readonly begin: number } };
}

function read(report: Report, parts = {}): readonly Issue[] {
  const issues: unknown = JSON.parse(gitlab(report, contextOf(parts)));
  expect(matches(issues), JSON.stringify(matches.errors)).toBe(true);
  return issues as readonly Issue[];
}

function placesOf(issues: readonly Issue[]): readonly string[] {
  return issues.map(({ check_name, location }) => `${check_name} ${location.path}:${location.lines.begin}`);
}

it("has every finding that counts, in the form that GitLab documents", () => {
  const issues = read(full);
  expect(placesOf(issues)).toEqual([
    "name-format skills/forms/SKILL.md:2",
    "reference-broken skills/forms/SKILL.md:5",
    "body-length skills/forms/SKILL.md:3",
    "evals-count skills/forms/evals/evals.json:1",
  ]);
  expect(issues[0]?.description).toBe(
    'name "PDF-Forms" is not lower-case words joined by single hyphens (refused by spec, skills-ref, claude-api)',
  );
  expect(placesOf(read(full, { quiet: true }))).toEqual(["name-format skills/forms/SKILL.md:2"]);
  expect(gitlab(reportOf([]), contextOf())).toBe("[]\n");
});

it("names the command as it was started", () => {
  const finding = diagnosticAt(source, "PDF-Forms", { message: "wrong; use `skills rename`", refusedBy: [] });
  const parts = { paint: { ...contextOf().paint, command: "npx skillwright" } };
  const [issue] = read(reportOf([subjectOf("a", [finding])]), parts);
  expect(issue?.description).toBe("wrong; use `npx skillwright rename`");
});

it("names files from the root of the checkout", () => {
  expect(placesOf(read(full, { checkout: { prefix: "packages/a" } }))[0]).toBe(
    "name-format packages/a/skills/forms/SKILL.md:2",
  );
  const { findings } = full.subjects[0]!;
  const pathOf = (path: string) => read(reportOf([subjectOf(path, findings.slice(0, 1))]))[0]!.location.path;
  expect(["./skills/a", "../a", "/tmp/a", "."].map(pathOf)).toEqual([
    "skills/a/SKILL.md",
    "../a/SKILL.md",
    "/tmp/a/SKILL.md",
    "SKILL.md",
  ]);
});

it("is in the form for every text", () => {
  fc.assert(
    fc.property(hostileReport, (report) => {
      const issues = read(report);
      expect(JSON.stringify(issues)).not.toMatch(/[\u001b\u202e]/);
    }),
    samples(200),
  );
});

it.each(["check", "lint", "validate"])("is printed and written by skills %s", async (command) => {
  const cwd = makeTree({ "Forms/SKILL.md": skillMd("Forms") });
  const printed = await runSkills([command, "--format", "gitlab"], { cwd });
  const issues = JSON.parse(printed.stdout);
  expect([printed.code, matches(issues), issues.length > 0]).toEqual([1, true, true]);
});

it("knows where GitLab has checked out what it works in", async () => {
  const cwd = makeTree({ "packages/a/Forms/SKILL.md": skillMd("Forms") });
  const { stdout } = await runSkills(["validate", "--format", "gitlab"], {
    cwd: `${cwd}/packages/a`,
    env: { CI_PROJECT_DIR: cwd },
  });
  expect(new Set(JSON.parse(stdout).map(({ location }: Issue) => location.path))).toEqual(
    new Set(["packages/a/Forms/SKILL.md"]),
  );
});
