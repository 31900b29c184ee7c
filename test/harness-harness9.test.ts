import { describe, expect, it } from "vitest";
import type { Settings, SkillRoot } from "../src/model/agent.ts";
import { harness9 } from "../src/harness/systems/harness9.ts";
import { scanRoots } from "../src/find/scan-roots.ts";
import { call, lastWords, play, rootOf, traceLines, worldOf } from "./support/harness.ts";
import { makeTree, skillMd } from "./support/tree.ts";

const refactor =
  '---\nname: go-refactor\ndescription: Use when refactoring Go code — team conventions\ntrigger: "refactor, clean up"\n---\n\n# Guide\n\nRun go vet.\n';
const roots = [rootOf("/project/skills", { "go-refactor": refactor, tests: skillMd("testing-guide") })];

function open(given: readonly SkillRoot[], settings: Settings = {}) {
  return harness9.open(worldOf(given, { settings }));
}

async function indexed(text: string): Promise<readonly string[]> {
  return (await open([rootOf("/project/skills", { forms: text })])).catalog.map(
    ({ name, description }) => `${name}: ${description}`,
  );
}

describe("the index", () => {
  it("lists the directories in skills/ at the end of the system prompt", async () => {
    expect(harness9.roots({}, {})).toEqual([{ scope: "project", path: "skills" }]);
    expect(harness9.depth).toBe(0);
    const [system] = (await open(roots, { agentsMd: "Be brief." })).request().messages;
    expect(system!.content.split("\n\n").slice(1)).toEqual([
      "## Project Guidelines (AGENTS.md)",
      "Be brief.",
      "## Available Skills",
      "Use the `use_skill` tool to load the full content of any skill when needed.",
      "- go-refactor: Use when refactoring Go code — team conventions\n- testing-guide: Fills PDF forms. Use when a form is to be filled.\n",
    ]);
    expect(system!.content).not.toContain("Run go vet.");
    expect(system!.content).not.toContain("clean up");
  });

  it("is empty and not in the prompt without a skills/ directory, with no warning", async () => {
    const missing = scanRoots(
      harness9.roots({}, {}),
      { project: makeTree({}), home: makeTree({}) },
      harness9,
    );
    const agent = await open(missing);
    expect(missing).toMatchObject([{ missing: true }]);
    expect({ catalog: agent.catalog, problems: agent.problems }).toEqual({ catalog: [], problems: [] });
    expect(agent.request().messages[0]!.content).toBe(
      "You are harness9, a coding agent with tools for the workspace. Your working directory is: /project",
    );
    expect(
      lastWords(await play(harness9, missing, { replies: [call("use_skill", { skill_name: "x" })] })),
    ).toBe('skill "x" does not exist, available skills: ');
  });

  it("skips a directory without a SKILL.md and a skill without a name or a description, with a warning", async () => {
    const tree = makeTree({
      "skills/empty/readme.md": "",
      "skills/loose.md": refactor,
      "skills/a/SKILL.md": "---\nname: a\n---\n",
      "skills/b/SKILL.md": "---\ndescription: b\n---\n",
      "skills/c/SKILL.md": "No fences.\n",
      "skills/ok/SKILL.md": refactor,
    });
    const agent = await open(scanRoots(harness9.roots({}, {}), { project: tree, home: tree }, harness9));
    expect(agent.catalog.map(({ name }) => name)).toEqual(["go-refactor"]);
    expect(agent.problems.map(({ path, kind, message }) => `${kind} ${path}: ${message}`)).toEqual([
      "skipped /project/skills/empty: the directory has no SKILL.md",
      "skipped /project/skills/a: frontmatter has no description",
      "skipped /project/skills/b: frontmatter has no name",
      "skipped /project/skills/c: frontmatter has no name or description",
    ]);
  });

  it("lists two skills with the same name, which refers to the first", async () => {
    const both = [rootOf("/project/skills", { a: skillMd("same", "First."), b: skillMd("same", "Second.") })];
    const agent = await open(both);
    expect(agent.catalog).toHaveLength(2);
    expect(agent.problems).toEqual([
      {
        path: "/project/skills/b",
        kind: "shadowed",
        message: 'the skill "same" in "/project/skills/a" takes precedence',
      },
    ]);
    expect(
      lastWords(await play(harness9, both, { replies: [call("use_skill", { skill_name: "same" })] })),
    ).toBe("First.");
  });
});

