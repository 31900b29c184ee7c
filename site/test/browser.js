import { chromium } from "playwright-core";
import { serve } from "./built.js";

/** Debian's program: Playwright's own would be a download. */
const executablePath = "/usr/bin/chromium-headless-shell";

/**
 * Opens the site in a browser. `asked` has the paths that were asked for, `sent` the bytes of all bodies.
 * @param {import("playwright-core").BrowserContextOptions} [options]
 */
export async function openSite(options = {}) {
  /** @type {string[]} */
  const asked = [];
  const site = await serve((path) => asked.push(path));
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
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
