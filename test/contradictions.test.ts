import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { explainAll } from "../src/api/explain.ts";
import { clients } from "../src/generated/clients.ts";
import type { CommandReport } from "../src/model/reports/command-report.ts";
import type { Report } from "../src/model/report.ts";
import { runSkills } from "./support/io.ts";
import { makeRepository } from "./support/repository.ts";
import { makeTree } from "./support/tree.ts";

/** What pages and help say of the program, where a page once stated the opposite: each statement is run. */

function page(name: string): string {
  return readFileSync(new URL(`../${name}`, import.meta.url), "utf8");
}

async function help(command: string): Promise<string> {
  return (await runSkills(["help", command])).stdout.replace(/\s+/g, " ");
}

const description = "description: Turns minutes into tasks. Use after a meeting.";

function skill(name: string, ...fields: string[]): string {
  return `---\nname: ${name}\n${[description, ...fields].join("\n")}\n---\n# Minutes\n\nList the tasks.\n`;
}

interface Answer {
  readonly code: number;
  /** Severities by rule. */
  readonly said: Readonly<Record<string, string>>;
}

async function ask(cwd: string, ...args: string[]): Promise<Answer> {
  const { code, stdout } = await runSkills([...args, "--format", "json"], { cwd });
  const { subjects } = JSON.parse(stdout) as CommandReport & Report;
  const said = subjects.flatMap(({ findings }) => findings.map(({ ruleId, severity }) => [ruleId, severity]));
  return { code, said: Object.fromEntries(said) };
}

const reporting = ["validate", "lint", "check"] as const;

describe("one question has one answer", () => {
  it.each(reporting)("%s refuses a body that a client among the targets does not load", async (command) => {
    const cwd = makeTree({ "eb/SKILL.md": `---\nname: eb\n${description}\n---\n` });
    expect(await ask(cwd, command, "eb", "--target", "cline")).toEqual({
      code: 1,
      said: { "body-empty": "error" },
    });
  });

  it.each(reporting)("%s refuses for claude-api a directory that is not the name", async (command) => {
    const cwd = makeTree({ "forms/SKILL.md": skill("pdf-forms"), "Minutes/SKILL.md": skill("minutes") });
    const { code, said } = await ask(cwd, command, "forms", "--target", "claude-api");
    expect([code, said["name-matches-directory"]]).toEqual([1, "error"]);
    expect((await ask(cwd, command, "Minutes", "--target", "claude-api")).code).toBe(0);
  });

  it("lets lint warn and check fail for a description that harness9 reads as its indicator, as severity.md says", async () => {
    const text = `---\nname: block\ndescription: >\n  Turns minutes into tasks.\n  Use after a meeting.\n---\n# Minutes\n`;
    const cwd = makeTree({ "block/SKILL.md": text });
    expect((await ask(cwd, "lint", "block", "--target", "harness9")).said["description-lines"]).toBe(
      "warning",
    );
    expect((await ask(cwd, "check", "block", "--target", "harness9")).said["description-lines"]).toBe(
      "error",
    );
    expect(page("docs/severity.md")).toContain("a warning in `lint` and an error in `check`");
  });

  it.each([...reporting, "test", "compat"])(
    "%s finds what git ignores in a root of a client",
    async (command) => {
      const cwd = makeRepository({
        ".claude/skills/minutes/SKILL.md": skill("minutes"),
        ".gitignore": ".claude\n",
      });
      const { code, stdout } = await runSkills([command], { cwd });
      expect([code, stdout.includes(".claude/skills/minutes") || stdout.includes("1 skill")]).toEqual([
        0,
        true,
      ]);
    },
  );
});

describe("what only agent clients enforce", () => {
  it.each([
    ["metadata:\n  a:\n    b: c", "metadata-format", "info", ["mux", "crewai", "crush", "bub"]],
    ["allowed-tools:\n  - Read", "allowed-tools-format", "info", ["google-adk"]],
    ['compatibility: ""', "compatibility-format", "warning", ["mux"]],
    [
      "license: 5",
      "license-format",
      "warning",
      ["factory-droid", "mastra", "mux", "agno", "openhands", "mistral-vibe", "google-adk", "crewai"],
    ],
  ])("%j is no error but for them", async (field, rule, severity, refusing) => {
    const cwd = makeTree({ "minutes/SKILL.md": skill("minutes", field) });
    expect((await ask(cwd, "lint", "minutes")).said[rule]).toBe(severity);
    const ids = Array.from(new Set(clients.map(({ id }) => id)));
    const failing = [];
    for (const id of ids) {
      const { code } = await runSkills(["compat", "minutes", "--client", id], { cwd });
      if (code === 1) failing.push(id);
    }
    expect(failing.toSorted()).toEqual(refusing.toSorted());
  });
});

