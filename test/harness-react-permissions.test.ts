import { describe, expect, it } from "vitest";
import type { ApprovalMode, HostTool, Policy } from "../src/model/agent.ts";
import { permissionToUse, riskOf } from "../src/harness/systems/react-actions/permissions.ts";
import { traceLines } from "./support/harness.ts";
import { load, observations, playReact, run, select, skillWith, use } from "./support/react.ts";
import { skillMd } from "./support/tree.ts";

const hostTools: readonly HostTool[] = ["write_file", "network_request", "delete_file", "send_mail"].map(
  (name) => ({ spec: { name, description: "", parameters: {} }, answer: () => `${name} was done` }),
);
const files = { "SKILL.md": skillMd("forms"), "reference/a.md": "alpha\n", "scripts/run.sh": "echo\n" };

/** One reply that uses each tool. */
const uses = {
  read_file: load("forms", "reference/a.md"),
  list_dir: use("forms", "list_dir", { path: "reference" }),
  grep: use("forms", "grep", { path: "reference/a.md", text: "alpha" }),
  run_script: run("forms", "scripts/run.sh"),
  write_file: use("forms", "write_file", { path: "x" }),
  network_request: use("forms", "network_request", { url: "https://api.test.dev" }),
  delete_file: use("forms", "delete_file", { path: "x" }),
  send_mail: use("forms", "send_mail"),
} as const;
type ToolName = keyof typeof uses;

const risk = {
  read_file: "low",
  list_dir: "low",
  grep: "low",
  run_script: "medium",
  write_file: "high",
  network_request: "high",
  delete_file: "high",
  send_mail: "high",
} as const satisfies Record<ToolName, string>;

type Mode =
  | "a person who approves"
  | "a person who declines"
  | "a person who does not answer"
  | "--yes"
  | "nobody there";
const policies: Readonly<Record<Mode, Policy>> = {
  "a person who approves": { approval: "interactive", ask: async () => true },
  "a person who declines": { approval: "interactive", ask: async () => false },
  "a person who does not answer": { approval: "interactive" },
  "--yes": { approval: "yes" },
  "nobody there": { approval: "ci" },
};

const tools = Object.keys(uses).filter((name): name is ToolName => Object.hasOwn(uses, name));
const modes = Object.keys(policies).filter((name): name is Mode => Object.hasOwn(policies, name));

/** The outcome in the design for each enabled tool. */
const outcome: Readonly<
  Record<"low" | "medium" | "high", Readonly<Record<Mode, "done" | "approved" | "declined" | "fails">>>
> = {
  low: {
    "a person who approves": "done",
    "a person who declines": "done",
    "a person who does not answer": "done",
    "--yes": "done",
    "nobody there": "done",
  },
  medium: {
    "a person who approves": "approved",
    "a person who declines": "declined",
    "a person who does not answer": "declined",
    "--yes": "approved",
    "nobody there": "fails",
  },
  high: {
    "a person who approves": "approved",
    "a person who declines": "declined",
    "a person who does not answer": "declined",
    "--yes": "approved",
    "nobody there": "fails",
  },
};

describe("each tool, by risk and approval mode", () => {
  for (const tool of tools) {
    for (const mode of modes) {
      const expected = outcome[risk[tool]][mode];
      it(`${tool} (${risk[tool]}) with ${mode}: ${expected}`, async () => {
        const result = await playReact({ forms: files }, [select("forms"), uses[tool]], {
          world: { hostTools, policy: policies[mode], settings: { execution: { allowed_tools: tools } } },
        });
        const kinds = result.trace
          .filter(({ turn, kind }) => turn === 2 && kind !== "reply")
          .map(({ kind }) => kind);
        const act =
          tool === "run_script"
            ? "script"
            : tool === "read_file" || tool === "grep"
              ? "resource"
              : tool === "list_dir"
                ? "list"
                : "tool";
        expect(kinds).toEqual(
          { done: [act], approved: ["approve", act], declined: ["refuse"], fails: ["refuse", "stop"] }[
            expected
          ],
        );
        expect(result.stop).toBe(expected === "fails" ? "needs-approval" : "answered");
        const words = observations(result)[1];
        if (expected === "declined") expect(words).toMatch(/not approved$/);
        if (expected === "fails")
          expect(words).toMatch(
            /needs approval, but this run cannot ask for it; to approve everything, run `skills run 'Do it\.' --system react-actions --yes`$/,
          );
      });
    }
  }
});

describe("tools enabled by default", () => {
  for (const tool of tools) {
    it(`${tool}: ${risk[tool] === "low" ? "on" : "off"}`, async () => {
      const result = await playReact({ forms: files }, [select("forms"), uses[tool]], {
        world: { hostTools },
      });
      expect(traceLines(result.trace, "refuse")).toEqual(
        risk[tool] === "low"
          ? []
          : [expect.stringContaining(`the configuration does not allow the tool "${tool}"`)],
      );
    });
  }
});

