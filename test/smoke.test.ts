import { describe, expect, it } from "vitest";
import { readForSmoke } from "../src/api/test/smoke-subject.ts";
import { smokeRoot } from "../src/api/test/smoke-root.ts";
import type { System } from "../src/harness/system.ts";
import type { SystemId } from "../src/model/agent.ts";
import { estimateTokens } from "../src/core/estimate-tokens.ts";
import { budget } from "../src/harness/smoke/budget.ts";
import { tryControls } from "../src/harness/smoke/controls.ts";
import { modes } from "../src/harness/smoke/modes.ts";
import { runSmoke } from "../src/harness/smoke/run-smoke.ts";
import { systems } from "../src/generated/systems.ts";
import { openMemory } from "../src/model/memory-source.ts";
import { countReads } from "./support/counting.ts";
import { skillMd } from "./support/tree.ts";

const tokens = { name: "estimate", count: estimateTokens };

type Files = Parameters<typeof openMemory>[1];

function subjectOf(files: string | Files, name = "pdf-forms") {
  const source = openMemory(name, typeof files === "string" ? { "SKILL.md": files } : files);
  return readForSmoke(source, tokens).subject!;
}

/** Each check of a system as "announced pass", a failure with its message, a warning after "!". */
async function smoke(id: SystemId, files: string | Files, name?: string): Promise<readonly string[]> {
  const system = systems.find((each) => each.id === id)!;
  const subject = subjectOf(files, name);
  const results = await runSmoke({ system, subject, root: smokeRoot(system, subject), tokens });
  return results.map(({ check, outcome, message, warnings }) =>
    [
      check,
      outcome,
      ...(outcome === "pass" ? [] : [message]),
      ...warnings.map((warning) => `! ${warning}`),
    ].join(" "),
  );
}

const passing = [
  "announced pass",
  "activated pass",
  "body pass",
  "references pass",
  "again pass",
  "escapes pass",
  "reads pass",
];

describe("the controls of the smoke test", () => {
  it.each(systems.map((system) => [system.id, system] as const))("pass in %s", async (_, system) => {
    expect(await tryControls(system)).toEqual([]);
  });

  it("detect an agent that announces nothing", async () => {
    const [first] = systems;
    const blind: System = { ...first!, open: (world) => first!.open({ ...world, roots: [] }) };
    expect(await tryControls(blind)).toContain("a known-good test skill fails in agentskills: announced");
  });
});

describe.each(systems.map(({ id }) => id))("the smoke test in %s", (id) => {
  const files = {
    "SKILL.md": skillMd("pdf-forms", "Read [the guide](references/guide.md).\nRun scripts/fill.py.\n"),
    "references/guide.md": "Guide.\n",
    "scripts/fill.py": "print()\n",
    "notes.md": "Never.\n",
  };

  it("passes a sound skill", async () => {
    expect(await smoke(id, files)).toEqual(passing);
  });

  it("fails a path to a missing file, and one out of the skill where the agent documents that it refuses it", async () => {
    const body =
      "See [one](references/gone.md), [two](../other/SKILL.md) and [three](references/guide.md).\n";
    expect(await smoke(id, { ...files, "SKILL.md": skillMd("pdf-forms", body) })).toContainEqual(
      expect.stringMatching(
        id === "react-actions"
          ? /^references fail 2 of 3 paths in the instructions cannot be read: "references\/gone\.md" \(SKILL\.md:6\) does not exist; .*"\.\.\/other\/SKILL\.md" \(SKILL\.md:6\) is outside the skill$/
          : /^references fail 1 of 2 paths in the instructions cannot be read: "references\/gone\.md" \(SKILL\.md:6\) does not exist.* ! 1 path out of the skill not tested, as this agent documents no limit to the skill: "\.\.\/other\/SKILL\.md" \(SKILL\.md:6\)$/,
      ),
    );
  });

  it("only warns of a file's path in one client's directory, and takes a command for no path", async () => {
    const body = [
      "Run `~/.claude/skills/pdf-forms/scripts/fill.py` or `python3 /mnt/skills/user/pdf-forms/scripts/fill.py`.",
      "See [a command](/pdf:fill), `skill.md` and [nothing](references/gone.md).",
      "",
    ].join("\n");
    const line = (await smoke(id, { ...files, "SKILL.md": skillMd("pdf-forms", body) })).find((each) =>
      each.startsWith("references"),
    );
    expect(line).toMatch(
      /^references fail 1 of 2 paths in the instructions cannot be read: "references\/gone\.md" \(SKILL\.md:7\)/,
    );
    expect(line).toContain(
      '! "~/.claude/skills/pdf-forms/scripts/fill.py" (SKILL.md:6) only works if the skill is installed there; write `scripts/fill.py`',
    );
    expect(line).toContain('"/mnt/skills/user/pdf-forms/scripts/fill.py" (SKILL.md:6) only works');
    expect(line).not.toMatch(/pdf:fill|skill\.md"|fill\.py" \(SKILL\.md:6\) (?!only)/);
  });

  it("says whose guarantee it is that paths out of the skill are refused", async () => {
    const system = systems.find((each) => each.id === id)!;
    const subject = subjectOf(files);
    const results = await runSmoke({ system, subject, root: smokeRoot(system, subject), tokens });
    expect(results.find(({ check }) => check === "escapes")?.message).toBe(
      id === "react-actions"
        ? "3 paths out of the skill, all refused by the agent, as it documents"
        : "3 paths out of the skill, all refused by the harness; the agent documents no such limit",
    );
  });

  it("accepts a binary file once its bytes are read", async () => {
    const picture = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0]);
    expect(
      await smoke(id, {
        "SKILL.md": skillMd("pdf-forms", "![plan](assets/plan.png)\n"),
        "assets/plan.png": picture,
      }),
    ).toEqual(passing);
  });

  it("compares the body after the changes that the agent documents", async () => {
    const body = "Run {baseDir}/run.sh.\nEnd\u200b.\n";
    const results = await smoke(id, { "SKILL.md": skillMd("pdf-forms", body), "run.sh": "#!/bin/sh\n" });
    expect(results.filter((line) => !line.includes("pass"))).toEqual([]);
    expect(
      results.some((line) => line.includes('! this agent does not fill in "{baseDir}" before "run.sh"')),
    ).toBe(id !== "agio");
  });

  it("reads only the head, the body on activation and requested files", async () => {
    const log: string[] = [];
    const system = systems.find((each) => each.id === id)!;
    const subject = { ...subjectOf(files), source: countReads(openMemory("pdf-forms", files), log) };
    await runSmoke({ system, subject, root: smokeRoot(system, subject), tokens });
    const opened = log.filter((line) => !line.endsWith("/")).map((line) => line.replace(/ .*/, ""));
    const bodies = opened.filter((file) => file === "pdf-forms/SKILL.md").length;
    // The head, the body, and the body again if the agent reads it on each activation.
    expect(bodies).toBe(id === "agentskills" || id === "react-actions" ? 2 : 3);
    expect(opened.filter((file) => file !== "pdf-forms/SKILL.md")).toEqual([
      "pdf-forms/references/guide.md",
      "pdf-forms/scripts/fill.py",
    ]);
  });
});

