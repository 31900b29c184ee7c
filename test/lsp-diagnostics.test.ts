import { spawn } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { CancellationTokenSource } from "vscode-jsonrpc/node";
import { startLspIn as start } from "./support/lsp-client.ts";
import { skillMd } from "./support/tree.ts";

const pulling = { textDocument: { diagnostic: {} } };

const found = (diagnostics: readonly { code?: unknown; range: object }[]): unknown =>
  diagnostics.map(({ code, range }) => [code, JSON.stringify(range).replace(/\D+/g, " ").trim()]);

const broken = (name: string, text = "See [it](a.md).\n") => skillMd(name, text);

it("ends with 0 after shutdown, and with 1 without", async () => {
  const polite = await start({});
  expect(await polite.end()).toBe(0);
  const rude = await start({});
  const ended = new Promise((resolve) => rude.process.once("exit", resolve));
  await rude.connection.sendNotification("exit");
  expect(await ended).toBe(1);
});

it("ends with the editor whose process Visual Studio Code names", async () => {
  const editor = spawn(process.execPath, ["-e", "process.stdin.resume()"]);
  const client = await start({}, { args: [`--clientProcessId=${editor.pid}`] });
  const ended = new Promise((resolve) => client.process.once("exit", resolve));
  editor.kill();
  expect(await ended).toBe(1);
});

it("pushes what it finds in a skill as it is typed, and nothing once it is closed", async () => {
  const client = await start({ "skills/pdf/SKILL.md": skillMd("pdf") });
  const file = "skills/pdf/SKILL.md";
  const opened = client.pushed(file);
  client.open(file);
  expect(await opened).toEqual([]);
  const changed = client.pushed(file);
  client.change(file, "See [it](a.md).", {
    start: { line: 5, character: 0 },
    end: { line: 5, character: 6 },
  });
  expect(await changed).toEqual([
    {
      code: "reference-broken",
      message: '"a.md" does not exist; add it or correct the path',
      range: { start: { line: 5, character: 9 }, end: { line: 5, character: 13 } },
      severity: 2,
      source: "skillwright",
    },
  ]);
  const closed = client.pushed(file);
  client.close(file);
  expect(await closed).toEqual([]);
});

it("answers a client that pulls, and says what did not change", async () => {
  const file = "pdf/SKILL.md";
  const client = await start({ [file]: broken("pdf") }, { capabilities: pulling });
  client.open(file);
  const params = { textDocument: { uri: client.uri(file) } };
  const first = await client.request<{ resultId: string; items: { code: string }[] }>(
    "textDocument/diagnostic",
    params,
  );
  expect(first.items.map(({ code }) => code)).toEqual(["reference-broken"]);
  expect(
    await client.request("textDocument/diagnostic", { ...params, previousResultId: first.resultId }),
  ).toMatchObject({ kind: "unchanged" });
  client.change(file, skillMd("pdf"));
  expect(await client.pull(file)).toEqual([]);
  expect(client.received.get("textDocument/publishDiagnostics")).toBeUndefined();
});

it("counts columns in UTF-16 units, whatever the line ends with", async () => {
  const text = skillMd("pdf", "😀 é\t[one](a.md)\n").replaceAll("\n", "\r\n");
  const client = await start({ "pdf/SKILL.md": text }, { capabilities: pulling });
  client.open("pdf/SKILL.md");
  expect(found(await client.pull("pdf/SKILL.md"))).toContainEqual(["reference-broken", "5 11 5 15"]);
});

it("does not count a byte-order mark that the editor hides, and reports it", async () => {
  const text = broken("pdf");
  const client = await start({ "pdf/SKILL.md": `\ufeff${text}` }, { capabilities: pulling });
  client.open("pdf/SKILL.md", text);
  const before = found(await client.pull("pdf/SKILL.md"));
  expect(before).toEqual([
    ["byte-order-mark", "0 0 0 0"],
    ["reference-broken", "5 9 5 13"],
  ]);
  client.change("pdf/SKILL.md", `${text}\nMore.\n`);
  expect(found(await client.pull("pdf/SKILL.md"))).toEqual(before);
});

it("reports nothing in Markdown that is no part of a skill", async () => {
  const client = await start({ "pdf/SKILL.md": skillMd("pdf"), "README.md": "[it](a.md)\n" });
  const pushed = client.pushed("pdf/SKILL.md");
  client.open("README.md");
  client.open("pdf/SKILL.md");
  await pushed;
  expect(client.received.get("textDocument/publishDiagnostics")).toHaveLength(1);
});

it("reports in the other files of a skill, and again after they change on disk", async () => {
  const client = await start(
    { "pdf/SKILL.md": broken("pdf", "See [it](a.md).\n"), "pdf/b.md": "Hi.\n" },
    { capabilities: pulling },
  );
  client.open("pdf/SKILL.md");
  const codes = async () => (await client.pull("pdf/SKILL.md")).map(({ code }) => code);
  expect(await codes()).toEqual(["reference-broken"]);
  writeFileSync(path.join(client.root, "pdf/a.md"), "Yes.\n");
  await client.connection.sendNotification("workspace/didChangeWatchedFiles", {
    changes: [{ uri: client.uri("pdf/a.md"), type: 1 }],
  });
  expect(await codes()).toEqual([]);
  rmSync(path.join(client.root, "pdf/a.md"));
  await client.connection.sendNotification("workspace/didChangeWatchedFiles", {
    changes: [{ uri: client.uri("pdf/a.md"), type: 3 }],
  });
  expect(await codes()).toEqual(["reference-broken"]);
});

