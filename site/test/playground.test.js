import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openSite } from "./browser.js";
import { copiedSkills, linted, withoutNeighbors } from "./skills.js";

/** @type {Awaited<ReturnType<typeof openSite>>} */
let site;
/** @type {import("playwright-core").Page} */
let page;

before(async () => {
  site = await openSite();
  page = site.page;
  // For what hangs: a machine may be busy.
  page.setDefaultTimeout(300_000);
});
after(() => site.close());

async function start(hash = "") {
  await page.goto("about:blank");
  await page.goto(`${site.address}/playground/${hash}`);
  await answered();
}

const answered = () => page.waitForSelector('#answers[aria-busy="false"]');

/** The findings that the page shows, as `linted`. */
function shown() {
  return page.$$eval("#findings > li", (items) =>
    items.map((item) =>
      [
        item.querySelector("a")?.textContent,
        item.className,
        item.querySelector(".place")?.textContent,
        item.querySelector(".message")?.textContent,
      ].join(" | "),
    ),
  );
}

/** @param {string} text @param {string} [name] */
async function openText(text, name = "SKILL.md") {
  await page.setInputFiles("#files", { name, mimeType: "text/markdown", buffer: Buffer.from(text) });
  await answered();
}

test("a cold load asks for four files of at most 350 kB and shows findings", async (t) => {
  const before = site.sent();
  site.asked.length = 0;
  await start();
  assert.deepEqual(site.asked, [
    "/playground/",
    "/playground/style.css",
    "/playground/page.js",
    "/playground/worker.js",
  ]);
  assert.ok(site.sent() - before <= 350_000, `${site.sent() - before} bytes`);
  assert.match((await page.textContent("#summary")) ?? "", /^1 error, 2 warnings/);
  const paint = await page.evaluate(
    () => performance.getEntriesByName("first-contentful-paint")[0]?.startTime,
  );
  t.diagnostic(`${site.sent() - before} bytes with gzip, first paint after ${Math.round(paint ?? 0)} ms`);
});

test("shows what lint reports", async (t) => {
  await start();
  const differing = [];
  let findings = 0;
  const skills = copiedSkills(process.env.SKILLS_CORPUS === undefined ? 60 : 200);
  assert.ok(skills.length >= 50);
  for (const skill of skills) {
    await page.setInputFiles("#folder", skill);
    await answered();
    const [ours, theirs] = [withoutNeighbors(await shown()), withoutNeighbors(await linted(skill))];
    findings += theirs.length;
    if (JSON.stringify(ours) !== JSON.stringify(theirs)) differing.push({ skill, ours, theirs });
  }
  t.diagnostic(`${skills.length} skills with ${findings} findings`);
  assert.deepEqual(differing, []);
  assert.ok(findings > 50);
});

const hostile = [
  "---",
  'name: "<img src=/loaded onerror=ran()>"',
  'description: "</pre></textarea><script>ran()</script><svg onload=ran()> \u202e evil \u2066"',
  "---",
  "# <script src=/loaded.js></script>",
  "[click](javascript:ran()) ![image](/loaded.png) <iframe src=/loaded></iframe>",
  '[gone](<"><img src=x onerror=ran()>)',
].join("\n");

test("runs and loads nothing of a skill", async () => {
  await start();
  await page.evaluate(() => Object.assign(globalThis, { ran: () => (document.title = "it ran") }));
  site.asked.length = 0;
  for (const text of [
    hostile,
    `${hostile}\n${"a".repeat(900_000)}`,
    "x".repeat(5_000_000),
    `---\nname: a\n${"b: [".repeat(20_000)}\n---\n`,
    "\0\uFEFF\r\r\n---",
  ]) {
    await openText(text);
    for (const client of await page.$$eval("#client option", (options) =>
      options.map((each) => each.getAttribute("value") ?? ""),
    ))
      if (text === hostile) {
        await page.selectOption("#client", client);
        await answered();
      }
  }
  await openText("<script>ran()</script>", "<img src=x onerror=ran()>.md");
  assert.equal(await page.title(), "Playground | skillwright");
  assert.deepEqual(site.asked, []);
  assert.deepEqual(site.elsewhere, []);
  assert.equal(await page.$$eval("main img, main script, main iframe, main svg", (all) => all.length), 0);
});

