import { expect, it } from "vitest";
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

const encode = (text: string): string => Buffer.from(text).toString("base64url");

const formats: Readonly<Record<string, () => string>> = {
  aws: () => `AKIA${some(`${lower.toUpperCase()}234567`, 16)}`,
  github: () => `ghp_${some(base62, 36)}`,
  gitlab: () => `glpat-${some(base62, 20)}`,
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

/** The files, by name, in which nothing is reported. */
function silent(keys: ReadonlyMap<string, string>): readonly string[] {
  const files = Object.fromEntries(
    Array.from(keys, ([name, key]) => [name, `twilio discord key = '${key}'\n`]),
  );
  const skill = openMemory("pdf-forms", { "SKILL.md": document, ...files });
  const found = new Set(diagnose("secret-literal", skill).map(({ file }) => file));
  return Array.from(keys).flatMap(([name, key]) => (found.has(name) ? [] : [`${name} ${key}`]));
}

it("finds each of 1,200 random keys in their issuers' formats", () => {
  const keys = new Map<string, string>();
  for (const [format, make] of Object.entries(formats))
    for (let at = 0; at < 60; at++) keys.set(`data/${format}-${at}.txt`, make());
  expect(keys.size).toBe(1_200);
  expect(silent(keys)).toEqual([]);
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
