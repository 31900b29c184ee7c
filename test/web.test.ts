import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { request } from "node:http";
import path from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished } from "vitest";
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

it("shows what check finds, and again after a skill was saved, until it is interrupted", async () => {
  const cwd = makeTree({ "a/SKILL.md": skillMd("a") });
  const child = spawn(process.execPath, [program, "check", "--web", "a"], {
    cwd,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const closed = once(child, "close");
  onTestFinished(() => void child.kill("SIGKILL"));
  const lines = createInterface({ input: child.stdout });
  const [address] = (await once(lines, "line")) as [string];
  expect((await get(`${address}page`)).body).not.toContain('data-rule="reference-broken"');
  const events = eventsOf(address);
  await events.next();
  writeFileSync(path.join(cwd, "a/SKILL.md"), skillMd("a", "[x](gone.md)\n"));
  await events.next();
  const { body } = await get(`${address}page`);
  expect(body).toContain('data-rule="reference-broken"');
  expect(body).toContain('<meta http-equiv="Content-Security-Policy" content="default-src ');
  child.kill("SIGINT");
  expect((await closed)[1]).toBe("SIGINT");
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
});
