import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { isBuiltin } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, it } from "node:test";
import { fileURLToPath } from "node:url";
import { createVSIX } from "@vscode/vsce";
import { clientChoices, runProgram, statusOf } from "../src/run-program.js";

const root = mkdtempSync(path.join(tmpdir(), "skillwright-vsix-"));
const vsix = path.join(root, "skillwright.vsix");
const program = path.join(root, "extension/server/bin/skills.cjs");
before(async () => {
  await createVSIX({
    cwd: fileURLToPath(new URL("..", import.meta.url)),
    packagePath: vsix,
    dependencies: false,
    allowMissingRepository: true,
    // The example of a rule that finds them.
    allowPackageSecrets: ["privatekey"],
  });
  execFileSync("unzip", ["-q", vsix, "-d", root]);
});
after(() => rmSync(root, { recursive: true }));

it("contains the extension, the program, their licenses and two schemas, and nothing else", () => {
  const files = execFileSync("unzip", ["-Z1", vsix], { encoding: "utf8" }).trim().split("\n");
  const chunks = files.filter((file) => /^extension\/server\/bin\/chunk-[\w-]+\.cjs$/.test(file));
  assert.ok(chunks.length > 50);
  assert.deepEqual(files.filter((file) => !chunks.includes(file)).sort(), [
    "[Content_Types].xml",
    "extension.vsixmanifest",
    "extension/LICENSE.txt",
    "extension/dist/THIRD-PARTY-NOTICES.txt",
    "extension/dist/extension.cjs",
    "extension/package.json",
    "extension/readme.md",
    "extension/schemas/config.schema.json",
    "extension/schemas/scenario.schema.json",
    "extension/server/THIRD-PARTY-NOTICES.txt",
    ...["shell-thread", "skills-ref", "skills", "thread"].map((name) => `extension/server/bin/${name}.cjs`),
  ]);
});

it("declares each command that it registers", () => {
  const { contributes } = JSON.parse(readFileSync(path.join(root, "extension/package.json"), "utf8"));
  const code = readFileSync(path.join(root, "extension/dist/extension.cjs"), "utf8");
  const registered = new Set(
    Array.from(code.matchAll(/registerCommand\([`"'](skillwright\.\w+)/g), ([, id]) => id),
  );
  assert.ok(registered.size > 0);
  assert.deepEqual(
    contributes.commands.map((/** @type {{ command: string }} */ { command }) => command).sort(),
    Array.from(registered).sort(),
  );
});

it("needs no module but those of Node.js and the editor", () => {
  const code = readFileSync(path.join(root, "extension/dist/extension.cjs"), "utf8");
  const needed = new Set(Array.from(code.matchAll(/\brequire\([`"']([^`"')]+)[`"']\)/g), ([, name]) => name));
  assert.ok(needed.has("vscode"));
  assert.deepEqual(
    Array.from(needed).filter((name) => name !== "vscode" && !isBuiltin(name ?? "")),
    [],
  );
});

it("comes with a server that answers an editor", async (context) => {
  // As vscode-languageclient starts it.
  const args = [program, "lsp", "--stdio", `--clientProcessId=${process.pid}`];
  const server = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] });
  context.after(() => server.kill());
  const ended = new Promise((resolve) => server.once("exit", resolve));
  const send = (/** @type {object} */ message) => {
    const text = JSON.stringify({ jsonrpc: "2.0", ...message });
    server.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
  };
  send({
    id: 1,
    method: "initialize",
    params: { processId: null, rootUri: null, capabilities: { textDocument: { diagnostic: {} } } },
  });
  const answer = await answerOf(server.stdout);
  assert.match(answer, /"diagnosticProvider"/);
  assert.match(answer, /"skillwright\.preview"/);
  send({ id: 2, method: "shutdown" });
  send({ method: "exit" });
  assert.equal(await ended, 0);
});

it("lists the clients of the program by which a skill can be previewed", async () => {
  const { code, output } = await runProgram(
    { file: program, isModule: true, origin: "extension" },
    ["clients", "--format", "json"],
    root,
  );
  assert.equal(code, 0);
  const ids = clientChoices(output).map(({ id }) => id);
  assert.equal(ids[0], "claude-code");
  assert.ok(ids.includes("codex"));
  assert.equal(new Set(ids).size, ids.length);
});

it("says why a program could not be run", async () => {
  const { code, problem } = await runProgram(
    { file: path.join(root, "missing"), isModule: false, origin: "PATH" },
    [],
    root,
  );
  assert.equal(code, undefined);
  assert.match(problem, /ENOENT/);
});

it("takes the status from the lens that counts clients", () => {
  assert.equal(
    statusOf(["about 40 tokens always", undefined, "loads in 6 of 7 clients"]),
    "loads in 6 of 7 clients",
  );
  assert.equal(statusOf(["about 40 tokens always"]), undefined);
});

/** The first message. @param {import("node:stream").Readable} stream */
async function answerOf(stream) {
  let text = "";
  for await (const part of stream.iterator({ destroyOnReturn: false })) {
    text += part;
    const head = /^Content-Length: (\d+)\r\n\r\n/.exec(text);
    if (head && Buffer.byteLength(text) >= head[0].length + Number(head[1])) return text;
  }
  throw new Error(`the server ended after ${JSON.stringify(text)}`);
}