test("neither the page nor its worker can connect", async () => {
  await start();
  site.asked.length = 0;
  const connect = () =>
    fetch(`${globalThis.location.origin}/schemas/`).then(
      () => "connected",
      () => "refused",
    );
  assert.equal(await page.evaluate(connect), "refused");
  assert.equal(await page.workers()[0].evaluate(connect), "refused");
  assert.deepEqual(site.asked, []);
});

test("refuses an archive that unpacks to more than a page should hold", async () => {
  await start();
  const { zipSync } = await import("fflate");
  const buffer = Buffer.from(zipSync({ "pdf/SKILL.md": new Uint8Array(30_000_000) }));
  await page.setInputFiles("#files", { name: "bomb.zip", mimeType: "application/zip", buffer });
  await page.waitForFunction(() => document.querySelector("#status")?.textContent !== "");
  assert.match((await page.textContent("#status")) ?? "", /larger than this page opens/);
});

test("opens the skills of an archive", async () => {
  await start();
  const { strToU8, zipSync } = await import("fflate");
  const skill = (/** @type {string} */ name) =>
    strToU8(`---\nname: ${name}\ndescription: Fills forms.\n---\n\n# Fill\n`);
  const buffer = Buffer.from(
    zipSync({ "all/pdf/SKILL.md": skill("pdf"), "all/doc/SKILL.md": skill("other") }),
  );
  await page.setInputFiles("#files", { name: "all.zip", mimeType: "application/zip", buffer });
  await page.waitForSelector("#skill option:nth-child(2)", { state: "attached" });
  await page.selectOption("#skill", { label: "doc" });
  await answered();
  assert.ok((await shown()).some((each) => each.startsWith("name-matches-directory")));
});

test("a fix with a click removes its finding, and a link has the text in its fragment alone", async () => {
  await start();
  await page.click("#findings .fix");
  await page.waitForFunction(() => document.querySelector("#summary")?.textContent?.startsWith("0 errors"));
  const text = await page.inputValue("#text");
  assert.match(text, /description: (["']).*\1/);
  await page.click("#link");
  await page.waitForFunction(() => location.hash !== "");
  const { hash } = new URL(page.url());
  site.asked.length = 0;
  await start(hash);
  assert.equal(await page.inputValue("#text"), text);
  assert.ok(site.asked.every((path) => !path.includes("text=")));
  await start("#text=AAAA&name=x");
  assert.match(await page.inputValue("#text"), /^---/);
});

test("an edit shows within 500 ms", async (t) => {
  await start();
  const times = [];
  for (let round = 0; round < 5; round++) {
    await page.fill("#name", "pdf-forms");
    await answered();
    times.push(
      await page.evaluate(
        () =>
          new Promise((resolve) => {
            const field = document.querySelector("#text");
            if (!(field instanceof HTMLTextAreaElement)) return;
            const changed = performance.now();
            new MutationObserver((_, observer) => {
              observer.disconnect();
              resolve(performance.now() - changed);
            }).observe(document.querySelector("#findings") ?? field, { childList: true });
            field.value += "\nSee [it](gone.md).\n";
            field.dispatchEvent(new Event("input"));
          }),
      ),
    );
  }
  const [fastest] = times.sort((a, b) => Number(a) - Number(b));
  t.diagnostic(`${times.map((time) => Math.round(Number(time))).join(", ")} ms`);
  assert.ok(Number(fastest) <= 500, `${fastest} ms`);
});

test("it can be used with the keyboard alone", async () => {
  await start();
  await page.click("h1");
  const stops = [];
  for (let at = 0; at < 12; at++) {
    await page.keyboard.press("Tab");
    stops.push(
      await page.evaluate(
        () =>
          document.activeElement?.id || document.activeElement?.className || document.activeElement?.tagName,
      ),
    );
  }
  for (const stop of ["name", "files", "folder", "link", "text", "place", "fix"])
    assert.ok(stops.includes(stop), `${stop} of ${stops}`);
});
