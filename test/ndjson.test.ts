import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { answerLines } from "../src/api/pipe/answer-lines.ts";
import { pipeQuestion, type PipedCommand } from "../src/api/pipe/judge.ts";
import { examine } from "../src/engine.ts";
import { pipeLimits } from "../src/model/pipe.ts";
import { ruleSetDigest } from "../src/api/rule-set.ts";
import { runSkills } from "./support/io.ts";
import { schemaOf } from "./support/schema.ts";

const document =
  "---\nname: pdf\ndescription: Reads PDF files. Use it when a PDF is given.\n---\n\nRead it.\n";
const good = { id: "first", name: "pdf", files: [{ path: "SKILL.md", text: document }] };
const bad = { name: "other", files: [{ path: "SKILL.md", text: document }] };

const inputSchema = schemaOf("ndjson-input");
const outputSchema = schemaOf("ndjson-output", ["report"]);

const commands: readonly PipedCommand[] = ["lint", "validate", "check", "compat"];

/** Runs a command on lines, each a text or a value, and reads its lines. */
async function pipe(lines: readonly unknown[], args: readonly string[] = ["lint"]) {
  const text = lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line))).join("\n");
  const ran = await runSkills([...args, "--stdin-ndjson", "--no-config"].filter(unlessCompat(args[0])), {
    stdin: Buffer.from(text),
  });
  // A refused request with --format json has its error there.
  const answers = ran.stdout.startsWith("{\n") ? [] : ran.stdout.split("\n").slice(0, -1);
  return { ...ran, answers: answers.map((line) => JSON.parse(line)) };
}

/** `compat` has no --config. */
function unlessCompat(command: string | undefined): (arg: string) => boolean {
  return (arg) => command !== "compat" || arg !== "--no-config";
}

async function errorsOf(...lines: readonly unknown[]): Promise<readonly unknown[]> {
  return (await pipe(lines)).answers.map(({ error }) => error?.message);
}

describe.each(commands)("%s --stdin-ndjson", (command) => {
  it("answers each line by a line, in order, as the schema says", async () => {
    const { answers, code, stderr } = await pipe([good, "", bad, "no JSON"], [command]);
    expect(stderr).toBe("");
    expect(code).toBe(2);
    expect(answers.map(({ line, id }) => [line, id])).toEqual([
      [1, "first"],
      [3, "other"],
      [4, undefined],
    ]);
    for (const answer of answers)
      expect(outputSchema(answer), JSON.stringify(outputSchema.errors)).toBe(true);
    expect(answers.map(({ outcome }) => outcome)).toEqual([0, command === "compat" ? 0 : 1, 2]);
    expect(answers[0].subject.path).toBe("pdf");
    expect("loads" in answers[0]).toBe(command === "check" || command === "compat");
    expect("tokens" in answers[0]).toBe(command === "check");
  });
});

it("finds what the library finds in the same files", async () => {
  const { answers } = await pipe([bad, good]);
  const files = { "SKILL.md": document };
  expect(answers.map(({ subject }) => subject)).toEqual(
    ["other", "pdf"].map((name) => examine(files, { name }).subjects[0]),
  );
});

it("returns 0 if each skill is clean, 1 if one has problems, and 2 if there is none", async () => {
  expect((await pipe([good, good])).code).toBe(0);
  expect((await pipe([bad, good])).code).toBe(1);
  const { code, stderr } = await pipe(["", " \t\r"]);
  expect(code).toBe(2);
  expect(stderr).toBe("skills: standard input has no line, so no skill was checked\n");
});

it("applies the options of the command to each skill", async () => {
  const off = await pipe([bad], ["lint", "--rule", "name-matches-directory=off"]);
  const ids = off.answers[0].subject.findings.map(({ ruleId }: { ruleId: string }) => ruleId);
  expect(ids).not.toContain("name-matches-directory");
  expect((await pipe([bad])).stdout).toContain("name-matches-directory");
  const { answers, code } = await pipe([good], ["compat", "--client", "codex"]);
  expect(code).toBe(0);
  expect(new Set(answers[0].loads.map(({ client }: { client: string }) => client))).toEqual(
    new Set(["codex"]),
  );
});

