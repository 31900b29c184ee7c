import { createRequire } from "node:module";
import { chromium } from "playwright-core";
import { serve } from "./built.js";

/** Debian's program: Playwright's own would be a download. */
const executablePath = "/usr/bin/chromium-headless-shell";

export function launch() {
  return chromium.launch({ executablePath, args: ["--no-sandbox"] });
}

const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

/**
 * What axe finds against WCAG 2.2 AA, and how much wider than the window the page is; the context has to bypass its policy.
 * @param {import("playwright-core").Page} page
 * @returns {Promise<readonly string[]>}
 */
export async function flawsOf(page) {
  await page.addScriptTag({ path: axe });
  const violations = await page.evaluate(async () => {
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
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  return wide > 0 ? [...violations, `${wide} px too wide`] : violations;
}

/**
 * Opens the site in a browser. `asked` has the paths that were asked for, `sent` the bytes of all bodies.
 * @param {import("playwright-core").BrowserContextOptions} [options]
 */
export async function openSite(options = {}) {
  /** @type {string[]} */
  const asked = [];
  const site = await serve((path) => asked.push(path));
  const browser = await launch();
  const context = await browser.newContext(options);
  const page = await context.newPage();
  /** @type {string[]} */
  const elsewhere = [];
  page.on("request", (request) => {
    if (!/^(?:blob|data):/.test(request.url()) && !request.url().startsWith(`${site.address}/`))
      elsewhere.push(request.url());
  });
  return {
    address: site.address,
    page,
    context,
    asked,
    sent: site.sent,
    elsewhere,
    close: async () => {
      await browser.close();
      site.close();
    },
  };
}