it("names in explain every target that severity.md says refuses for a rule", async () => {
  const rows = Array.from(page("docs/severity.md").matchAll(/^\| `([\w-]+)` \| ([a-z0-9, -]+) \|$/gm));
  const pages = new Map((await explainAll()).map(({ meta, refusedBy }) => [meta.id, refusedBy]));
  expect(rows.length).toBeGreaterThan(30);
  expect(rows.flatMap(([, id = "", row = ""]) => (pages.get(id)?.join(", ") === row ? [] : [id]))).toEqual(
    [],
  );
});

describe("severities", () => {
  it("takes the word that reports print, in the config and on the command line", async () => {
    const text = skill("minutes").replace("List the tasks.", "List the tasks.\n\n```sh\nuvx ruff\n```");
    const cwd = makeTree({
      "minutes/SKILL.md": text,
      "skills.config.yaml": "rules: {command-unpinned: note, body-empty: note}\n",
    });
    expect((await ask(cwd, "lint")).said["command-unpinned"]).toBe("info");
    expect((await ask(cwd, "lint", "--rule", "command-unpinned=warning")).said["command-unpinned"]).toBe(
      "warning",
    );
    expect((await ask(cwd, "lint", "--rule", "command-unpinned=note")).said["command-unpinned"]).toBe("info");
    expect((await runSkills(["lint"], { cwd })).stdout).toContain("  note   ");
  });

  it("lets the config, but no comment, turn off a danger, as the help says", async () => {
    const hidden = `${skill("minutes")}Do it\u{e0068}\u{e0069}.\n\n<!-- skills-disable hidden-text -- ours -->\n`;
    const cwd = makeTree({ "minutes/SKILL.md": hidden, "off.yaml": "rules: {hidden-text: off}\n" });
    expect((await ask(cwd, "lint", "minutes")).said["hidden-text"]).toBe("error");
    expect((await ask(cwd, "lint", "minutes", "--config", "off.yaml")).said["hidden-text"]).toBeUndefined();
    expect(await help("lint")).toContain(
      "No comment suppresses a danger to the user; only the config or --rule can",
    );
  });
});

describe("help", () => {
  it("does not say that every rule runs, as some are off by default", async () => {
    const off = (await explainAll()).filter(({ meta }) => meta.off);
    expect(off.length).toBeGreaterThan(20);
    for (const command of ["lint", "check", "validate"])
      expect(await help(command)).not.toMatch(/every rule|all (?:lint )?rules(?! that)/);
  });

  it("shows a usage that works: an argument needs a command", async () => {
    const cwd = makeTree({ "minutes/SKILL.md": skill("minutes") });
    expect((await runSkills(["--help"])).stdout).toContain("Usage: skills COMMAND [OPTIONS] [ARGUMENT...]\n");
    expect((await runSkills(["minutes"], { cwd })).code).toBe(2);
    expect((await runSkills(["check", "minutes"], { cwd })).code).toBe(0);
    expect((await runSkills([], { cwd })).stdout).toContain("1 skill checked");
  });

  it("names the client whose directories list searches", async () => {
    const cwd = makeTree({ ".claude/skills/minutes/SKILL.md": skill("minutes") });
    expect(await help("list")).toContain("--client claude-code searches .claude/skills here");
    const { stdout } = await runSkills(["list", "--client", "claude-code"], { cwd, env: { HOME: cwd } });
    expect(stdout).toContain("minutes");
  });

  it("says who asks the uploaders and systems of a config", async () => {
    const cwd = makeTree({
      "minutes/SKILL.md": skill("minutes"),
      "skills.config.yaml": "targets: [spec, claude-ai, agio]\n",
    });
    const { stdout } = await runSkills(["test"], { cwd });
    expect(stdout).toContain("tested in 2 systems");
    expect(page("docs/configuration.md")).toContain("`skillwright test` simulates the systems among them");
  });
});