it("compares no skill with another", async () => {
  const { answers } = await pipe([good, good]);
  expect(answers[1].subject).toEqual(answers[0].subject);
});

it("says in the answer which rule set was asked", async () => {
  const digestsOf = async (...args: readonly string[]) => (await pipe([good], args)).answers[0].ruleSet;
  const plain = await digestsOf("lint");
  expect(await digestsOf("lint", "--jobs", "2", "--skill-seconds", "9")).toBe(plain);
  const others = await Promise.all([
    digestsOf("validate"),
    digestsOf("lint", "--security"),
    digestsOf("lint", "--rule", "body-length=off"),
    digestsOf("lint", "--target", "skills-ref"),
    digestsOf("lint", "--client", "codex"),
  ]);
  expect(new Set([plain, ...others]).size).toBe(6);
  const printed = await runSkills(["lint", "--no-config", "--stdin-ndjson", "--digest"]);
  expect(printed).toEqual({ code: 0, stdout: `${plain}\n`, stderr: "" });
});

it("names the version and the whole question in the digest", () => {
  const question = pipeQuestion("lint", { rules: { "body-length": "off", "name-format": "info" } });
  const swapped = pipeQuestion("lint", { rules: { "name-format": "info", "body-length": "off" } });
  expect(ruleSetDigest(swapped)).toBe(ruleSetDigest(question));
  expect(ruleSetDigest({ ...question, maxWarnings: 0 })).not.toBe(ruleSetDigest(question));
  expect(ruleSetDigest({ ...question, inline: false })).not.toBe(ruleSetDigest(question));
});

it("refuses what it would ignore", async () => {
  for (const [args, message] of [
    [["lint", "my-skill"], "--stdin-ndjson reads no PATH; use --export-ndjson to write lines"],
    [["lint", "--fix"], "--fix cannot be used with --stdin-ndjson"],
    [["validate", "--changed"], "--changed cannot be used with --stdin-ndjson"],
    [["check", "--format", "json"], "--format cannot be used with --stdin-ndjson"],
    [
      ["check", "--target", "claude-ai,spec"],
      "--stdin-ndjson does not pack or simulate skills for claude-ai; choose other targets",
    ],
    [["lint", "--rule", "no-such-rule=off"], 'unknown rule "no-such-rule"'],
    [["compat", "--client", "no-such-client"], 'unknown client "no-such-client"'],
    [
      ["lint", "--export-ndjson", "-", "--digest"],
      "--stdin-ndjson and --digest cannot be used with --export-ndjson",
    ],
    [["lint", "--skill-seconds", "0"], '--skill-seconds "0" must be a number above 0, at most 86400'],
  ] as const) {
    const { code, answers, stderr } = await pipe([good], args);
    expect([code, answers]).toEqual([2, []]);
    expect(stderr).toContain(message);
  }
});

it("refuses options of lines without lines", async () => {
  for (const option of [["--digest"], ["--skill-seconds", "1"]]) {
    const { code, stderr } = await runSkills(["validate", ...option, "."]);
    expect([code, stderr]).toEqual([2, `skills: ${option[0]} needs --stdin-ndjson\n`]);
  }
});

