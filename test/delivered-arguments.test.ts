import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { encodeUtf8 } from "../src/core/utf8.ts";
import { clients } from "../src/generated/clients.ts";
import { answersFor } from "./support/answers-for.ts";

interface Delivered {
  readonly dir: string;
  readonly text: string;
  readonly args?: string;
  readonly body: string;
}

const folder = new URL("../fixtures/live/arguments/", import.meta.url);
const recorded = readdirSync(folder).map((file) => {
  const [client = "", version = ""] = file.replace(/\.json$/, "").split("@");
  const calls = JSON.parse(readFileSync(new URL(file, folder), "utf8")) as readonly Delivered[];
  return { client, version, calls };
});

/** What a client runs or names, which its model leaves as written. */
function withMachine(client: string, dir: string, body: unknown): unknown {
  if (typeof body !== "string") return body;
  if (client === "opencode") return body.replaceAll("!`date +%Y`", "2026\n");
  if (client === "kilo")
    return body.replaceAll("!`date +%Y`", "[skill shell execution disabled for untrusted skill]");
  if (client !== "claude-code") return body;
  return body
    .replaceAll("!`date +%Y`", "2026")
    .replaceAll("${CLAUDE_SKILL_DIR}", `<project>/.claude/skills/${dir}`);
}

it("has forty bodies of at least eight clients, with and without arguments", () => {
  expect(recorded.length).toBeGreaterThanOrEqual(8);
  for (const { client, calls } of recorded) {
    const bodies = (some: readonly Delivered[]) => new Set(some.map(({ text }) => text)).size;
    const withArguments = calls.filter(({ args = "" }) => args !== "");
    const without = calls.filter(({ args = "" }) => args === "");
    expect([client, bodies(withArguments) >= 40, bodies(without) >= 40]).toEqual([client, true, true]);
  }
});

describe.each(recorded)("$client $version", ({ client, version, calls }) => {
  const { load, takesArguments } = clients
    .find(({ id }) => id === client)!
    .versions.find((each) => answersFor(each, version) && each.load)!;

  it("says that it takes arguments", () => {
    expect(takesArguments).toMatch(/^(?:in-body|beside)$/);
  });

  it("delivers each body as the real client did, with and without arguments", () => {
    for (const { dir, text, args, body } of calls) {
      const bytes = encodeUtf8(text);
      const loaded = load!({ directory: dir, bytes, ...(args !== undefined && { args }) });
      // Without a body in the record, the client delivers all of SKILL.md.
      const expected = loaded.loads === true ? (loaded.body ?? text) : loaded;
      expect({ text, args, body: withMachine(client, dir, expected) }).toEqual({ text, args, body });
    }
  });
});
