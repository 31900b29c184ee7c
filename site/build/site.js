// Builds the site: writes its pages from the documents, the rules and the records of clients, then has VitePress draw them.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { bundle } from "../../build/bundle.js";
import { casesPage, clientPage, clientsIndex, recordedOf } from "./client-pages.js";
import { guides, sections } from "./guides.js";
import { home } from "./home.js";
import { writePlayground } from "./playground.js";
import { rulePage, rulesByCategory, rulesIndex } from "./rule-pages.js";

const site = fileURLToPath(new URL("..", import.meta.url));
const root = path.join(site, "..");
const pages = path.join(site, "pages");

const records = await readRecords();
rmSync(pages, { recursive: true, force: true });
await writePages();
cpSync(path.join(root, "schemas"), path.join(pages, "public/schemas"), { recursive: true });
cpSync(path.join(root, "fixtures/readme/check.svg"), path.join(pages, "public/check.svg"));
await writePlayground(path.join(site, "playground"), path.join(pages, "public/playground"));
const vitepress = path.join(site, "node_modules/vitepress/bin/vitepress.js");
execFileSync(process.execPath, [vitepress, "build", site], { stdio: "inherit", cwd: site });

/** @returns {Promise<typeof import("./records.ts")>} */
async function readRecords() {
  const out = path.join(site, ".vitepress/cache/records");
  await bundle(
    { records: path.join(site, "build/records.ts") },
    { dir: out, format: "esm", entryFileNames: "[name].mjs", codeSplitting: false },
  );
  return import(pathToFileURL(path.join(out, "records.mjs")).href);
}

async function writePages() {
  const { clients, clientChanges, answersTo, explainAll, repository } = records;
  const rules = await explainAll();
  const texts = guides(root, repository);
  /** @type {Readonly<Record<string, import("./records.ts").Case>>} */
  const asked = JSON.parse(readFileSync(path.join(root, "fixtures/clients/cases.json"), "utf8"));
  const cases = Object.entries(asked).map(([id, each]) => ({ id, ...each, answers: answersTo(each) }));
  write(
    "index.md",
    home({ rules: rules.length, clients: clients.length, recorded: recordedOf(clients).length, repository }),
  );
  for (const [name, text] of texts) write(`guides/${name}.md`, text);
  write("rules/index.md", rulesIndex(rules));
  for (const rule of rules) write(`rules/${rule.meta.id}.md`, rulePage(rule, records));
  write("clients/index.md", clientsIndex(clients, cases));
  write("clients/cases.md", casesPage(clients, cases));
  for (const client of clients) write(`clients/${client.id}.md`, clientPage(client, cases, clientChanges));
  write("sidebar.json", JSON.stringify(sidebar(rules)));
}

/** @param {readonly import("./rule-pages.js").RulePage[]} rules */
function sidebar(rules) {
  const clientsOf = (/** @type {string} */ reach) =>
    records.clients
      .filter((client) => client.reach === reach)
      .map(({ id, title }) => ({ text: title, link: `/clients/${id}` }));
  return {
    "/guides/": sections(root),
    "/rules/": [
      {
        text: "Rules",
        link: "/rules/",
        items: rulesByCategory(rules).map(({ category, title }) => ({
          text: title,
          link: `/rules/#${category}`,
        })),
      },
    ],
    "/clients/": [
      { text: "All clients", link: "/clients/" },
      { text: "Clients and cases", link: "/clients/cases" },
      { text: "Asked by default", items: clientsOf("common") },
      { text: "Others", items: clientsOf("niche") },
    ],
  };
}

/** @param {string} name @param {string} text */
function write(name, text) {
  const file = path.join(pages, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text.endsWith("\n") ? text : `${text}\n`);
}
