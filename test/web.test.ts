import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import path from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished, vi } from "vitest";
import { openLivePage } from "../src/cli/live-page.ts";
import { runSkills } from "./support/io.ts";
import { makeTree, skillMd } from "./support/tree.ts";

const program = fileURLToPath(new URL("../dist/bin/skills.cjs", import.meta.url));

interface Answer {
  readonly status: number | undefined;
  readonly policy: string;
  readonly body: string;
}

async function get(
  address: string,
  options: { readonly host?: string; readonly method?: string } = {},
): Promise<Answer> {
  const { host, method = "GET" } = options;
  const asked = request(address, { method, headers: host === undefined ? {} : { host } });
  asked.end();
  const [response] = await once(asked, "response");
  return {
    status: response.statusCode,
    policy: response.headers["content-security-policy"],
    body: await text(response),
  };
}

/** The numbers that the page is sent, as they come. */
async function* eventsOf(address: string): AsyncGenerator<string> {
  const asked = request(`${address}events`);
  asked.end();
  const [response] = await once(asked, "response");
  onTestFinished(() => response.destroy());
  for await (const line of createInterface({ input: response }))
    if (line.startsWith("data: ")) yield line.slice("data: ".length);
}

it("serves a page only to who knows its token, and only under its own host", async () => {
  const live = await openLivePage();
  onTestFinished(() => live.close());
  live.show("<p>first</p>");
  const { origin, host } = new URL(live.address);
  expect(live.address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[\w-]{24}\/$/);
  const around = await get(live.address);
  expect([around.status, around.body.includes('<iframe src="page"')]).toEqual([200, true]);
  expect(around.policy).toMatch(/^default-src 'none'.*frame-ancestors 'none'$/);
  expect(await get(`${live.address}page`)).toMatchObject({ status: 200, body: "<p>first</p>" });
  for (const other of ["/", "/page", "/events", "/x/", `/${"a".repeat(24)}/page`])
    expect([other, await get(origin + other)]).toMatchObject([other, { status: 404, body: "" }]);
  const port = host.split(":")[1];
  for (const name of [`localhost:${port}`, "evil.example", `evil.example:${port}`])
    expect([name, await get(`${live.address}page`, { host: name })]).toMatchObject([
      name,
      { status: 403, body: "" },
    ]);
  expect(await get(live.address, { method: "POST" })).toMatchObject({ status: 403, body: "" });
});

it("announces a new page to each reader", async () => {
  const live = await openLivePage();
  onTestFinished(() => live.close());
  live.show("<p>first</p>");
  const events = eventsOf(live.address);
  expect((await events.next()).value).toBe("1");
  live.show("<p>second</p>");
  expect((await events.next()).value).toBe("2");
  expect((await get(`${live.address}page`)).body).toBe("<p>second</p>");
  expect((await get(live.address)).body).toContain('data-number="2"');
});

