// What each client's cut costs: prompts made of the skills' own descriptions, compared with the catalog as it is shown.
// node bench/routing.js COLLECTION… [--sample FILE] [--skills BINARY]
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { required } from "./command-line.js";
import { dataOf, parseReport, reportOf, runSkills } from "./skills.js";

/** @typedef {import("../src/model/reports/test-routing.ts").TestRoutingData} TestRoutingData */
/**
 * @typedef {{
 *   collection: string, client: string, prompt: string, skill: string | null, description: string | undefined,
 *   cause: string, lostWords: readonly string[], ranked: readonly object[],
 * }} Miss
 */

const usage = "routing.js COLLECTION… [--sample FILE] [--skills BINARY]";
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { sample: { type: "string" }, skills: { type: "string" } },
});
required(positionals[0], usage);

/** Prompts of one skill at most, so that a long list of phrases does not decide the figures. */
const most = 3;

/**
 * The rule, which was written before any result was seen: quoted phrases of 2 to 12 words in the description, the first
 * three; without any, up to 12 words after the first "use when", "use this skill when", "use for" or "use to", to the
 * end of the clause. Other skills have no prompt.
 * @param {string} description
 */
function promptsOf(description) {
  const quoted = Array.from(
    description.matchAll(/["\u201c]([^"\u201c\u201d\n]{3,120})["\u201d]/g),
    ([, phrase = ""]) => phrase.trim(),
  );
  const phrases = quoted.filter((phrase) => {
    const words = phrase.split(/\s+/).length;
    return words >= 2 && words <= 12 && /\p{L}/u.test(phrase);
  });
  if (phrases.length > 0) return Array.from(new Set(phrases)).slice(0, most);
  const [, clause = ""] = /\buse (?:this skill )?(?:when|for|to)\b([^.;\n]{3,})/i.exec(description) ?? [];
  const words = clause.trim().split(/\s+/).slice(0, 12);
  return words.length >= 2 ? [words.join(" ")] : [];
}

const work = mkdtempSync(path.join(tmpdir(), "routing-"));
/** @type {Map<string, { title: string, of: number, holds: number, whole: number, causes: Record<string, number> }>} */
const total = new Map();
/** @type {Miss[]} */
const misses = [];
try {
  for (const collection of positionals) measure(path.resolve(collection));
} finally {
  rmSync(work, { recursive: true });
}
print("all collections", total);
if (values.sample)
  writeFileSync(
    values.sample,
    inTurn(misses, 40)
      .map((each) => `${JSON.stringify(each)}\n`)
      .join(""),
  );

/** @param {string} collection */
function measure(collection) {
  const choice = { cli: values.skills, cwd: collection };
  const { skills } = dataOf(reportOf("preview", ["--client", "claude-code", "."], choice));
  const descriptions = new Map(skills.map((each) => [each.path, each.description ?? ""]));
  const seen = new Set();
  const prompts = skills.flatMap(({ path: skill, description, hidden }) =>
    hidden
      ? []
      : promptsOf(description ?? "").flatMap((prompt) => {
          // A phrase that two skills quote has no one answer.
          if (seen.has(prompt.toLowerCase())) return [];
          seen.add(prompt.toLowerCase());
          return [{ prompt, skill }];
        }),
  );
  if (prompts.length === 0) return console.log(`${collection}: no prompt`);
  const file = path.join(work, "routing.json");
  writeFileSync(file, JSON.stringify({ prompts }));
  const { stdout } = runSkills(["test", "--routing", file, "--format", "json", "."], choice);
  const data = /** @type {TestRoutingData} */ (dataOf(parseReport("test", stdout)));
  /** @type {typeof total} */
  const own = new Map();
  for (const { prompt, skill, verdicts } of data.prompts)
    for (const { client, outcome, holdsWhole, cause, ranked, lostWords } of verdicts) {
      for (const rows of [own, total]) {
        const row = rows.get(client) ?? { title: client, of: 0, holds: 0, whole: 0, causes: {} };
        rows.set(client, row);
        row.of++;
        if (outcome === "new") row.holds++;
        if (holdsWhole) row.whole++;
        if (cause) row.causes[cause] = (row.causes[cause] ?? 0) + 1;
      }
      if (cause !== "words" && cause !== "cut") continue;
      misses.push({
        collection: path.basename(collection),
        client,
        prompt,
        skill,
        description: descriptions.get(skill ?? ""),
        cause,
        lostWords,
        ranked: ranked.map((each) => ({ ...each, description: descriptions.get(each.skill) })),
      });
    }
  const names = data.clients.map(({ client, shown }) => `${client} ${JSON.stringify(shown)}`);
  console.log(
    `${path.basename(collection)}: ${skills.length} skills, ${prompts.length} prompts\n  ${names.join("\n  ")}`,
  );
  print("", own);
}

/** @param {string} name @param {typeof total} rows */
function print(name, rows) {
  console.log(`${name}\n| Client | Prompts | Whole | As shown | Misses |\n|---|--:|--:|--:|---|`);
  for (const { title, of, whole, holds, causes } of rows.values()) {
    const why = Object.entries(causes).map(([cause, amount]) => `${cause} ${amount}`);
    console.log(`| ${title} | ${of} | ${whole} | ${holds} | ${why.join(", ")} |`);
  }
}

/**
 * At most this many different misses, in turn of each client and cause.
 * @param {readonly Miss[]} all
 * @param {number} amount
 */
function inTurn(all, amount) {
  const unique = Array.from(
    new Map(all.map((miss) => [JSON.stringify([miss.prompt, miss.skill, miss.cause]), miss])).values(),
  );
  /** @type {Map<string, Miss[]>} */
  const byCause = new Map();
  for (const miss of unique) {
    const key = `${miss.client} ${miss.cause}`;
    byCause.set(key, [...(byCause.get(key) ?? []), miss]);
  }
  const groups = Array.from(byCause.values());
  const turns = Array.from({ length: unique.length }, (_, at) =>
    groups.flatMap((each) => each.slice(at, at + 1)),
  );
  return turns.flat().slice(0, amount);
}
