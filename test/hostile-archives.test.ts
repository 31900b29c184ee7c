import { expect, it } from "vitest";
import { findSkill } from "../src/archive/find-skills.ts";
import { openArchive } from "../src/archive/open-archive.ts";
import { ArchiveRefused } from "../src/model/archive.ts";
import { show } from "../src/core/show.ts";
import { benignArchives } from "./support/benign-archives.ts";
import { cpuTime } from "./support/effort.ts";
import { hostileArchives } from "./support/hostile-archives.ts";

/** Milliseconds of CPU for one archive; the slowest takes a seventh of it. */
const longest = 1000;

/** The code that an archive is refused with, or a description of any other outcome. */
async function verdict(bytes: Uint8Array): Promise<string> {
  const start = cpuTime();
  const answer = await openArchive(bytes)
    .then(findSkill)
    .then(() => "accepted", refusal);
  const took = cpuTime() - start;
  return took > longest ? `${answer} after ${Math.round(took)} ms` : answer;
}

function refusal(thrown: unknown): string {
  if (!(thrown instanceof ArchiveRefused)) return `uncaught ${String(thrown)}`;
  return isSentence(thrown.message)
    ? thrown.code
    : `${thrown.code}, and says ${JSON.stringify(thrown.message)}`;
}

/**
 * Whether the message is one sentence that is safe for a terminal: no control characters, and no long names from the
 * archive.
 */
function isSentence(message: string): boolean {
  return message === show(message, 600) && /^(?:\p{Ll}|[0-9"]).*[^.]$/u.test(message);
}

for (const [subject, archives] of Object.entries(hostileArchives)) {
  it(`refuses each of ${archives.length} archives with its own code: ${subject}`, async () => {
    const got = new Map<string, string>();
    for (const { how, bytes } of archives) got.set(how, await verdict(bytes()));
    expect(Object.fromEntries(got)).toEqual(Object.fromEntries(archives.map(({ how, code }) => [how, code])));
    expect(got.size).toBe(archives.length);
  });
}

it(`accepts ${benignArchives.length} archives that only look odd, with the notes they need`, async () => {
  for (const { how, bytes, note } of benignArchives) {
    const contents = await openArchive(bytes()).catch((thrown: unknown) =>
      Promise.reject(new Error(how, { cause: thrown })),
    );
    expect(
      findSkill(contents).files.some(({ path }) => path === "SKILL.md"),
      how,
    ).toBe(true);
    expect(
      contents.notes.map(({ message }) => message),
      how,
    ).toEqual(note ? [expect.stringMatching(note)] : []);
  }
});
