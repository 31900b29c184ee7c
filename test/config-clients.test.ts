import { existsSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { type Ran, runSkills } from "./support/io.ts";
import { makeTree, skillMd } from "./support/tree.ts";

const listed = skillMd("maps", "Draw it.\n").replace("\n---\n", "\nmetadata:\n  tags:\n    - a\n---\n");

const run = (cwd: string, ...args: readonly string[]): Promise<Ran> =>
  runSkills(args, { cwd, env: { HOME: path.join(cwd, "home") } });

/** A project with one skill for clients, one to publish, and these clients in its config. */
function makeProject(clients?: string): string {
  return makeTree({
    ".git/HEAD": "",
    "home/x.txt": "",
    ".agents/skills/notes/SKILL.md": skillMd("notes", "Do it.\n"),
    "dist/maps/SKILL.md": listed,
    ...(clients !== undefined && { "skills.config.yaml": `clients: ${clients}\n` }),
  });
}

describe("the clients of the config", () => {
  it("are those that doctor shows, and a loss in one of them is its exit code", async () => {
    const names = async (cwd: string, ...args: readonly string[]) => {
      const { code, stdout } = await run(cwd, "doctor", "--format", "json", ...args);
      const { data } = JSON.parse(stdout);
      return [code, data.clients.map(({ client }: { readonly client: string }) => client)];
    };
    expect(await names(makeProject("[codex]"))).toEqual([0, ["codex"]]);
    expect(await names(makeProject("[claude-code]"))).toEqual([1, ["claude-code"]]);
    expect(await names(makeProject("[claude-code]"), "--client", "codex")).toEqual([0, ["codex"]]);
    const [, byDefault] = await names(makeProject());
    expect(byDefault).toContain("gemini-cli");
    const elsewhere = makeTree({ "home/x.txt": "" });
    expect(await names(elsewhere, "--project", makeProject("[codex]"))).toEqual([0, ["codex"]]);
  });

  it("have the default of preview, unless it is a word for several", async () => {
    const preview = async (clients?: string) => {
      const { code, stdout, stderr } = await run(makeProject(clients), "preview", "dist/maps");
      return [code, stdout.split("\n", 1)[0], stderr];
    };
    expect(await preview('["codex >=0.160", claude-code]')).toEqual([
      0,
      expect.stringContaining("Codex"),
      "",
    ]);
    expect(await preview("[common, claude-code]")).toEqual([0, expect.stringContaining("Claude Code"), ""]);
    for (const clients of ["[common]", undefined])
      expect(await preview(clients)).toEqual([2, "", expect.stringContaining("--client needs an id")]);
  });

  it("are the only ones whose directories install reports", async () => {
    const closing = async (clients?: string): Promise<string> => {
      const cwd = makeProject(clients);
      const { code, stdout } = await run(cwd, "install", "dist/maps");
      expect([code, existsSync(path.join(cwd, ".agents/skills/maps"))]).toEqual([0, true]);
      return stdout.replaceAll("\n", " ");
    };
    expect(await closing("[codex]")).toContain(".agents/skills is read by Codex CLI. ");
    expect(await closing("[claude-code]")).toContain(
      ".agents/skills is not read by Claude Code; --client claude-code installs where Claude Code looks.",
    );
    expect(await closing()).toContain("Gemini CLI");
    const cwd = makeProject('["codex <0.0.1"]');
    expect(await run(cwd, "install", "dist/maps")).toMatchObject({ code: 2, stdout: "" });
    expect(existsSync(path.join(cwd, ".agents/skills/maps"))).toBe(false);
  });

  it("are the only ones that pack and verify name", async () => {
    const messages = async (clients: string | undefined): Promise<readonly string[]> => {
      const cwd = makeProject(clients);
      const packed = await run(cwd, "pack", "--format", "json", "dist/maps");
      const verified = await run(cwd, "verify", "--format", "json", "maps.zip");
      return [packed, verified].flatMap(({ stdout }) =>
        JSON.parse(stdout).subjects[0].findings.map(({ message }: { readonly message: string }) => message),
      );
    };
    const lost = 'metadata key "tags" is a list; ';
    expect(await messages(undefined)).toEqual(
      Array(2).fill(`${lost}3 other clients do not load the skill; write a string`),
    );
    expect(await messages("[mux, codex]")).toEqual(
      Array(2).fill(`${lost}Mux and 2 more do not load the skill; write a string`),
    );
  });
});

describe("advice for the sake of clients", () => {
  const long = "😀".repeat(600);
  const broken: readonly (readonly [string, string, string])[] = [
    [
      "allowed-tools-format",
      "fast-agent",
      skillMd("a").replace("\n---\n", "\nallowed-tools:\n  - Read\n---\n"),
    ],
    ["license-format", "mux", skillMd("a").replace("\n---\n", "\nlicense:\n  - MIT\n---\n")],
    ["metadata-format", "crewai", skillMd("a").replace("\n---\n", "\nmetadata:\n  b:\n    - c\n---\n")],
    ["line-endings", "elizaos", skillMd("a").replaceAll("\n", "\r\n")],
    ["description-length", "mux", skillMd("a").replace(/^(description: .*)$/m, `$1 ${long}`)],
    ["byte-order-mark", "codex", `\u{feff}${skillMd("a")}`],
  ];

  it.each(broken)(
    "%s is a warning only if a client that is reported, such as %s, loses something",
    async (id, client, text) => {
      const cwd = makeTree({ "a/SKILL.md": text });
      const severity = async (clients: string): Promise<unknown> => {
        const { stdout } = await run(cwd, "lint", "--format", "json", "--client", clients, "a");
        const { findings } = JSON.parse(stdout).subjects[0];
        return findings.find(({ ruleId }: { readonly ruleId: string }) => ruleId === id).severity;
      };
      expect(await severity(client)).toBe("warning");
      expect(await severity("claude-code")).toBe("info");
      expect(await severity("common")).toBe(id === "byte-order-mark" ? "warning" : "info");
    },
  );
});
