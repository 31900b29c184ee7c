import assert from "node:assert/strict";
import { test } from "node:test";
import { flawsOf, openSite } from "./browser.js";

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
      for (const flaw of await flawsOf(site.page)) found.push(`${path} ${flaw}`);
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