describe("a line that is no skill", () => {
  it("is answered with what is wrong with it", async () => {
    const file = (members: object) => ({ name: "pdf", files: [{ path: "SKILL.md", ...members }] });
    const cases: readonly (readonly [unknown, string])[] = [
      ["{", "the line is not JSON; write one object on a line"],
      ["[]", "the line is not an object with `name` and `files`"],
      [{ files: [] }, "`name` is missing or is not a string"],
      [{ name: "..", files: [] }, '`name` ".." is not a directory name'],
      [{ name: "a/b", files: [] }, '`name` "a/b" is not a directory name'],
      [{ name: "pdf", files: {} }, "`files` is missing or is not a list"],
      [{ id: 1, name: "pdf", files: [] }, "`id` is not a string"],
      [{ name: "pdf", files: [], context: {} }, 'the skill has the unknown member "context"'],
      [{ name: "pdf", files: ["SKILL.md"] }, "file 1 is not an object with `path`"],
      [{ name: "pdf", files: [{ text: "" }] }, "`path` of file 1 is missing or is not a string"],
      [file({ text: 1 }), '`text` of "SKILL.md" is not a string'],
      [file({ base64: "QQ" }), '`base64` of "SKILL.md" is damaged'],
      [file({ base64: "Q Q=" }), '`base64` of "SKILL.md" is damaged'],
      [
        file({ text: "", base64: "" }),
        '"SKILL.md" has several of `text`, `base64`, `link` and `kind`; write one of them',
      ],
      [file({ text: "", size: 3 }), '"SKILL.md" has a `size` besides its content; remove one'],
      [file({ size: -1 }), '`size` of "SKILL.md" is not a whole number of 0 or more'],
      [file({ text: "", executable: 1 }), '`executable` of "SKILL.md" is not true or false'],
      [file({ kind: "file" }), '`kind` of "SKILL.md" is not "directory" or "other"'],
      [file({ texts: "" }), '"SKILL.md" has the unknown member "texts"'],
      [
        { name: "pdf", files: [{ path: "a/", text: "" }] },
        '"a/" ends in "/"; write "kind": "directory" for a directory',
      ],
      [
        { name: "pdf", files: [{ path: "../a", text: "" }] },
        '"../a" is not a path inside the skill; write names joined by "/"',
      ],
    ];
    expect(await errorsOf(...cases.map(([line]) => line))).toEqual(cases.map(([, message]) => message));
    for (const [line] of cases)
      if (typeof line !== "string" && !JSON.stringify(line).match(/"QQ"|Q Q|\.\.\/a/))
        expect(inputSchema(line), JSON.stringify(line)).toBe(false);
  });

  it("has each path once", async () => {
    const files = [
      { path: "SKILL.md", text: document },
      { path: "a", text: "" },
    ];
    expect(
      await errorsOf(
        { name: "pdf", files: [...files, { path: "a", base64: "" }] },
        { name: "pdf", files: [...files, { path: "a/b", text: "" }] },
        { name: "pdf", files: [...files, { path: "l", link: "a" }, { path: "l/b", text: "" }] },
        { name: "pdf", files: [...files, { path: "d", kind: "directory" }, { path: "d/b", text: "" }] },
      ),
    ).toEqual([
      '"a" is given twice',
      '"a" is no directory, so "a/b" cannot be in it',
      '"l" is no directory, so "l/b" cannot be in it',
      undefined,
    ]);
  });

  it("does not change what is asked about the next", async () => {
    const hostile = `{"name":"pdf","__proto__":{"files":[]},"files":[]}`;
    const files = [
      { path: "__proto__", text: "a" },
      { path: "constructor/__proto__", text: "b" },
      { path: "SKILL.md", text: document },
    ];
    const { answers } = await pipe([hostile, { name: "pdf", files }, good]);
    expect(answers[0].error.message).toBe('the skill has the unknown member "__proto__"');
    expect(answers[1].error).toBeUndefined();
    const [alone] = (await pipe([good])).answers;
    expect(answers[2]).toEqual({ ...alone, line: 3 });
  });

  it("is escaped in the answer", async () => {
    const { stdout } = await pipe([
      { id: "\u202e\u009b", name: "pdf", files: [{ path: "\u202e", size: 1 }] },
    ]);
    expect(stdout).toMatch(/^[\n\x20-\x7e]+$/);
    expect(JSON.parse(stdout).id).toBe("\u202e\u009b");
  });

  it("is answered if it is not UTF-8, and may end without a line feed", async () => {
    const { stdout } = await runSkills(["lint", "--stdin-ndjson"], {
      stdin: Buffer.concat([Buffer.from([0x22, 0xff, 0x22, 0x0a]), Buffer.from(JSON.stringify(good))]),
    });
    const answers = stdout.split("\n").slice(0, -1);
    expect(answers.map((line) => JSON.parse(line).error?.message)).toEqual([
      "the line is not valid UTF-8",
      undefined,
    ]);
  });
});