it("obeys the config of the folder, and reports what is wrong in it", async () => {
  const client = await start(
    {
      "pdf/SKILL.md": broken("pdf"),
      "skills.config.yaml": "rules:\n  reference-broken: off\n",
    },
    { capabilities: pulling },
  );
  client.open("pdf/SKILL.md");
  client.open("skills.config.yaml");
  expect(await client.pull("pdf/SKILL.md")).toEqual([]);
  writeFileSync(path.join(client.root, "skills.config.yaml"), "rules:\n  reference-brokn: off\n");
  client.change("skills.config.yaml", "rules:\n  reference-brokn: off\n");
  client.save("skills.config.yaml");
  expect(await client.pull("pdf/SKILL.md")).toHaveLength(1);
  expect(await client.pull("skills.config.yaml")).toEqual([
    {
      message: expect.stringContaining('did you mean "reference-broken"?'),
      range: { start: { line: 1, character: 2 }, end: { line: 1, character: 3 } },
      severity: 1,
      source: "skillwright",
    },
  ]);
});

it("refreshes a skill when another one takes its name", async () => {
  const files = { "skills/one/SKILL.md": skillMd("one"), "skills/two/SKILL.md": skillMd("two") };
  const client = await start(files, {
    capabilities: { ...pulling, workspace: { diagnostics: { refreshSupport: true } } },
  });
  client.open("skills/one/SKILL.md");
  client.open("skills/two/SKILL.md");
  expect(await client.pull("skills/one/SKILL.md")).toHaveLength(1);
  client.change("skills/two/SKILL.md", skillMd("two").replace("Fills PDF forms", "Waters plants"));
  await client.pull("skills/two/SKILL.md");
  expect(await client.pull("skills/one/SKILL.md")).toEqual([]);
  expect(client.received.has("workspace/diagnostic/refresh")).toBe(true);
});

it("answers a request that fails, and goes on", async () => {
  const client = await start({ "pdf/SKILL.md": broken("pdf") }, { capabilities: pulling });
  client.open("pdf/SKILL.md");
  await expect(client.request("textDocument/diagnostic", { textDocument: {} })).rejects.toThrow(/./);
  expect(await client.pull("pdf/SKILL.md")).toHaveLength(1);
  expect(client.log).toHaveLength(1);
});

it("answers a request that the client gave up with an error, and the next one about the newest text", async () => {
  const file = "pdf/SKILL.md";
  const client = await start({ [file]: broken("pdf") }, { capabilities: pulling });
  client.open(file);
  const params = { textDocument: { uri: client.uri(file) } };
  const codes: unknown[] = [];
  // The server may have answered one before it reads that it is not wanted.
  for (let at = 0; at < 10 && codes.length === 0; at++) {
    const given = new CancellationTokenSource();
    const stale = client.connection.sendRequest("textDocument/diagnostic", params, given.token);
    client.change(file, broken("pdf", `See [it](a-${at}.md).\n`));
    given.cancel();
    await stale.catch(({ code }: { code: unknown }) => codes.push(code));
  }
  expect(codes).toEqual([-32800]);
  client.change(file, skillMd("pdf"));
  expect(await client.pull(file)).toEqual([]);
});

it("looks at a skill once for many keystrokes in a row", async () => {
  const file = "pdf/SKILL.md";
  const client = await start({ [file]: skillMd("pdf") });
  const opened = client.pushed(file);
  client.open(file);
  await opened;
  let pushes = 0;
  const last = new Promise<void>((resolve) => {
    client.connection.onNotification("textDocument/publishDiagnostics", ({ diagnostics }) => {
      pushes++;
      if (JSON.stringify(diagnostics).includes("a-19.md")) resolve();
    });
  });
  for (let at = 0; at < 20; at++) client.change(file, broken("pdf", `See [it](a-${at}.md).\n`));
  await last;
  expect(pushes).toBeLessThan(5);
});

it("reports what the rules of a package find, as lint does", async () => {
  const file = "skills/pdf/SKILL.md";
  const client = await start(
    {
      "skills.config.yaml": "extends: '@acme/skill-rules'\n",
      "node_modules/@acme/skill-rules/skills.config.yaml":
        "rules:\n  acme/words: { forbid: { words-from: ./words.txt }, severity: error }\n",
      "node_modules/@acme/skill-rules/words.txt": "Globex\n",
      [file]: skillMd("pdf"),
    },
    { capabilities: pulling },
  );
  client.open(file, skillMd("pdf", "Ask Globex.\n"));
  expect(await client.pull(file)).toMatchObject([
    { code: "acme/words", severity: 1, message: '"Globex" is not allowed here' },
  ]);
  client.change(file, skillMd("pdf", "Ask Initech.\n"));
  expect(await client.pull(file)).toEqual([]);
});