describe("reading frontmatter", () => {
  it("splits each line at its first colon and removes one pair of quotes", async () => {
    expect(await indexed("---\nname: 'forms'\ndescription: Use this when: a form\n---\n\n")).toEqual([
      "forms: Use this when: a form",
    ]);
    expect(await indexed('---\nname: forms\ndescription: "Say \\"hi\\""\n---\n')).toEqual([
      'forms: Say \\"hi\\"',
    ]);
  });

  it("uses the last of equal keys at any indentation, and does not fold lines", async () => {
    expect(await indexed("---\nname: forms\ndescription: A\nmetadata:\n  name: other\n---\n")).toEqual([
      "other: A",
    ]);
    expect(await indexed("---\nname: forms\ndescription: >-\n  Folded.\n---\n")).toEqual(["forms: >-"]);
  });

  it("reads an indented line of dashes as text, and ignores a colon without a key", async () => {
    expect(await indexed("---\nname: forms\n  ---\n: x\nno colon\ndescription: A\n---\n")).toEqual([
      "forms: A",
    ]);
  });

  it.each([
    ["CRLF", "---\r\nname: a\r\ndescription: b\r\n---\r\n"],
    ["a byte-order mark", "\ufeff---\nname: a\ndescription: b\n---\n"],
    ["a blank line first", "\n---\nname: a\ndescription: b\n---\n"],
    ["a blank behind the opening", "--- \nname: a\ndescription: b\n---\n"],
    ["a blank behind the closing", "---\nname: a\ndescription: b\n--- \n"],
    ["four dashes at the end", "---\nname: a\ndescription: b\n----\n"],
    ["no line end behind the closing", "---\nname: a\ndescription: b\n---"],
    ["keys in capitals", "---\nName: a\nDescription: b\n---\n"],
    ["keys in quotes", '---\n"name": a\n"description": b\n---\n'],
    ["nothing between the fences", "---\n---\nname: a\n"],
  ])("finds no frontmatter with %s", async (_, text) => {
    expect(await indexed(text)).toEqual([]);
  });
});

describe("use_skill", () => {
  it("returns exactly the body after the frontmatter, without surrounding whitespace", async () => {
    const result = await play(harness9, roots, {
      replies: [call("use_skill", { skill_name: "go-refactor" })],
    });
    expect(lastWords(result)).toBe("# Guide\n\nRun go vet.");
    expect(traceLines(result.trace, "activate")).toEqual([
      `activate go-refactor SKILL.md [0, ${Buffer.byteLength(refactor)})`,
    ]);
  });

  it("reads the file again on each call", async () => {
    const { trace } = await play(harness9, roots, {
      replies: [
        call("use_skill", { skill_name: "testing-guide" }),
        call("use_skill", { skill_name: "testing-guide" }),
      ],
    });
    expect(traceLines(trace, "activate")).toHaveLength(2);
  });

  it("answers an unknown name with all names, so that the model can continue", async () => {
    const { messages, stop } = await play(harness9, roots, {
      replies: [
        call("use_skill", { skill_name: "go" }),
        call("use_skill", { skill_name: "" }),
        call("use_skill", { skill_name: "go-refactor" }),
      ],
    });
    expect(messages.filter(({ role }) => role === "tool").map(({ content }) => content)).toEqual([
      'skill "go" does not exist, available skills: go-refactor, testing-guide',
      "skill_name must not be empty",
      "# Guide\n\nRun go vet.",
    ]);
    expect(stop).toBe("answered");
  });

  it("is never called by the harness because of a trigger", async () => {
    const { trace } = await play(harness9, roots, { prompt: "Please refactor and clean up main.go" });
    expect(traceLines(trace, "activate")).toEqual([]);
  });

  it("gives the skill's directory, which leads to its files", async () => {
    const withFile = [
      rootOf("/project/skills", { forms: { "SKILL.md": skillMd("forms"), "references/a.md": "A" } }),
    ];
    const [entry] = (await open(withFile)).catalog;
    const replies = [
      harness9.speak.activate(entry!),
      harness9.speak.read(entry!, "references/a.md"),
      call("read_file", { path: "skills/forms/references/a.md" }),
    ];
    expect(
      traceLines((await play(harness9, withFile, { replies })).trace, "activate", "resource", "refuse"),
    ).toEqual([
      expect.stringContaining("activate forms"),
      "resource forms references/a.md [0, 1)",
      "resource forms references/a.md [0, 1)",
    ]);
  });
});

describe("a slash command", () => {
  it.each([
    ["/go-refactor", "# Guide\n\nRun go vet."],
    ["/go-refactor  clean main.go ", "# Guide\n\nRun go vet.\n\nclean main.go"],
    ["what is /go-refactor", "what is /go-refactor"],
  ])("turns %j into the prompt %j", async (prompt, expected) => {
    const result = await play(harness9, roots, { prompt });
    expect(lastWords(result, "user")).toBe(expected);
    expect(result.trace.filter(({ kind }) => kind === "tool")).toEqual([]);
  });

  it.each([
    ["/skill go-refactor", "# Guide\n\nRun go vet."],
    ["/skill  go-refactor clean main.go ", "# Guide\n\nRun go vet.\n\nclean main.go"],
    ["/go-refactor", "/go-refactor"],
    ["/skills go-refactor", "/skills go-refactor"],
  ])("on a terminal turns %j into the prompt %j", async (prompt, expected) => {
    const result = await play(harness9, roots, { prompt, world: { settings: { tui: true } } });
    expect(lastWords(result, "user")).toBe(expected);
  });

  it("for an unknown skill is reported to the user, and the next prompt is accepted", async () => {
    const result = await play(harness9, roots, { prompt: "/nope", followUps: ["Go on."] });
    expect(traceLines(result.trace, "refuse")).toEqual([
      'refuse skill "nope" does not exist, available skills: go-refactor, testing-guide',
    ]);
    expect(result.messages.filter(({ role }) => role === "user").map(({ content }) => content)).toEqual([
      "Go on.",
    ]);
    expect(result.stop).toBe("answered");
    expect((await play(harness9, roots, { prompt: "/nope" })).stop).toBe("nothing-to-do");
  });
});