/** Starts a command that serves a page, and returns its address and a function that interrupts it. */
async function serveIn(cwd: string, words: readonly string[], env: NodeJS.ProcessEnv = process.env) {
  const child = spawn(process.execPath, [program, ...words], { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  const closed = once(child, "close");
  onTestFinished(() => void child.kill("SIGKILL"));
  const lines = createInterface({ input: child.stdout });
  const [address] = (await once(lines, "line")) as [string];
  const interrupt = async (): Promise<unknown> => {
    child.kill("SIGINT");
    return (await closed)[1];
  };
  return { address, interrupt, stderr: child.stderr };
}

it("shows what check finds, and again after a skill was saved, until it is interrupted", async () => {
  const cwd = makeTree({ "a/SKILL.md": skillMd("a") });
  const { address, interrupt } = await serveIn(cwd, ["check", "--web", "a"]);
  expect((await get(`${address}page`)).body).not.toContain('data-rule="reference-broken"');
  const events = eventsOf(address);
  await events.next();
  writeFileSync(path.join(cwd, "a/SKILL.md"), skillMd("a", "[x](gone.md)\n"));
  await events.next();
  const { body } = await get(`${address}page`);
  expect(body).toContain('data-rule="reference-broken"');
  expect(body).toContain('<meta http-equiv="Content-Security-Policy" content="default-src ');
  expect(await interrupt()).toBe("SIGINT");
});

it("shows what a client gives the model within half a second after a skill was saved", async () => {
  const cwd = makeTree({ "a/SKILL.md": skillMd("a"), "b/SKILL.md": skillMd("b") });
  const { address, interrupt, stderr } = await serveIn(cwd, ["preview", "--client", "codex", "--web", "."]);
  expect((await get(`${address}page`)).body).not.toContain("Sharpen the pencil.");
  const events = eventsOf(address);
  await events.next();
  const saved = performance.now();
  writeFileSync(path.join(cwd, "a/SKILL.md"), skillMd("a", "Sharpen the pencil.\n"));
  await events.next();
  const { body } = await get(`${address}page`);
  expect(performance.now() - saved).toBeLessThan(500);
  expect(body).toContain("Sharpen the pencil.");
  expect(body).toContain('<meta http-equiv="Content-Security-Policy" content="default-src ');
  const lines = createInterface({ input: stderr });
  for (const skill of ["a", "b"]) rmSync(path.join(cwd, skill), { recursive: true });
  expect(await once(lines, "line")).toEqual([expect.stringContaining("skills: no SKILL.md at or below")]);
  expect((await get(`${address}page`)).body).toBe(body);
  expect(await interrupt()).toBe("SIGINT");
});

it.runIf(process.platform === "linux")("opens its page only if asked to, and never from here", async () => {
  const cwd = makeTree({
    "a/SKILL.md": skillMd("a"),
    "bin/xdg-open": '#!/bin/sh\nprintf "%s\\n" "$#" "$1" > "$OPENED"\n',
    "xdg-open": "#!/bin/sh\ntouch planted\n",
  });
  for (const file of ["bin/xdg-open", "xdg-open"]) chmodSync(path.join(cwd, file), 0o755);
  const opened = path.join(cwd, "opened");
  const PATH = `.:${cwd}/bin:/usr/bin:/bin`;
  const words = ["check", "--web", "a"];
  const silent = await serveIn(cwd, words, { ...process.env, PATH, OPENED: opened });
  await silent.interrupt();
  expect(existsSync(opened)).toBe(false);
  const asked = await serveIn(cwd, [...words, "--open"], { ...process.env, PATH, OPENED: opened });
  await vi.waitUntil(() => existsSync(opened) && readFileSync(opened, "utf8").endsWith("/\n"), 5_000);
  expect(readFileSync(opened, "utf8")).toBe(`1\n${asked.address}\n`);
  await asked.interrupt();
  const none = await serveIn(cwd, [...words, "--open"], { ...process.env, PATH: "." });
  const [said] = await once(createInterface({ input: none.stderr }), "line");
  expect(said).toBe("skills: no browser could be opened");
  await none.interrupt();
  expect(existsSync(path.join(cwd, "planted"))).toBe(false);
});

it("cannot be combined with what is done once", async () => {
  const cwd = makeTree({ "a/SKILL.md": skillMd("a") });
  for (const other of [["--fix"], ["--format", "json"], ["--output", "x.html"]]) {
    const { code, stderr } = await runSkills(["check", "--web", ...other, "a"], { cwd });
    expect([other[0], code, stderr]).toEqual([
      other[0],
      2,
      expect.stringContaining("--web cannot be combined with"),
    ]);
  }
  for (const other of [["--all"], ["--format", "json"], ["-", "--stdin-name", "x"]]) {
    const words = ["preview", "--client", "codex", "--web", ...other, ...(other[0] === "-" ? [] : ["a"])];
    const { code, stderr } = await runSkills(words, { cwd, stdin: Buffer.from(skillMd("x")) });
    expect([other[0], code, stderr]).toEqual([other[0], 2, expect.stringContaining("--web cannot be")]);
  }
  for (const words of [["check"], ["preview", "--client", "codex"]]) {
    const { code, stderr } = await runSkills([...words, "--open", "a"], { cwd });
    expect([words[0], code, stderr]).toEqual([words[0], 2, expect.stringContaining("add `--web`")]);
  }
});
