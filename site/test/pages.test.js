import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { test } from "node:test";
import { answerOf, fileFor, pageFiles, readPage } from "./built.js";

const files = pageFiles();
const pages = new Map(files.map((file) => [file, readPage(file)]));

test("there is a page for each rule and code", () => {
  const ids = answerOf("explain").rules.map((/** @type {{ meta: { id: string } }} */ { meta }) => meta.id);
  assert.ok(ids.length > 150);
  for (const id of ids)
    assert.match(pages.get(`rules/${id}.html`) ?? `no page of ${id}`, new RegExp(`<h1 id="${id}"`));
});

test("there is a page for each recorded client, with each of its versions", () => {
  const { clients } = answerOf("clients");
  assert.ok(clients.length > 40);
  for (const { client, title, version } of clients) {
    const page = pages.get(`clients/${client}.html`) ?? `no page of ${client}`;
    assert.ok(textOf(page).includes(title), client);
    assert.ok(textOf(page).includes(version), `${client} ${version}`);
  }
});

test("there is a page for each document", () => {
  const names = readdirSync(new URL("../../docs/", import.meta.url)).filter((name) => name.endsWith(".md"));
  assert.ok(names.length > 20);
  for (const name of names)
    assert.ok(pages.has(`guides/${name === "README.md" ? "index" : name.replace(/\.md$/, "")}.html`), name);
});

test("the side list of the guides has each document", () => {
  const page = pages.get("guides/checking.html") ?? "";
  const names = readdirSync(new URL("../../docs/", import.meta.url)).filter((name) => name.endsWith(".md"));
  const missing = names
    .map((name) => name.replace(/\.md$/, ""))
    .filter((name) => name !== "README" && !new RegExp(`href="/guides/${name}(?:\\.html)?"`).test(page));
  assert.deepEqual(missing, []);
});

test("every link inside the site leads to a page and to a heading on it", () => {
  const dead = [];
  let followed = 0;
  for (const [file, page] of pages) {
    if (file === "404.html") continue;
    for (const [, target] of page.matchAll(/<a\b[^>]*?\shref="([^"]*)"/g)) {
      if (/^(?:https?|mailto):/.test(target)) continue;
      followed++;
      const { pathname, hash } = new URL(
        target.replaceAll("&amp;", "&"),
        `http://site/${file.replace(/index\.html$/, "")}`,
      );
      const found = fileFor(pathname);
      if (!found) dead.push(`${file}: ${target}`);
      else if (hash !== "" && !isThere(found, decodeURIComponent(hash.slice(1))))
        dead.push(`${file}: ${target}`);
    }
  }
  assert.deepEqual(dead, []);
  assert.ok(followed > 10_000, `${followed} links`);
});

/** @param {string} found @param {string} id */
function isThere(found, id) {
  const page = pages.get(files.find((file) => found.endsWith(`/dist/${file}`)) ?? "");
  return page === undefined || idsOf(page).has(id);
}

const known = new Map();

/** @param {string} page @returns {ReadonlySet<string>} */
function idsOf(page) {
  const ids = known.get(page) ?? new Set(Array.from(page.matchAll(/\sid="([^"]*)"/g), ([, id]) => id));
  known.set(page, ids);
  return ids;
}

test("every page has one main heading, and no level is left out", () => {
  const wrong = [];
  for (const [file, page] of pages) {
    const main = page.slice(Math.max(0, page.indexOf('<div class="VPContent')));
    const levels = Array.from(main.matchAll(/<h([1-6])\b/g), ([, level]) => Number(level));
    if (file === "404.html") continue;
    if (levels.filter((level) => level === 1).length !== 1) wrong.push(`${file}: ${levels}`);
    else if (levels.some((level, at) => at > 0 && level > levels[at - 1] + 1))
      wrong.push(`${file}: ${levels}`);
  }
  assert.deepEqual(wrong, []);
});

test("no page loads anything from elsewhere", () => {
  for (const [file, page] of pages)
    for (const [, target] of page.matchAll(/<(?:script|link|img|iframe)\b[^>]*?\s(?:src|href)="([^"]*)"/g))
      assert.ok(!/^(?:https?:)?\/\//.test(target), `${file}: ${target}`);
});

/** @param {string} page */
function textOf(page) {
  return page.replace(/<[^>]*>/g, "").replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)));
}
