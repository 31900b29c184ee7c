import { readFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import matter from "gray-matter";
import { expect, it } from "vitest";
import { readMatter } from "../src/targets/reading/gray-matter.ts";
import { fixturesRoot } from "./support/fixtures.ts";
import { samples } from "./support/samples.ts";

/** With options, the library does not use its cache. */
function real(text: string): unknown {
  try {
    const { data, content } = matter(text, {});
    return { data, content };
  } catch {
    return "error";
  }
}

function modeled(text: string): unknown {
  const read = readMatter(text);
  return read.outcome === "value" ? { data: read.data, content: read.content } : read.outcome;
}

const cases = JSON.parse(readFileSync(path.join(fixturesRoot, "clients", "cases.json"), "utf8")) as Readonly<
  Record<string, { readonly text: string }>
>;

it.each(Object.keys(cases))("splits the case %s like the library", (name) => {
  expect(modeled(cases[name]!.text)).toEqual(real(cases[name]!.text));
});

it.each([
  "",
  "---",
  "---\n",
  "---a",
  "---yaml",
  "---yaml\na: 1\n---\nb",
  "---YAML\na: 1\n---",
  '--- json\n{"a": 1}\n---\nb',
  "---json\n{a\n---\nb",
  "---JSON\n{}\n---\nb",
  "---coffee\na: 1\n---\nb",
  "---toml\n# a\n---\nb",
  "----\na: 1\n---\nb",
  "---\n#\n---\nb",
  "---\n#\r\n---\nb",
  "---\n  # a\n\n# b\n---\nb",
  "---\r\na: 1\r\n---\r\n\r\nb",
  "---\ra: 1\r---\rb",
  "---\n---\n\nb",
  "---\na: 1\n---b",
  "---\na: 1\n----\nb",
  "---\nnull\n---\nb",
  "---\njust text\n---\nb",
  "---\n- 1\n---\nb",
  "---\na: 2026-01-02\nb: !!binary aGk=\n---\nb",
  "\ufeff---\na: 1\n---\nb",
  "\ufeff\ufeff---\na: 1\n---\nb",
])("splits %j like the library", (text) => {
  expect(modeled(text)).toEqual(real(text));
});

it("splits what is made of its parts like the library", () => {
  const parts = fc.constantFrom(
    "---",
    "-",
    "\n",
    "\r",
    "\r\n",
    "#",
    " ",
    "a: 1",
    "json",
    "yaml",
    "x",
    "{}",
    "\ufeff",
  );
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 12 }), (some) => {
      const text = some.join("");
      expect(modeled(text)).toEqual(real(text));
    }),
    samples(2000),
  );
});

it("does not run JavaScript", () => {
  expect(modeled("---js\n{ a: 1 }\n---\nb")).toBe("javascript");
});
