import { expect, it } from "vitest";
import { crush } from "../src/targets/clients/crush.ts";
import { readGoStruct } from "../src/yaml/theirs/go-yaml.ts";

/** What gopkg.in/yaml.v3 3.0.1 made of fields after the name, in Crush's loader: the description, or the first line of its error. */
const recorded: readonly (readonly [fields: string, description: string | { readonly error: string }])[] = [
  ["description: 2026-01-02", "2026-01-02"],
  ["description: 0x1F", "0x1F"],
  ["description: a\ncompatibility: ~\nuser-invocable:", "a"],
  ["description: a\nother: {a: 1, a: 2}", "a"],
  ["description: a\n...\nb: [", "a"],
  ['description: "a \\/ b"', { error: "yaml: line 2: found unknown escape character" }],
  ["description: *a", { error: "yaml: unknown anchor 'a' referenced" }],
  ["description: a\u0001b", { error: "yaml: control characters are not allowed" }],
  ["description: [a", { error: "yaml: line 1: did not find expected ',' or ']'" }],
  ["description: a\n\tb: c", { error: "yaml: line 2: found a tab character that violates indentation" }],
  // It reads on before it complains that the mapping has no next key.
  ["description: 'a' <<: b", { error: "yaml: line 2: mapping values are not allowed in this context" }],
  ["- description", { error: "yaml: line 1: did not find expected key" }],
  ["description: a\ndescription: b", { error: "yaml: unmarshal errors:" }],
  ["description: a\nmetadata: {a: 1, a: 2}", { error: "yaml: unmarshal errors:" }],
  ["description: a\nmetadata:\n  a: [b]", { error: "yaml: unmarshal errors:" }],
  ["description: a\nmetadata: {[a]: b}", { error: "yaml: unmarshal errors:" }],
  ['description: a\nuser-invocable: "true"', { error: "yaml: unmarshal errors:" }],
];

it.each(recorded)("reads %j as Go does", (fields, expected) => {
  const load = read(fields);
  if (typeof expected === "string") expect(load).toMatchObject({ loads: true, description: expected });
  else expect(load).toMatchObject({ loads: false, said: `parsing frontmatter: ${expected.error}` });
});

it("takes the words of YAML 1.1 for a bool, and a byte-order mark in a line for text", () => {
  expect(read('description: a\ndisable-model-invocation: "yes"')).toMatchObject({
    loads: true,
    hidden: true,
  });
  expect(read("\ufeffdescription: a")).toMatchObject({ loads: false, said: "description is required" });
});

it("does not judge tags and merge keys, nor texts over the limits of clients' libraries", () => {
  for (const text of ["name: !!int a", "a: &b {name: c}\n<<: *b", `name: ${"a".repeat(70_000)}`])
    expect(readGoStruct(text, { name: "string" }).outcome).toBe("unknown");
});

function read(fields: string) {
  const text = `---\nname: my-skill\n${fields}\n---\nBody\n`;
  return crush.versions[0]!.load!({ directory: "my-skill", bytes: new TextEncoder().encode(text) });
}
