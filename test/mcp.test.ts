import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync } from "node:fs";
import path from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Diagnostic, Report } from "../src/model/report.ts";
import type { CheckData } from "../src/model/reports/check.ts";
import { runSkills } from "./support/io.ts";
import { makeTree, skillMd } from "./support/tree.ts";

const program = path.resolve("dist/bin/skills.cjs");
const broken =
  "---\nname: Logs\ndescription: Reads logs. Use when logs are to be read.\n---\n\nRead [x](x.md).\n";

/** The official client, connected to the program in a directory. */
async function connect(cwd: string, ...words: readonly string[]): Promise<Client> {
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode: "auto" } });
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [program, "mcp", ...words], cwd }),
  );
  onTestFinished(() => client.close());
  return client;
}

/** What a tool returns, as far as a test looks at it. */
interface Data {
  readonly outcome: number;
  readonly checked: number;
  readonly patch: string;
  readonly unread: unknown;
  readonly findings: readonly { readonly rule: string; readonly line?: number; readonly severity: string }[];
  readonly loads: readonly { readonly client: string; readonly outcome: string }[];
  readonly bodies: readonly { readonly body: string }[];
}

interface Answer {
  readonly isError?: boolean;
  readonly text: string;
  readonly data: Data;
}

async function call(client: Client, name: string, input: Record<string, unknown>): Promise<Answer> {
  const { content, structuredContent, isError } = await client.callTool({ name, arguments: input });
  const [first] = content;
  return {
    ...(isError === true && { isError }),
    text: first?.type === "text" ? first.text : "",
    data: structuredContent as unknown as Data,
  };
}

describe("skills mcp", () => {
  it("lists four tools with schemas and annotations", async () => {
    const { tools } = await (await connect(makeTree({}))).listTools();
    expect(tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint])).toEqual([
      ["skill_check", true],
      ["skill_fix", false],
      ["skill_explain", true],
      ["skill_compat", true],
    ]);
    for (const { inputSchema, outputSchema, description } of tools) {
      expect(inputSchema.type).toBe("object");
      expect(outputSchema?.type).toBe("object");
      expect(description).not.toMatch(/\b(?:you|must|always|never)\b/i);
    }
  });

  it("checks skills on disk as the command line does", async () => {
    const root = makeTree({
      "skills/logs/SKILL.md": broken,
      "skills.config.yaml": "targets: [claude-api]\n",
    });
    const { text, data } = await call(await connect(root), "skill_check", {});
    const { stdout } = await runSkills(["check", "--format", "json"], { cwd: root });
    const { subjects, data: checked }: Report<CheckData> = JSON.parse(stdout);
    expect(data.findings.map(({ rule, line, severity }) => [rule, line, severity]).toSorted()).toEqual(
      subjects[0]!.findings
        .map(({ ruleId, start, severity }: Diagnostic) => [ruleId, start?.line, severity])
        .toSorted(),
    );
    expect(data.loads.map(({ client, outcome }) => [client, outcome])).toEqual(
      checked!.skills[0]!.loads.map(({ client, outcome }) => [client, outcome]),
    );
    expect(text).toContain("skills/logs/SKILL.md:2:7: error: ");
  });

  it("checks texts that are not saved, and reads nothing on disk for them", async () => {
    const root = makeTree({ "logs/x.md": "X.\n" });
    const client = await connect(root);
    const files = { "logs/SKILL.md": broken.replace("Logs", "logs") };
    const { data } = await call(client, "skill_check", { files });
    expect(data.findings.map(({ rule }) => rule)).toContain("reference-broken");
    const whole = await call(client, "skill_check", { files: { ...files, "logs/x.md": "X.\n" } });
    expect(whole.data.findings.map(({ rule }) => rule)).not.toContain("reference-broken");
  });

  it("returns a patch, and writes it only with apply", async () => {
    const text = skillMd("logs")
      .replace("\n---\n\n", "\nallowed-tools: [Read]\n---\n\n")
      .replaceAll("\n", "\r\n");
    const root = makeTree({ "logs/SKILL.md": text });
    const client = await connect(root);
    const file = path.join(root, "logs/SKILL.md");
    const input = { paths: ["logs"], unsafe: true };
    const { data } = await call(client, "skill_fix", input);
    expect(data).toMatchObject({
      applied: false,
      patch: expect.stringMatching(/^diff --git a\/logs\/SKILL\.md /),
    });
    expect(readFileSync(file, "utf8")).toBe(text);
    const written = await call(client, "skill_fix", { ...input, apply: true });
    expect(written.data).toEqual({ ...data, applied: true });
    expect(readFileSync(file, "utf8")).not.toBe(text);
    expect((await call(client, "skill_fix", input)).data).toMatchObject({ patch: "", applied: false });
  });

  it("explains a rule, as a tool and as a resource", async () => {
    const client = await connect(makeTree({}));
    const { text, data } = await call(client, "skill_explain", { rule: "name-format" });
    expect(data).toMatchObject({ rule: "name-format", text });
    const { contents } = await client.readResource({ uri: "skillwright://rules/name-format" });
    expect(contents).toEqual([{ uri: "skillwright://rules/name-format", mimeType: "text/plain", text }]);
    const page = await client.readResource({ uri: "skillwright://clients/codex" });
    expect(JSON.stringify(page)).toContain("Codex");
  });

  it("predicts what clients load, and shows the body as delivered", async () => {
    const files = { "logs/SKILL.md": skillMd("logs", "Read $ARGUMENTS in ${CLAUDE_SKILL_DIR}.\n") };
    const client = await connect(makeTree({}));
    const input = { files, clients: ["claude-code", "codex"], body: true };
    const { data } = await call(client, "skill_compat", input);
    expect(data.loads.map(({ client, outcome }) => [client, outcome])).toEqual([
      ["claude-code", expect.any(String)],
      ["codex", expect.any(String)],
    ]);
    const [claude, codex] = data.bodies;
    expect(claude?.body).not.toContain("$ARGUMENTS");
    expect(codex?.body).toContain("$ARGUMENTS");
    expect((await call(client, "skill_compat", { files, body: true })).isError).toBe(true);
  });

  it("reports progress, and ends a call that is canceled", async () => {
    const skills = Array.from({ length: 300 }, (_, at) => [`s${at}/SKILL.md`, skillMd(`s${at}`)]);
    const client = await connect(makeTree(Object.fromEntries(skills)));
    const ends = new AbortController();
    const seen: number[] = [];
    const asked = client.callTool(
      { name: "skill_check", arguments: {} },
      {
        signal: ends.signal,
        onprogress: ({ progress }) => {
          seen.push(progress);
          if (seen.length === 3) ends.abort();
        },
      },
    );
    await expect(asked).rejects.toThrow();
    expect(seen.length).toBeLessThan(300);
    expect((await call(client, "skill_explain", { rule: "name-format" })).isError).toBeUndefined();
  });
});

