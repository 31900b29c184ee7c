import { readFileSync } from "node:fs";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import { describe, expect, it } from "vitest";
import { cursor } from "../src/targets/clients/cursor.ts";
import { fixturesRoot } from "./support/fixtures.ts";

interface File {
  readonly dir: string;
  readonly text?: string;
  readonly base64?: string;
}

/** What the loader of the SDK made of a file. */
interface Answer {
  readonly outcome: "loads" | "not-loaded";
  readonly description?: string;
  readonly hidden?: true;
  readonly said?: string;
}

const read = <T>(file: string): T => JSON.parse(readFileSync(path.join(fixturesRoot, file), "utf8")) as T;
const { cases: files } = read<{ readonly cases: Readonly<Record<string, File>> }>("live/cases.json");
const { cases, own, version } = read<{
  readonly cases: Readonly<Record<string, Answer>>;
  readonly own: Readonly<Record<string, Answer & { readonly dir: string; readonly text: string }>>;
  readonly version: string;
}>("clients/cursor.json");

const [recorded] = cursor.versions;

function answerOf({ dir, text, base64 }: File): Answer | undefined {
  const bytes = base64 === undefined ? new TextEncoder().encode(text) : Buffer.from(base64, "base64");
  const load = recorded!.load!({ directory: dir, bytes });
  if (load.loads === "unknown") return undefined;
  if (!load.loads) return { outcome: "not-loaded", ...(load.said !== undefined && { said: load.said }) };
  const description = load.listed ?? load.description!;
  return { outcome: "loads", description, ...(load.hidden && { hidden: true }) };
}

describe("the record of Cursor's SDK", () => {
  it("is reproduced in every case of other clients", () => {
    expect(recorded!.version).toBe(version);
    expect(Object.keys(cases).length).toBeGreaterThan(600);
    const wrong = Object.entries(cases).filter(([name, answer]) => {
      const found = answerOf(files[name]!);
      return found !== undefined && !isDeepStrictEqual(found, answer);
    });
    expect(wrong).toEqual([]);
  });

  it("makes no prediction where the encoding is guessed", () => {
    const unclear = Object.keys(cases).filter((name) => answerOf(files[name]!) === undefined);
    expect(unclear.toSorted()).toEqual([
      "esc_desc",
      "invalid_utf8_body",
      "invalid_utf8_name",
      "latin1_desc",
      "utf16be",
      "utf16le",
      "utf16le_no_bom",
    ]);
  });

  it("is reproduced where only Cursor differs", () => {
    for (const [name, { dir, text, ...answer }] of Object.entries(own))
      expect(answerOf({ dir, text }), name).toEqual(answer);
  });
});
