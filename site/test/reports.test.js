import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { flawsOf, launch } from "./browser.js";

const program = fileURLToPath(new URL("../../dist/bin/skills.cjs", import.meta.url));

/** @param {string} name @param {string} description @param {string} body */
const skill = (name, description, body) => `---\nname: ${name}\ndescription: ${description}\n---\n${body}`;

/** Two versions of a collection with every kind of finding, answer, reference and change. */
const files = {
  "old/forms/SKILL.md": skill("forms", "Fills forms.", "# Fill\n\nRun `curl https://acme.com/a`.\n"),
  "new/forms/SKILL.md": skill(
    "forms",
    `${"Fills PDF forms. ".repeat(30)}`,
    "# Fill\n\nSee [a](docs/a.md), [b](gone.md), [c](../outside.md) and [d](docs/a.md#none).\n\n## Then\n\nRun `rm -rf ~/.cache`.\n",
  ),
  "new/forms/docs/a.md": "# A\n\nSee [b](b.md).\n",
  "new/forms/docs/b.md": "# B\n\nSee [a](a.md).\n",
  "new/forms/docs/left.md": "# Left\n",
  "new/forms/scripts/fill.sh": "#!/bin/sh\nwget https://files.acme.com/x\n",
  "new/Wrong/SKILL.md":
    "---\nname: Wrong\ndescription: Fills: forms\nmetadata:\n  a: 1.10\n---\nFill it in.\n",
  "new/none/SKILL.md": "No frontmatter.\n",
  ...Object.fromEntries(
    Array.from({ length: 4 }, (_, at) => [
      `new/more-${at}/SKILL.md`,
      skill(`more-${at}`, "Sums up figures. Use for tables.", "# Sum\n\nAdd them.\n"),
    ]),
  ),
};

const commands = [
  "check new --client all",
  "lint new",
  "compat new",
  "test new --system all",
  "diff old new --patch",
  "inspect new",
  "preview new --client codex",
];

/** @type {string} */
let at;
/** @type {import("playwright-core").Browser} */
let browser;

before(async () => {
  at = mkdtempSync(path.join(tmpdir(), "skills-reports-"));
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(path.join(at, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(at, file), content);
  }
  for (const command of commands) writeFileSync(path.join(at, `${command}.html`), pageOf(command));
  browser = await launch();
});

after(() => browser.close());

/** @param {string} command */
function pageOf(command) {
  try {
    return execFileSync(process.execPath, [program, ...command.split(" "), "--format", "html"], {
      cwd: at,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "inherit"],
    });
  } catch (/** @type {any} */ error) {
    // Problems were found.
    assert.equal(error.status, 1);
    return error.stdout;
  }
}

for (const colorScheme of /** @type {const} */ (["light", "dark"]))
  for (const width of [360, 1280])
    test(`axe finds no violation on the page of a command in ${colorScheme} at ${width} px`, async () => {
      const viewport = { width, height: 800 };
      const context = await browser.newContext({ colorScheme, viewport, bypassCSP: true });
      const page = await context.newPage();
      const found = [];
      for (const command of commands) {
        await page.goto(pathToFileURL(path.join(at, `${command}.html`)).href);
        assert.ok((await page.locator("section").count()) > 0);
        await page.evaluate(() => {
          for (const details of document.querySelectorAll("details")) details.open = true;
        });
        for (const flaw of await flawsOf(page)) found.push(`${command}: ${flaw}`);
      }
      await context.close();
      assert.deepEqual(found, []);
    });

test("the filter hides the rows and cards of other skills, and nothing else", async () => {
  const page = await browser.newPage();
  await page.goto(pathToFileURL(path.join(at, "check new --client all.html")).href);
  const shown = () =>
    page
      .locator(".card, tbody tr:not(.sum):has(a[data-skill])")
      .filter({ visible: true })
      .evaluateAll((all) => all.map((each) => each.textContent?.includes("Wrong") ?? false));
  const all = await shown();
  assert.ok(all.filter((isWanted) => !isWanted).length > 5);
  await page.fill("input[type=search]", "new/wrong");
  const left = await shown();
  // Its card, and its rows of the matrix and of the tokens.
  assert.deepEqual(left, [true, true, true]);
  await page.fill("input[type=search]", "");
  assert.deepEqual(await shown(), all);
  await page.close();
});

test("the filter hides cards of which no finding is left", async () => {
  const page = await browser.newPage();
  await page.goto(pathToFileURL(path.join(at, "check new --client all.html")).href);
  const cards = page.locator(".card").filter({ visible: true });
  /** @param {string} selector */
  const countOf = (selector) =>
    page
      .locator(".card")
      .evaluateAll((all, wanted) => all.filter((each) => each.querySelector(wanted)).length, selector);
  const [all, found, wrong] = [
    await cards.count(),
    await countOf(".findings>*"),
    await countOf(".findings>.error"),
  ];
  assert.ok(wrong > 0 && found > wrong);
  for (const kind of ["warning", "info"]) await page.uncheck(`input[name=${kind}]`);
  assert.equal(await cards.count(), all - found + wrong);
  assert.match(
    (await page.locator("output").textContent()) ?? "",
    new RegExp(`^${all - found + wrong} of ${all} `),
  );
  await page.uncheck("input[name=error]");
  assert.equal(await cards.count(), all - found);
  await page.close();
});

test("a report can be used with the keyboard alone", async () => {
  const page = await browser.newPage();
  await page.goto(pathToFileURL(path.join(at, "check new --client all.html")).href);
  /** Presses Tab until an element has the focus. @param {string} selector */
  const tabTo = async (selector) => {
    for (let presses = 0; presses < 60; presses++) {
      await page.keyboard.press("Tab");
      if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)) return;
    }
    assert.fail(`no Tab reaches ${selector}`);
  };
  await tabTo("input[type=search]");
  await page.keyboard.type("new/none");
  // The first link of the matrix leads to the card of the skill, which opens.
  await tabTo("a[data-skill]:not([hidden])");
  await page.keyboard.press("Enter");
  const card = page.locator('.card[data-skill="new/none"]');
  await assert.doesNotReject(card.locator("> div").waitFor({ state: "visible" }));
  await tabTo('.card[data-skill="new/none"] > summary');
  await page.keyboard.press("Space");
  assert.equal(await card.getAttribute("open"), null);
  await page.close();
});