describe("hostile requests", () => {
  it.each([
    ["a path above the root", { paths: ["../outside"] }],
    ["an absolute path", { paths: ["/etc"] }],
    ["a link out of the root", { paths: ["link"] }],
    ["a NUL", { paths: ["a\0b"] }],
    ["a path that is not there", { paths: ["nothing"] }],
    ["no skill", { paths: ["empty"] }],
    ["an unknown client", { clients: ["cluade-code"] }],
    ["an unknown target", { targets: ["nobody"] }],
    ["paths and files", { paths: ["."], files: { "a/SKILL.md": "" } }],
    ["files without a SKILL.md", { files: { "a.md": "" } }],
    ["files out of the skill", { files: { "a/SKILL.md": "", "a/../../b": "" } }],
    ["a text of 2 MB", { files: { "a/SKILL.md": "x".repeat(2_000_000) } }],
    ["a name of the prototype", { files: JSON.parse('{"__proto__": "x", "a/__proto__": "x"}') }],
    ["another type", { paths: "logs" }],
    ["an unknown tool option", { paths: [7] }],
  ])("says what is wrong with %s, and goes on", async (_, input) => {
    const root = makeTree({
      "root/logs/SKILL.md": broken,
      "root/empty/x.txt": "",
      "outside/SKILL.md": broken,
    });
    symlinkSync(path.join(root, "outside"), path.join(root, "root/link"));
    const client = await connect(path.join(root, "root"));
    const answer = await call(client, "skill_check", input).catch((error: Error) => ({
      isError: true,
      text: error.message,
      data: undefined as unknown as Data,
    }));
    const isRead = JSON.stringify(answer.data ?? "").includes("skill-file-size");
    expect(answer.isError === true || isRead).toBe(true);
    expect(answer.text).not.toBe("");
    expect((await call(client, "skill_check", { paths: ["logs"] })).data.checked).toBe(1);
  });

  it("reads no skill to which a link leads out of the roots", async () => {
    const root = makeTree({
      "root/.claude/skills/a/SKILL.md": skillMd("a"),
      "outside/SKILL.md": skillMd("b"),
    });
    symlinkSync(path.join(root, "outside"), path.join(root, "root/.claude/skills/b"));
    const { data } = await call(await connect(path.join(root, "root")), "skill_check", {});
    expect(data.checked).toBe(1);
    expect(JSON.stringify(data.unread)).toContain("skills/b");
  });

  it("writes nothing outside the roots", async () => {
    const root = makeTree({
      "root/x.txt": "",
      "outside/logs/SKILL.md": skillMd("logs").replaceAll("\n", "\r\n"),
    });
    const before = readFileSync(path.join(root, "outside/logs/SKILL.md"), "utf8");
    mkdirSync(path.join(root, "root/skills"));
    symlinkSync(path.join(root, "outside/logs"), path.join(root, "root/skills/logs"));
    const client = await connect(path.join(root, "root"));
    for (const paths of [["../outside/logs"], ["skills/logs"], ["skills"]])
      expect((await call(client, "skill_fix", { paths, apply: true, unsafe: true })).isError).toBe(true);
    expect(readFileSync(path.join(root, "outside/logs/SKILL.md"), "utf8")).toBe(before);
  });

  it("refuses arguments that a tool does not have, and writes nothing", async () => {
    const text = skillMd("logs").replaceAll("\n", "\r\n");
    const root = makeTree({ "logs/SKILL.md": text });
    const input = { files: { "logs/SKILL.md": text }, apply: true };
    const answer = await call(await connect(root), "skill_fix", input);
    expect(answer).toMatchObject({ isError: true, text: expect.stringContaining("files") });
    expect(readFileSync(path.join(root, "logs/SKILL.md"), "utf8")).toBe(text);
  });

  it("answers bad JSON with an error and ends when its input does", async () => {
    const child = spawn(process.execPath, [program, "mcp"], { cwd: makeTree({}), stdio: "pipe" });
    child.stdin.write('{"jsonrpc": "2.0", "id": 1, "method": \n[[[\n');
    child.stdin.end();
    const code = await new Promise((resolve) => child.once("close", resolve));
    expect(code).toBe(0);
  });
});

it.each([[["nowhere"]], [["--root", "nowhere"]], [["--root", ""]], [["--roof", "."]]])(
  "refuses %j",
  async (words) => {
    const { code, stderr } = await runSkills(["mcp", ...words], { cwd: makeTree({}) });
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(/^skills: /) });
  },
);