describe("approvals required by the configuration", () => {
  const skill = { name: "forms", allowedTools: undefined };
  const ask = (tool: string, needApproval: readonly string[], policy: Policy = { approval: "interactive" }) =>
    permissionToUse({ tool, skill, args: {} }, { allowedTools: undefined, needApproval }, policy).outcome;

  it("enables the tools that they name, as in the design's example", () => {
    const example = ["write_file", "run_script", "network"];
    expect(
      ["read_file", "run_script", "write_file", "network_request", "delete_file"].map((tool) =>
        ask(tool, example),
      ),
    ).toEqual(["allowed", "needs-approval", "needs-approval", "needs-approval", "refused"]);
  });

  it("can be dropped for scripts, but never for high-risk tools", () => {
    const on = { approval: "interactive", configured: ["run_script", "write_file"] } as const;
    expect([ask("run_script", [], on), ask("write_file", [], on)]).toEqual(["allowed", "needs-approval"]);
  });

  it("can include tools that only read", () => {
    expect(ask("read_file", ["read_file"])).toBe("needs-approval");
  });
});

describe("a tool must be allowed by the configuration, the skill and the run", () => {
  const sets = { "allows it": ["read_file", "run_script"], "does not": ["read_file"] } as const;
  for (const [global, configured] of Object.entries(sets)) {
    for (const [bySkill, declared] of [...Object.entries(sets), ["says nothing", undefined] as const]) {
      for (const [runtime, allowed] of [...Object.entries(sets), ["says nothing", undefined] as const]) {
        const all = global === "allows it" && bySkill !== "does not" && runtime !== "does not";
        it(`a script if the configuration ${global}, the skill ${bySkill} and the run ${runtime}: ${all ? "runs" : "is refused"}`, async () => {
          const skill = declared
            ? skillWith("forms", `allowed-tools: [${declared.join(", ")}]`)
            : skillMd("forms");
          const policy = { approval: "yes" as ApprovalMode, ...(allowed && { allowed }) };
          const { trace } = await playReact(
            { forms: { ...files, "SKILL.md": skill } },
            [select("forms"), run("forms", "scripts/run.sh")],
            { world: { policy, settings: { execution: { allowed_tools: configured } } } },
          );
          const who =
            global === "does not"
              ? /the configuration/
              : runtime === "does not"
                ? /this run/
                : /the skill "forms" does not allow the tool "run_script"; it allows "read_file"/;
          expect(traceLines(trace, "script", "refuse")).toEqual([
            all ? "script forms scripts/run.sh answered" : expect.stringMatching(who),
          ]);
        });
      }
    }
  }

  it("treats the host's list like the configuration's, and applies both if there are two", () => {
    const allow = (configured: readonly string[] | undefined, allowedTools: readonly string[] | undefined) =>
      permissionToUse(
        { tool: "run_script", args: {}, skill: { name: "forms", allowedTools: undefined } },
        { allowedTools, needApproval: [] },
        { approval: "yes", ...(configured && { configured }) },
      ).outcome;
    expect([
      allow(["run_script"], undefined),
      allow(["run_script"], ["run_script"]),
      allow(["read_file"], ["run_script"]),
      allow(["run_script"], []),
    ]).toEqual(["allowed", "allowed", "refused", "refused"]);
  });

  it("accepts a string as a skill's list; an empty list allows nothing", async () => {
    const string = await playReact(
      { forms: { ...files, "SKILL.md": skillWith("forms", "allowed-tools: list_dir, grep") } },
      [select("forms"), load("forms", "reference/a.md")],
    );
    expect(observations(string)[1]).toBe(
      'load_resource:\nthe skill "forms" does not allow the tool "read_file"; it allows "list_dir" and "grep"',
    );
    const none = await playReact(
      { forms: { ...files, "SKILL.md": skillWith("forms", "allowed-tools: []") } },
      [select("forms"), load("forms", "reference/a.md")],
    );
    expect(observations(none)[1]).toBe(
      'load_resource:\nthe skill "forms" does not allow the tool "read_file"; it allows no tools',
    );
  });
});

it("treats an unclassified tool as high risk", () => {
  expect(riskOf("send_mail")).toBe("high");
});

it("suggests the command that started the run, if known", async () => {
  const result = await playReact({ forms: files }, [select("forms"), run("forms", "scripts/run.sh")], {
    world: {
      policy: { approval: "ci", replay: "skills test forms --yes" },
      settings: { execution: { require_approval_for: ["run_script"] } },
    },
  });
  expect(observations(result)[1]).toMatch(/; to approve everything, run `skills test forms --yes`$/);
});

it("quotes the request in the suggested command for a shell", async () => {
  const result = await playReact({ forms: files }, [select("forms"), run("forms", "scripts/run.sh")], {
    prompt: "it's $HOME; rm",
    world: { policy: { approval: "ci" }, settings: { execution: { require_approval_for: ["run_script"] } } },
  });
  expect(observations(result)[1]).toMatch(/skills run 'it'\\''s \$HOME; rm' --system react-actions --yes`$/);
});

it("does not ask for approval of a missing file or a path out of the skill", async () => {
  const asked: string[] = [];
  const policy: Policy = { approval: "interactive", ask: async (question) => asked.push(question) > 0 };
  const settings = { execution: { require_approval_for: ["run_script"] } };
  await playReact(
    { forms: files },
    [
      select("forms"),
      run("forms", "scripts/none.sh"),
      run("forms", "../x.sh"),
      run("forms", "/etc/passwd"),
      run("forms", "scripts/run.sh"),
    ],
    { world: { policy, settings } },
  );
  expect(asked).toEqual([
    'use the tool "run_script" (medium risk) on "scripts/run.sh" for the skill "forms"',
  ]);
});
