import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { test } from "node:test";
import { openSite } from "./browser.js";

const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const paths = [
  "/",
  "/rules/",
  "/rules/name-format",
  "/clients/claude-code",
  "/guides/comparison",
  "/playground/",
];

for (const colorScheme of /** @type {const} */ (["light", "dark"]))
  test(`axe finds no violation in ${colorScheme}, and no page is wider than a phone`, async () => {
    const site = await openSite({ colorScheme, viewport: { width: 360, height: 800 }, bypassCSP: true });
    const found = [];
    for (const path of paths) {
      await site.page.goto(site.address + path);
      if (path === "/playground/") await site.page.waitForSelector('#answers[aria-busy="false"]');
      await site.page.addScriptTag({ path: axe });
      const violations = await site.page.evaluate(async () => {
        const { violations: all } = await /** @type {any} */ (globalThis).axe.run(document, {
          runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
        });
        return all.map(
          (/** @type {any} */ { id, nodes }) =>
            `${id}: ${nodes
              .slice(0, 3)
              .map((/** @type {any} */ node) => node.target.join(" "))
              .join(", ")}`,
        );
      });
      found.push(...violations.map((/** @type {string} */ each) => `${path} ${each}`));
      const wide = await site.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (wide > 0) found.push(`${path} is ${wide} px too wide`);
    }
    await site.close();
    assert.deepEqual(found, []);
  });

test("the search finds a rule without any other server", async () => {
  const site = await openSite();
  await site.page.goto(`${site.address}/rules/`);
  await site.page.waitForLoadState("networkidle");
  await site.page.keyboard.press("Control+k");
  await site.page.fill("#localsearch-input", "hidden-text");
  await site.page.waitForSelector('#localsearch-list a[href*="/rules/hidden-text"]');
  assert.deepEqual(site.elsewhere, []);
  await site.close();
});
