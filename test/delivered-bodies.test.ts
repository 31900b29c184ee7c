import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { encodeUtf8 } from "../src/core/utf8.ts";
import { clients } from "../src/generated/clients.ts";
import { answersFor } from "./support/answers-for.ts";

interface Delivered {
  readonly dir: string;
  readonly text: string;
  readonly body: string;
}

const folder = new URL("../fixtures/live/bodies/", import.meta.url);
const recorded = readdirSync(folder).map((file) => {
  const [client = "", version = ""] = file.replace(/\.json$/, "").split("@");
  const bodies = JSON.parse(readFileSync(new URL(file, folder), "utf8")) as readonly Delivered[];
  return { client, version, bodies };
});

/** Claude Code runs commands and names directories, Kilo refuses commands; their models leave both as written. */
function withMachine(client: string, dir: string, body: unknown): unknown {
  if (typeof body !== "string") return body;
  if (client === "kilo")
    return body.replaceAll("!`date +%Y`", "[skill shell execution disabled for untrusted skill]");
  if (client !== "claude-code") return body;
  return body
    .replaceAll("!`date +%Y`", "2026")
    .replaceAll("${CLAUDE_SKILL_DIR}", `<project>/.claude/skills/${dir}`);
}

it("has forty bodies of at least ten clients", () => {
  expect(recorded.length).toBeGreaterThanOrEqual(10);
  expect(recorded.filter(({ bodies }) => bodies.length < 40)).toEqual([]);
});

describe.each(recorded)("$client $version", ({ client, version, bodies }) => {
  const { load } = clients
    .find(({ id }) => id === client)!
    .versions.find((each) => answersFor(each, version) && each.load)!;

  it("delivers each body as the real client did", () => {
    for (const { dir, text, body } of bodies) {
      const loaded = load!({ directory: dir, bytes: encodeUtf8(text) });
      // Without a body in the record, the model opens SKILL.md itself.
      const expected = loaded.loads === true ? (loaded.body ?? text) : loaded;
      expect({ text, body: withMachine(client, dir, expected) }).toEqual({ text, body });
    }
  });
});