describe("the announced description", () => {
  const written = (value: string): string => `---\nname: pdf-forms\ndescription: ${value}\n---\nDo it.\n`;
  const announced = async (id: SystemId, value: string): Promise<string | undefined> =>
    (await smoke(id, written(value)))[0];

  it.each([
    [">-\n  Fills PDF forms.\n  Use it for them.", '">-" is announced instead of the description'],
    ["|\n  Fills PDF forms.", '"|" is announced instead of the description'],
    [
      "Fills PDF forms.\n  Use it for them.",
      "only the first 16 of 33 characters of the description are announced",
    ],
    [
      '"Fills PDF forms." # by hand',
      '`"Fills PDF forms." # by hand` is announced instead of the description',
    ],
    [
      "Fills PDF forms.\nmetadata:\n  description: Of something else.",
      '"Of something else." is announced instead of the description',
    ],
  ])("must be the written one, and is not for %j in harness9", async (value, message) => {
    expect(await announced("harness9", value)).toBe(`announced fail ${message}`);
    expect(await announced("agentskills", value)).toMatch(/^announced pass/);
  });

  it("may differ in punctuation, with a warning", async () => {
    expect(await announced("harness9", "'Fills the firm''s forms.'")).toBe(
      "announced pass ! the description is announced as \"Fills the firm''s forms.\"",
    );
  });

  it("is compared after the agent truncated it, as it documents", async () => {
    const long = `Fills forms. ${"word ".repeat(300)}`;
    expect(await announced("spring-ai-alibaba", long)).toMatch(/^announced pass ! description has 1\d+ char/);
  });

  it("does not end the checks", async () => {
    expect((await smoke("harness9", written(">-\n  Fills forms."))).slice(1)).toEqual([
      "activated pass",
      "body pass",
      "again pass",
      "escapes pass",
      "reads pass",
    ]);
  });
});

describe("the fields of a skill", () => {
  const text = "---\nname: pdf-forms\ndescription: Fills.\nallowed-tools: a\nlicense: MIT\n---\nDo it.\n";

  it.each([
    ["agentskills", '; does not read "allowed-tools" or "license"', []],
    ["agio", '; does not read "allowed-tools"', []],
    ["react-actions", '; does not read "license"', []],
    [
      "spring-ai-alibaba",
      '; does not read "allowed-tools" or "license"',
      ['this agent reads "allowed_tools", not "allowed-tools"'],
    ],
    ["harness9", '; does not read "allowed-tools" or "license"', []],
  ] as const)("are named where %s does not read them", async (id, unread, warnings) => {
    const system = systems.find((each) => each.id === id)!;
    const subject = subjectOf(text);
    const [first] = await runSmoke({ system, subject, root: smokeRoot(system, subject), tokens });
    expect(first).toMatchObject({ message: `announced as "pdf-forms"${unread}`, warnings });
  });
});