describe("terms", () => {
  it("takes recorded clients for --client and simulated systems for --system", async () => {
    for (const command of ["test", "run"]) {
      expect(await help(command)).toContain("-s, --system <");
    }
    // Of `test`, for the catalogs of recorded clients.
    expect(await help("test")).toMatch(/--client <list> +with --routing: clients to compare/);
    expect(await help("run")).not.toContain("--client <");
    const simulated = await runSkills(["test", "--client", "react-actions"], { cwd: makeTree({}) });
    expect([simulated.code, simulated.stderr]).toEqual([
      2,
      expect.stringContaining("name systems with --system"),
    ]);
    for (const command of ["install", "list", "uninstall"])
      expect(await help(command)).toMatch(/--client <id> .* agent client.*--system <id> .* simulated system/);
    const cwd = makeTree({ ".agents/skills/minutes/SKILL.md": skill("minutes") });
    const { code, stderr } = await runSkills(["test", "--system", "codex", "minutes"], { cwd });
    expect([code, stderr.split("\n")[0]]).toEqual([
      2,
      'skills: client "codex" is not simulated; use `skills test --real codex`',
    ]);
    expect((await runSkills(["run", "Tasks", "--system", "agentskills"], { cwd })).stdout).toContain(
      "agentskills, model",
    );
    expect((await runSkills(["list", "--system", "react-actions"], { cwd })).stdout).toContain(
      ".agent/skills",
    );
  });

  it("says that a system fails, and that a validator refuses", async () => {
    const text = `---\nname: block\ndescription: >\n  Turns minutes into tasks.\n  Use after a meeting.\n---\n# Minutes\n`;
    const cwd = makeTree({ "block/SKILL.md": text, "forms/SKILL.md": skill("pdf-forms") });
    const failing = await runSkills(["check", "block", "--target", "harness9"], { cwd });
    expect(failing.stdout).toContain("1 skill checked: fails in harness9");
    const both = await runSkills(["check", "--target", "spec,harness9"], { cwd });
    expect(both.stdout).toContain("2 skills checked: 1 refused by spec, 1 fails in harness9");
  });

  it("leads from an option or id that is elsewhere to where it is", async () => {
    const cwd = makeTree({ "minutes/SKILL.md": skill("minutes") });
    const { stderr } = await runSkills(["validate", "--fix", "minutes"], { cwd });
    expect(stderr).toContain("validate changes nothing, use `skills lint --fix`");
    const retired = await runSkills(["lint", "--rule", "client-refusal=off"], { cwd });
    expect([retired.code, retired.stderr]).toEqual([2, expect.stringContaining("target-answer")]);
  });
});

describe("README and pages", () => {
  it("calls a client run where its newest record says so", () => {
    const named = ["claude-code", "codex", "copilot-cli", "gemini-cli", "opencode"];
    const newest = named.map((id) => clients.find((client) => client.id === id)?.versions[0]?.evidence);
    expect(newest).toEqual(named.map(() => "live"));
  });

  it("names the wording rule that also judges other languages", async () => {
    const cwd = makeTree({
      "minutes/SKILL.md": skill("minutes").replace(/description: .*/, "description: 把会议记录变成任务。"),
    });
    const { said } = await ask(cwd, "lint", "minutes");
    expect(Object.keys(said)).toEqual(["description-when"]);
    expect(page("README.md")).toContain("except `description-when`");
  });

  it("says which options replace an installed skill", async () => {
    const cwd = makeTree({
      "a/minutes/SKILL.md": skill("minutes"),
      "b/minutes/SKILL.md": `${skill("minutes")}More.\n`,
    });
    const install = (...args: string[]) => runSkills(["install", "--root", "mine", ...args], { cwd });
    expect((await install("a/minutes")).code).toBe(0);
    expect((await install("b/minutes")).code).toBe(2);
    expect((await install("b/minutes", "--backup")).code).toBe(0);
    expect((await install("a/minutes", "--force")).code).toBe(0);
    expect(page("docs/installing.md")).toContain("only with `--force`, or with `--backup`");
  });

  it("lists in SECURITY.md what is written without being asked for", () => {
    expect(page("SECURITY.md")).toMatch(/Two caches are written without being asked for|`\.agent\/runs`/);
  });

  it("gives a schema one address, in pages, too", () => {
    const ids = ["config", "scenario", "report"].map(
      (name) => (JSON.parse(page(`schemas/${name}.schema.json`)) as { $id: string }).$id,
    );
    const addresses = Array.from(
      `${page("docs/editors.md")}${page("docs/scenarios.md")}`.matchAll(
        /(?<=\$schema=|\$schema": "|")[./]*(node_modules\/\S+?schema\.json)/g,
      ),
      ([, address]) => address,
    );
    expect(addresses.length).toBeGreaterThan(3);
    expect(addresses.filter((address) => !ids.includes(address ?? ""))).toEqual([]);
  });
});
