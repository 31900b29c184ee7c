import { spawn } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { findProgram } from "../src/real/find-program.ts";
import { findHiding } from "../src/real/hidden-files.ts";
import { canIsolate } from "../src/real/sandbox.ts";
import { kernelNote } from "./support/closing-line.ts";
import { needs } from "./support/needs.ts";
import { makeTree, skillMd } from "./support/tree.ts";

const program = fileURLToPath(new URL("../dist/bin/skills.cjs", import.meta.url));
const canary = fileURLToPath(new URL("support/canary-client.js", import.meta.url));

/** A value in the environment of the program that starts the client. */
const mark = "SKILLS_CANARY=secret";

interface Given {
  readonly base: string;
  readonly searchPath: string;
}

/** A home directory with a key, sockets beside it, a port, and a client that tries all of them. */
async function prepare(): Promise<Given> {
  const base = makeTree({
    "home/.claude/.credentials.json": '{"key":"k"}',
    "home/.bashrc": "# mine\n",
    "others/file": "of another program\n",
    "project/.claude/skills/s/SKILL.md": skillMd("s"),
    "bin/package.json": '{"type":"module"}',
  });
  copyFileSync(canary, path.join(base, "bin/canary.js"));
  const [port, ...sockets] = await Promise.all([
    listen(),
    listen(path.join(base, "others/agent.sock")),
    listen(`\0skills-canary-${process.pid}`),
  ]);
  const targets = {
    files: {
      "key at home": path.join(base, "home/.claude/.credentials.json"),
      "file in /tmp": path.join(base, "others/file"),
    },
    writable: { "write at home": path.join(base, "home/.bashrc") },
    sockets: { "socket in /tmp": sockets[0], "abstract socket": sockets[1] },
    port,
    mark,
  };
  const client = path.join(base, "bin/canary");
  const words = [process.execPath, path.join(base, "bin/canary.js"), JSON.stringify(targets)];
  writeFileSync(client, `#!/bin/sh\nexec ${words.map((word) => `'${word}'`).join(" ")} "$@"\n`);
  chmodSync(client, 0o755);
  return { base, searchPath: process.env["PATH"] ?? "" };
}

/** Listens until the test ends, on a free port if no path is given. */
async function listen(socket?: string): Promise<string | number> {
  const server = createServer((connection) => connection.destroy());
  await new Promise<void>((resolve) =>
    socket === undefined ? server.listen(0, "127.0.0.1", resolve) : server.listen(socket, resolve),
  );
  onTestFinished(() => void server.close());
  const address = server.address();
  return socket ?? (typeof address === "object" && address ? address.port : 0);
}

/** The search path without bubblewrap. */
function withoutBubblewrap({ base }: Given): string {
  const tools = path.join(base, "tools");
  mkdirSync(tools);
  for (const name of ["sh", "unshare", "ip", "node", "true"]) {
    const file = name === "node" ? process.execPath : findProgram(name, process.env["PATH"] ?? "");
    if (file !== undefined) symlinkSync(file, path.join(tools, name));
  }
  return tools;
}

const commands = {
  "test --real": ["test", "--real", "claude-code", ".claude/skills/s"],
  "doctor --prove": ["doctor", "--prove", "--client", "claude-code"],
} as const;

async function start(
  command: readonly string[],
  { base, searchPath }: Given,
  ...options: readonly string[]
): Promise<{ readonly code: number | null; readonly reached: string; readonly stderr: string }> {
  const args = [...command, "--client-command", "../bin/canary", ...options];
  const child = spawn(process.execPath, [program, ...args], {
    cwd: path.join(base, "project"),
    env: { PATH: searchPath, HOME: path.join(base, "home"), SKILLS_CANARY: "secret" },
  });
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (bytes: Buffer) => void (stdout += String(bytes)));
  child.stderr.on("data", (bytes: Buffer) => void (stderr += String(bytes)));
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  const [, reached = stdout + stderr] = /reached: ([^"]*)/.exec(stdout.replace(/\s+/g, " ")) ?? [];
  return { code, reached, stderr };
}

describe.each(Object.entries(commands))("a client under %s", (_, command) => {
  let given: Given;

  beforeEach(async () => {
    needs("bwrap", "unshare", "ip");
    given = await prepare();
  });

  it("reaches nothing of the user in bubblewrap", async ({ skip }) => {
    const { base, searchPath } = given;
    const own = { searchPath, program: path.join(base, "bin/canary"), folder: path.join(base, "others") };
    if (!findHiding("none", own)) skip(kernelNote);
    const { code, reached, stderr } = await start(command, given);
    expect([code, reached]).toEqual([2, "nothing"]);
    expect(stderr).toContain("files       programs of the system, and to read: ");
    expect(readFileSync(path.join(base, "home/.bashrc"), "utf8")).toBe("# mine\n");
  });

  it("is not started without bubblewrap", async ({ skip }) => {
    const searchPath = withoutBubblewrap(given);
    if (!canIsolate(searchPath)) skip(kernelNote);
    const { code, stderr } = await start(command, { ...given, searchPath });
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining("cannot hide your home directory, so nothing was started"),
    ]);
    expect(readFileSync(path.join(given.base, "home/.bashrc"), "utf8")).toBe("# mine\n");
  });

  it("reaches files and their sockets with --allow-home, which is printed first", async ({ skip }) => {
    const searchPath = withoutBubblewrap(given);
    if (!canIsolate(searchPath)) skip(kernelNote);
    const { reached, stderr } = await start(command, { ...given, searchPath }, "--allow-home");
    expect(reached).toBe("key at home, file in /tmp, write at home, socket in /tmp");
    expect(stderr).toContain("files       YOURS, as --allow-home permits: your home directory with its keys");
  });
});