describe("a skill that an agent skips", () => {
  it("fails in that agent with its reason, without further checks", async () => {
    expect(await smoke("agentskills", "---\nname: pdf-forms\n---\nDo it.\n")).toEqual([
      "announced fail skipped: description is missing or empty",
    ]);
    expect(await smoke("react-actions", skillMd("pdf-forms").replace("forms.", "<forms>."))).toEqual([
      expect.stringMatching(/^announced fail skipped: .*angle bracket/),
    ]);
  });

  it("fails if its instructions are refused as too long", async () => {
    expect(await smoke("react-actions", skillMd("pdf-forms", "Line.\n".repeat(600)))).toContainEqual(
      expect.stringMatching(
        /^activated fail activation by name does not load its instructions: .*601 lines \(maximum 500\)/,
      ),
    );
  });
});

describe("a skill that is hidden from the model", () => {
  const hidden = skillMd("pdf-forms").replace("\n---\n\n", "\ndisable-model-invocation: true\n---\n\n");

  it("is activated by the user if the agent supports the field", async () => {
    expect(await smoke("agentskills", hidden)).toEqual([
      "announced pass",
      "activated pass",
      "body pass",
      "escapes pass",
      "reads pass",
    ]);
    expect(await smoke("react-actions", hidden)).toEqual([
      "announced pass",
      "activated pass",
      "body pass",
      "escapes pass",
      "reads pass",
    ]);
  });

  it("is announced by an agent that does not know the field, with a warning", async () => {
    expect((await smoke("harness9", hidden))[0]).toBe(
      "announced pass ! this agent ignores disable-model-invocation",
    );
  });

  it("fails if neither model nor user can activate it", async () => {
    expect(
      (await smoke("react-actions", hidden.replace("\n---\n\n", "\nuser-invocable: false\n---\n\n")))[1],
    ).toMatch(/^activated fail the slash command does not load its instructions/);
  });
});

it("requests a symlink out of the skill, which must be refused", async () => {
  const files = {
    "SKILL.md": skillMd("pdf-forms"),
    "secret.md": {
      kind: "symlink",
      size: 0,
      executable: false,
      link: { target: "../../secret.md", leads: "outside" },
    },
  } as const;
  expect(await smoke("agentskills", files)).toContain("escapes pass");
  expect(
    await smoke("harness9", { ...files, "SKILL.md": skillMd("pdf-forms", "See [it](secret.md).\n") }),
  ).toContainEqual(
    expect.stringMatching(
      /^references fail .*"secret\.md" \(SKILL\.md:6\) is a symlink that points outside the skill$/,
    ),
  );
});

it("reports how the agent treats a nested SKILL.md", async () => {
  const results = await smoke("agio", {
    "SKILL.md": skillMd("pdf-forms"),
    "examples/other/SKILL.md": skillMd("other"),
  });
  expect(results.at(-1)).toBe(
    'nested pass ! this agent does not list "examples/other/SKILL.md" as a separate skill; other clients do',
  );
});

it("fails above a limit that the user set, and warns above the recommended body size", () => {
  const costs = {
    counter: "o200k_base",
    entry: 300,
    body: 6000,
    files: [
      { path: "a.md", tokens: 10 },
      { path: "b.md", tokens: 900 },
    ],
  };
  expect(budget(costs, {})).toEqual({
    outcome: "pass",
    message: "tokens: 300 announced, 6,000 in the body, 910 in 2 files it refers to",
    warnings: ["the body has 6,000 tokens (maximum 5,000)"],
  });
  expect(budget(costs, { entry: 100, body: 7000, file: 500 })).toEqual({
    outcome: "fail",
    message: 'the catalog entry has 300 tokens (maximum 100); "b.md" has 900 tokens (maximum 500)',
    warnings: [],
  });
});

it("warns about scripts that break where the executable bit is lost", () => {
  const command = {
    written: "scripts/fill.sh",
    file: "scripts/fill.sh",
    line: 7,
    executable: true,
    interpreter: "bash",
  };
  expect(modes([])).toBeUndefined();
  expect(modes([command, { ...command, written: "scripts/b.sh", executable: false }])?.warnings).toEqual([
    '"scripts/fill.sh" (SKILL.md:7) breaks where the executable bit is lost; write `bash scripts/fill.sh`',
    '"scripts/b.sh" (SKILL.md:7) breaks now: the file is not executable; write `bash scripts/b.sh`',
  ]);
});
