// Measures the language server: start to first diagnostics, keystroke to diagnostics, hover, completion, and memory
// after 1,000 edits, on a SKILL.md of 500 lines in a skill of 1,000 files among 200 skills. The client is vscode-jsonrpc.
// usage: node bench/lsp.js [EDITS]
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { createMessageConnection, StreamMessageReader, StreamMessageWriter } from "vscode-jsonrpc/node";

const edits = Number(process.argv[2] ?? 1_000);
const program = fileURLToPath(new URL("../dist/bin/skills.cjs", import.meta.url));
const root = mkdtempSync(path.join(tmpdir(), "skills-lsp-"));
try {
  makeSkills();
  await measure();
} finally {
  rmSync(root, { recursive: true, force: true });
}

function makeSkills() {
  mkdirSync(path.join(root, ".git"));
  const topics = ["payroll", "invoice", "garden", "weather", "kernel", "recipe", "music"];
  for (let at = 0; at < 199; at++) {
    const topic = topics[at % topics.length];
    const description = `Handles task ${at} of the ${topic} domain. Use when the user asks about ${topic} item ${at}.`;
    write(
      `skills/skill-${at}/SKILL.md`,
      skill(`skill-${at}`, description, `Read [the guide](references/guide.md).\n`),
    );
    write(
      `skills/skill-${at}/references/guide.md`,
      `# Guide ${at}\n\n${"A line of the guide.\n".repeat(30)}`,
    );
  }
  const lines = Array.from({ length: 490 }, (_, at) =>
    at % 8 === 0
      ? `## Section ${at}`
      : at % 8 === 3
        ? `See [file ${at}](references/file-${at}.md) and \`scripts/run-${at % 10}.py\`.`
        : `Write the result of step ${at} to the report, and check it.`,
  );
  write(
    "skills/big/SKILL.md",
    skill("big", "Handles large documents. Use when a document has many parts.", `${lines.join("\n")}\n`),
  );
  for (let at = 0; at < 989; at++)
    write(
      `skills/big/references/file-${at}.md`,
      `# File ${at}\n\n${`Line of text ${at}, with a [link](file-${(at + 1) % 989}.md).\n`.repeat(20)}`,
    );
  for (let at = 0; at < 10; at++) write(`skills/big/scripts/run-${at}.py`, "import sys\n\nprint(sys.argv)\n");
}

/** @param {string} name @param {string} description @param {string} body */
function skill(name, description, body) {
  return `---\nname: ${name}\ndescription: ${description}\n---\n\n# ${name}\n\n${body}`;
}

/** @param {string} file @param {string} text */
function write(file, text) {
  const absolute = path.join(root, file);
  mkdirSync(path.dirname(absolute), { recursive: true });
  writeFileSync(absolute, text);
}

async function measure() {
  const started = performance.now();
  const server = spawn(process.execPath, [program, "lsp", "--stdio"], { stdio: ["pipe", "pipe", "inherit"] });
  const connection = createMessageConnection(
    new StreamMessageReader(server.stdout),
    new StreamMessageWriter(server.stdin),
  );
  connection.onRequest(() => null);
  connection.listen();
  await connection.sendRequest("initialize", {
    processId: process.pid,
    rootUri: pathToFileURL(root).href,
    capabilities: { textDocument: { diagnostic: {} } },
  });
  await connection.sendNotification("initialized", {});
  const file = path.join(root, "skills/big/SKILL.md");
  const uri = pathToFileURL(file).href;
  const textDocument = { uri };
  const pull = () => connection.sendRequest("textDocument/diagnostic", { textDocument });
  await connection.sendNotification("textDocument/didOpen", {
    textDocument: { uri, languageId: "markdown", version: 0, text: readFileSync(file, "utf8") },
  });
  await pull();
  console.log(
    `start to first diagnostics: ${Math.round(performance.now() - started)} ms, CPU time ${cpuMilliseconds(server.pid)} ms`,
  );
  for (let at = 0; at < 30; at++) await pull();
  const position = { line: 2, character: 20 };
  /** @type {Record<string, number[]>} */
  const times = { "keystroke to diagnostics": [], hover: [], completion: [] };
  /** @param {string} name @param {() => Promise<unknown>} work */
  const time = async (name, work) => {
    const from = performance.now();
    await work();
    times[name]?.push(performance.now() - from);
  };
  const cpuBefore = cpuMilliseconds(server.pid);
  for (let version = 1; version <= edits; version++) {
    const place = { line: 8 + (version % 400), character: 0 };
    await time("keystroke to diagnostics", async () => {
      await connection.sendNotification("textDocument/didChange", {
        textDocument: { uri, version },
        contentChanges: [
          version % 2 === 1
            ? { range: { start: place, end: place }, text: "x" }
            : {
                range: {
                  start: { line: 8 + ((version - 1) % 400), character: 0 },
                  end: { line: 8 + ((version - 1) % 400), character: 1 },
                },
                text: "",
              },
        ],
      });
      await pull();
    });
    if (version % 10 === 0) {
      await time("hover", () => connection.sendRequest("textDocument/hover", { textDocument, position }));
      await time("completion", () =>
        connection.sendRequest("textDocument/completion", {
          textDocument,
          position: { line: 3, character: 0 },
        }),
      );
    }
    if (version === 100 || version === edits)
      console.log(`memory after ${version} edits: ${residentMegabytes(server.pid)} MB`);
  }
  const cpu = (cpuMilliseconds(server.pid) - cpuBefore) / edits;
  console.log(`CPU time per edit, with its share of the hovers and completions: ${cpu.toFixed(1)} ms`);
  for (const [name, all] of Object.entries(times)) {
    const sorted = all.toSorted((one, other) => one - other);
    const at = (/** @type {number} */ share) => sorted[Math.floor((sorted.length - 1) * share)]?.toFixed(1);
    console.log(`${name}: median ${at(0.5)} ms, 95th percentile ${at(0.95)} ms`);
  }
  await connection.sendRequest("shutdown");
  await connection.sendNotification("exit");
}

/** Of all threads, in steps of 10; on Linux only. @param {number | undefined} pid */
function cpuMilliseconds(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return 10 * (Number(fields[11]) + Number(fields[12]));
}

/** On Linux only. @param {number | undefined} pid */
function residentMegabytes(pid) {
  const [, kilobytes = "0"] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Math.round(Number(kilobytes) / 1024);
}
