import { expect, it } from "vitest";
import { crc32 } from "../src/archive/crc32.ts";
import { openMemory } from "../src/model/memory-source.ts";
import { diagnose } from "./support/fixtures.ts";

const document = "---\nname: pdf-forms\ndescription: Fills PDF forms.\n---\n# PDF forms\n";

const lower = "abcdefghijklmnopqrstuvwxyz";
const digits = "0123456789";
const letters = lower + lower.toUpperCase();
const base62 = letters + digits;
const url = `${base62}-_`;
const hex = `${digits}abcdef`;

/** Random numbers that are the same in each run, as a key must not be written down here (xorshift). */
function randomness(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

const next = randomness(20_260_731);

function some(alphabet: string, length: number): string {
  return Array.from({ length }, () => alphabet[next(alphabet.length)]).join("");
}

/** As the issuers write it: six characters in base 62. */
function sumOf(text: string): string {
  const alphabet = digits + lower.toUpperCase() + lower;
  const value = crc32(Buffer.from(text));
  const places = [5, 4, 3, 2, 1, 0].map((power) => Math.floor(value / 62 ** power) % 62);
  return places.map((place) => alphabet[place]).join("");
}

function summed(prefix: string, random = some(base62, 30)): string {
  return `${prefix}_${random}${sumOf(random)}`;
}

function grafana(): string {
  const key = `glsa_${some(base62, 32)}`;
  const sum = Buffer.alloc(4);
  sum.writeUInt32LE(crc32(Buffer.from(key)));
  return `${key}_${sum.toString("hex")}`;
}

const encode = (text: string): string => Buffer.from(text).toString("base64url");

const formats: Readonly<Record<string, () => string>> = {
  aws: () => `AKIA${some(`${lower.toUpperCase()}234567`, 16)}`,
  github: () => `ghp_${some(base62, 36)}`,
  gitlab: () => `glpat-${some(url, 19)}a`,
  gitlabRoutable: () => `glpat-${some(url, 60)}.${some(digits + lower, 9)}`,
  githubFine: () => `github_pat_${some(base62, 22)}_${some(base62, 59)}`,
  anthropic: () => `sk-ant-api03-${some(url, 93)}AA`,
  digitalOcean: () => `dop_v1_${some(hex, 64)}`,
  grafana: () => grafana(),
  pypi: () => `pypi-AgEIcHlwaS5vcmc${some(url, 149)}a`,
  slack: () => `xoxb-${some(digits, 12)}-${some(base62, 24)}`,
  slackApp: () => `xoxa-2-${some(digits, 12)}-${some(base62, 24)}`,
  openai: () => `sk-proj-${some(base62, 48)}`,
  google: () => `AIza${some(base62, 35)}`,
  stripe: () => `sk_live_${some(base62, 24)}`,
  huggingFace: () => `hf_${some(letters, 34)}`,
  npm: () => `npm_${some(base62, 36)}`,
  shopify: () => `shpat_${some(hex, 32)}`,
  sendgrid: () => `SG.${some(base62, 22)}.${some(base62, 43)}`,
  groq: () => `gsk_${some(base62, 52)}`,
  twilio: () => `SK${some(hex, 32)}`,
  telegram: () => `${1 + next(9)}${some(digits, 9)}:AA${some(base62, 33)}`,
  databricks: () => `dapi${some(hex, 32)}`,
  discord: () => `${encode(`1${some(digits, 17)}`)}.${some(base62, 6)}.${some(base62, 38)}`,
  azure: () => `AccountKey=${some(`${base62}+/`, 86)}==`,
  jwt: () =>
    `${encode('{"alg":"HS256","typ":"JWT"}')}.${encode(`{"sub":"${some(digits, 8)}"}`)}.${some(url, 42)}a`,
  database: () => `postgres://app:${some(letters, 12)}7aZ9${some(base62, 8)}@db.forms.internal`,
};

/** The severity of the finding in each file that has one, by name. */
function severities(keys: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const files = Object.fromEntries(
    Array.from(keys, ([name, key]) => [name, `twilio discord key = '${key}'\n`]),
  );
  const skill = openMemory("pdf-forms", { "SKILL.md": document, ...files });
  return new Map(diagnose("secret-literal", skill).map(({ file, severity }) => [file, severity]));
}

/** The files, by name, in which nothing is reported. */
function silent(keys: ReadonlyMap<string, string>): readonly string[] {
  const found = severities(keys);
  return Array.from(keys).flatMap(([name, key]) => (found.has(name) ? [] : [`${name} ${key}`]));
}

it("finds each of 1,560 random keys in their issuers' formats", () => {
  const keys = new Map<string, string>();
  for (const [format, make] of Object.entries(formats))
    for (let at = 0; at < 60; at++) keys.set(`data/${format}-${at}.txt`, make());
  expect(keys.size).toBe(1_560);
  expect(silent(keys)).toEqual([]);
});

it("finds each of 1,200 random keys with their issuers' checksums as a warning", () => {
  const keys = new Map<string, string>();
  for (const prefix of ["ghp", "gho", "ghu", "ghs", "ghr", "npm"])
    for (let at = 0; at < 200; at++) keys.set(`data/${prefix}-${at}.txt`, summed(prefix));
  const found = severities(keys);
  expect(found.size).toBe(1_200);
  expect(new Set(found.values())).toEqual(new Set(["warning"]));
});

it("never takes a key with a right checksum for made up or an example", () => {
  const keys = new Map([
    ["a.txt", summed("ghp", "EXAMPLE" + "a".repeat(23))],
    ["b.txt", summed("npm", "0123456789".repeat(3))],
    ["c.md", `never use a fake one such as ${summed("ghp")}`],
    ["d.txt", grafana()],
    // A published sample, whose checksum others have computed.
    ["e.txt", `gh${"p_zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ"}0mLq17`],
  ]);
  expect(Object.fromEntries(severities(keys))).toEqual(
    Object.fromEntries(Array.from(keys.keys(), (name) => [name, "warning"])),
  );
});

it("notes a key with a wrong checksum, and not one that is made up as well", () => {
  const right = summed("ghp");
  const wrong = (right.charAt(10) === "a" ? "b" : "a") + right.slice(11);
  const keys = new Map([
    ["a.txt", right.slice(0, 10) + wrong],
    ["b.txt", grafana().replace(/.$/, (last) => (last === "0" ? "1" : "0"))],
    ["c.txt", `ghp_${"EXAMPLE".repeat(5)}a`],
  ]);
  expect(Object.fromEntries(severities(keys))).toEqual({ "a.txt": "info", "b.txt": "info" });
});

it("notes a bearer token in documentation, and none that is a sample", () => {
  const token = `${some(base62, 30)}aZ7b8`;
  const head = encode('{"alg":"RS256","typ":"JWT","kid":"a1B2"}');
  const keys = new Map([
    ["a.md", `Authorization: Bearer ${token}`],
    ["b.txt", `Authorization: Bearer ${token}`],
    ["c.md", "Authorization: Bearer <token>"],
    ["d.md", `Authorization: Bearer ${head}...`],
    [
      "e.txt",
      `Authorization: Bearer ${head}.${encode('{"sub":"1234567890","name":"John Doe"}')}.${some(url, 43)}`,
    ],
    ["f.txt", `Authorization: Bearer ${head}`],
  ]);
  expect(Object.fromEntries(severities(keys))).toEqual({ "a.md": "info", "b.txt": "warning" });
});

it("does not report keys that are made up", () => {
  const made = [
    "AKIAIOSFODNN7EXAMPLE",
    `ghp_${"x".repeat(36)}`,
    "ghp_YourGitHubTokenGoesHere1234567890abcd",
    "glpat-your_token_of_gitlab",
    `SG.${"a".repeat(22)}.${"b".repeat(43)}`,
    "gsk_0123456789abcdefghijklmnopqrstuvwxyz0123456789abcdef",
    "SK0123456789abcdef0123456789abcdef",
    "SKffffffffffffffffffffffffffffffff",
    "postgres://user:YourPassword123@db.forms.internal",
    "postgres://user:postgrespassword@db.forms.internal",
    `${encode('{"alg":"HS256","typ":"JWT"}')}.${encode('{"sub":"1234567890","name":"John Doe"}')}.${some(url, 43)}`,
    `${encode('{"alg":"HS256","typ":"JWT"}')}.${encode('{"iss":"supabase","role":"anon"}')}.${some(url, 43)}`,
  ];
  expect(silent(new Map(made.map((key, at) => [`data/${at}.txt`, key])))).toHaveLength(made.length);
});