describe("a file on a line", () => {
  const listed = (files: readonly object[]) => ({ name: "pdf", files });
  const markdown = { path: "SKILL.md", text: `${document}\nSee [it](notes.md).\n` };

  it("may have bytes, a size only, a mode, or be a link or a directory", async () => {
    const base64 = Buffer.from(document).toString("base64");
    const lines = [
      listed([{ path: "SKILL.md", base64 }]),
      listed([markdown, { path: "notes.md", size: 9 }]),
      listed([markdown, { path: "notes.md", size: 2_000_000 }]),
      listed([markdown, { path: "notes.md", link: "real.md" }, { path: "real.md", text: "# Notes\n" }]),
      listed([markdown, { path: "notes.md", link: "../outside.md" }]),
      listed([markdown, { path: "notes.md", link: "/etc/passwd" }]),
      listed([markdown, { path: "notes.md", kind: "directory" }]),
      listed([markdown]),
    ];
    for (const line of lines) expect(inputSchema(line), JSON.stringify(inputSchema.errors)).toBe(true);
    const { answers } = await pipe(lines);
    const seen = answers.map(({ subject: { partial, findings } }) => [
      partial.map(({ reason }: { reason: string }) => reason),
      findings.map(({ ruleId }: { ruleId: string }) => ruleId),
    ]);
    expect(seen).toEqual([
      [[], []],
      [["its content was not provided"], []],
      [["larger than 1 MiB (2000000 bytes)"], ["unreviewed-file"]],
      [[], ["file-orphaned"]],
      [[], ["link-outside"]],
      [[], ["link-outside"]],
      [[], []],
      [[], ["reference-broken"]],
    ]);
  });
});

describe("the input", () => {
  const question = pipeQuestion("lint", {});

  async function* inPieces(text: string, size: number): AsyncGenerator<Uint8Array> {
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }

  it("may come in any pieces", async () => {
    const text = `${JSON.stringify(good)}\r\n\n${JSON.stringify(bad)}\n`;
    const all: string[][] = [];
    for (const size of [1, 7, 1_000]) {
      const lines: string[] = [];
      await answerLines(inPieces(text, size), (line) => void lines.push(line), { question, threads: 2 });
      all.push(lines);
    }
    expect(all[0]).toHaveLength(2);
    expect(all[1]).toEqual(all[0]);
    expect(all[2]).toEqual(all[0]);
  });

  it("is read only as fast as answers are written", async () => {
    let read = 0;
    let written = 0;
    let most = 0;
    const input = async function* () {
      for (; read < 200; read++) {
        most = Math.max(most, read - written);
        yield Buffer.from(`${JSON.stringify(good)}\n`);
      }
    };
    await answerLines(input(), () => void (written += 1), { question, threads: 1 });
    expect(written).toBe(200);
    expect(most).toBeLessThanOrEqual(4);
  });

  it("holds nothing of a line over the limit", async () => {
    const filler = Buffer.alloc(1_000_000, "a");
    const input = async function* () {
      for (let at = 0; at < 300; at++) yield filler;
      yield Buffer.from(`\n${JSON.stringify(good)}\n`);
    };
    const lines: string[] = [];
    const before = process.memoryUsage().arrayBuffers;
    let peak = 0;
    const outcome = await answerLines(
      input(),
      (line) => {
        peak = Math.max(peak, process.memoryUsage().arrayBuffers);
        lines.push(line);
      },
      { question, threads: 1, lineBytes: 2_000_000 },
    );
    expect(outcome).toBe(2);
    expect(lines.map((line) => JSON.parse(line).error?.message)).toEqual([
      "the line is larger than 2000000 bytes (300000000 bytes)",
      undefined,
    ]);
    expect(peak - before).toBeLessThan(50_000_000);
  });

  it("ends the run if its answer cannot be written", async () => {
    const failing = answerLines(
      inPieces(`${JSON.stringify(good)}\n`.repeat(9), 1_000),
      () => {
        throw new Error("no room");
      },
      { question, threads: 2 },
    );
    await expect(failing).rejects.toThrow("no room");
  });
});

it("documents its limits", () => {
  const read = (name: string) => readFileSync(new URL(`../${name}`, import.meta.url), "utf8");
  expect(read("schemas/ndjson-input.schema.json")).toContain(` ${pipeLimits.lineBytes} bytes`);
});
