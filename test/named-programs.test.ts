import { cpSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { drawReport } from "../src/report/formats/markdown.ts";
import { actionSummary } from "../src/report/commands/action-summary.ts";
import { formats, type Format } from "../src/report/formats/index.ts";
import { plainPaint } from "../src/model/paint.ts";
import type { Report } from "../src/model/report.ts";
import { clientIds, commonIds, type Target, targets, titleOf } from "../src/model/target.ts";
import { fixturesRoot } from "./support/fixtures.ts";
import { runSkills } from "./support/io.ts";
import { partOf } from "./support/samples.ts";
import { makeTree } from "./support/tree.ts";

/** The names of all programs that are known here, without "spec" and what is an ordinary word as well. */
const ordinary = ["spec", "pi", "Continue", "continue", "Amp", "amp", "Trae", "openai", "gemini"];
const titles = Array.from(new Set([...clientIds.map(titleOf), ...targets, ...clientIds])).filter(
  (title) => !ordinary.includes(title),
);

function names(text: string, title: string): boolean {
  return new RegExp(`(?<![\\w./-])${title}(?![\\w-]|/)`).test(text);
}

/** Without what the author wrote. */
function withoutQuotes(message: string): string {
  return message.replace(/"[^"]*"|`[^`]*`/g, '""');
}

/** Whether the message is of the rule about the block that a skill has for OpenClaw. */
function isAbout(message: string, title: string): boolean {
  return title === "OpenClaw" && /OpenClaw (?:ignores|reads)/.test(message);
}

const forPeople = formats.filter((format) => format !== "json" && format !== "ndjson");

describe.each(["check", "lint", "validate"])("%s", (command) => {
  const ask = async (cwd: string, format: Format, ...more: readonly string[]) => {
    const { stdout } = await runSkills([command, "--format", format, ...more, "."], { cwd });
    return format === "sarif" ? results(stdout) : stdout;
  };

  it.each(forPeople)("leaves out validators that were not chosen from --format %s", async (format) => {
    const cwd = makeTree({ "own/SKILL.md": withField("own") });
    const json = JSON.parse(await ask(cwd, "json")) as Report;
    expect(json.subjects[0]?.verdicts["skills-ref"]).toBe("refuses");
    const page = await ask(cwd, format);
    expect(page).toContain("priority");
    expect(page).not.toMatch(/skills-ref|claude-api/);
    // Compact lines have no targets.
    if (format !== "compact") expect(await ask(cwd, format, "--target", "skills-ref")).toMatch(/skills-ref/);
  });

  it("names a validator that an override chooses, for its skills", async () => {
    const cwd = makeTree({
      "own/SKILL.md": withField("own"),
      "other/SKILL.md": withField("other"),
      "skills.config.yaml": "overrides: [{ paths: other, targets: [spec, skills-ref] }]\n",
    });
    const lines = (await ask(cwd, "github")).split("\n").filter((line) => line.includes("skills-ref"));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain("file=other/SKILL.md");
  });
});

it("leaves out validators that were not chosen from the summary of the action", async () => {
  const cwd = makeTree({ "own/SKILL.md": withField("own") });
  const { stdout } = await runSkills(["lint", "--format", "json", "."], { cwd });
  const report = JSON.parse(stdout) as Report;
  const tokens = { deltas: [], omitted: 0 };
  expect(drawReport(report, { quiet: false, paint: plainPaint }).join("\n")).toContain("skills-ref");
  expect(actionSummary(report, { notices: [], tokens, findings: new Map() })).not.toContain("skills-ref");
});

/** What a SARIF file says besides the manual of the rules: messages, and who refuses the skill. */
function results(sarif: string): string {
  const { runs } = JSON.parse(sarif) as {
    readonly runs: readonly {
      readonly results: readonly {
        readonly message: { readonly text: string };
        readonly properties: { readonly refusedBy: readonly string[] };
      }[];
    }[];
  };
  return runs
    .flatMap((run) => run.results)
    .map(({ message, properties }) => `${message.text} (${properties.refusedBy.join()})`)
    .join("\n");
}

/** A SKILL.md that skills-ref and claude-api refuse. */
function withField(name: string): string {
  return `---\nname: ${name}\ndescription: Fills PDF forms. Use when a form is to be filled.\npriority: 1\n---\n\nDo it.\n`;
}

describe("the messages of the cases", () => {
  const messages = readdirSync(path.join(fixturesRoot, "rules"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith("expected.txt"))
    .flatMap((file) => readFileSync(path.join(fixturesRoot, "rules", file), "utf8").split("\n"))
    .flatMap((line) => / (?:error|warning|info) \[[^\]]*\] (.*)$/.exec(line)?.[1] ?? []);

  it.each(titles.filter((title) => !commonIds.some((id) => id === title || titleOf(id) === title)))(
    "do not name %s, which was not chosen",
    (title) => {
      expect(messages.length).toBeGreaterThan(400);
      const named = messages.filter(
        (message) => names(withoutQuotes(message), title) && !isAbout(message, title),
      );
      expect(named).toEqual([]);
    },
  );
});

describe("with clients in the config", () => {
  const outputs = {
    compact: "compact.txt",
    github: "github.txt",
    junit: "junit.xml",
    markdown: "page.md",
    sarif: "all.sarif",
  };
  const chosen = ["claude-code", "codex"];
  const others = titles.filter(
    (title) => !chosen.some((id) => id === title || titleOf(id as Target) === title),
  );

  it.each(["check", "lint", "compat"])(
    "%s leaves out other programs for the skills of all cases",
    async (command) => {
      const cwd = makeTree({ "skills.config.yaml": `clients: [${chosen.join(", ")}]\n` });
      for (const [at, rule] of partOf(readdirSync(path.join(fixturesRoot, "rules"))).entries())
        cpSync(path.join(fixturesRoot, "rules", rule), path.join(cwd, String(at)), { recursive: true });
      const files = command === "compat" ? [] : Object.entries(outputs);
      const { stdout } = await runSkills(
        [command, "--all", ...files.flatMap(([format, file]) => ["--output", `${format}=${file}`]), "."],
        { cwd },
      );
      expect(stdout.length).toBeGreaterThan(1_000);
      const pages = [
        stdout,
        ...files.map(([format, file]) => {
          const page = readFileSync(path.join(cwd, file), "utf8");
          return format === "sarif" ? results(page) : page;
        }),
      ];
      // The command of an installer that is no client.
      const lines = pages.flatMap((page) => withoutSkills(page).replaceAll("npx skills", "").split("\n"));
      expect(lines.filter((line) => names(line, `(?:${others.join("|")})`))).toEqual([]);
    },
  );
});

/** Without what the authors of the skills wrote: excerpts, quoted text and paths. */
function withoutSkills(page: string): string {
  return page.replace(/^ *\d+ │.*$/gm, "").replace(/&quot;.*?&quot;|"[^"\n]*"|`[^`\n]*`/g, "…");
}
