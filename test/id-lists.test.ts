import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseSync } from "rolldown/utils";
import { describe, expect, it } from "vitest";
import { clients } from "../src/generated/clients.ts";
import { realClients } from "../src/generated/real-clients.ts";
import { systems } from "../src/generated/systems.ts";
import { uploaders } from "../src/generated/uploaders.ts";
import { validators } from "../src/generated/validators.ts";
import { systemIds } from "../src/model/agent.ts";
import { clientIds, realClientIds } from "../src/model/target.ts";
import { uploadIds } from "../src/model/upload.ts";
import { validatorIds } from "../src/model/validator.ts";
import { formats } from "../src/report/formats/index.ts";
import { filesWithIds, withIds } from "./support/written-ids.ts";

const root = new URL("../", import.meta.url);
const read = (file: string): string => readFileSync(new URL(file, root), "utf8");

/** Where the models of each kind are. */
const folders = {
  "src/targets/validators": validators,
  "src/targets/uploaders": uploaders,
  "src/targets/clients": clients,
  "src/harness/systems": systems,
  "src/real/clients": realClients,
};

it.each(Object.entries(folders))(
  "has a model for each file of %s; `npm run build` adds it",
  (folder, models) => {
    const names = readdirSync(new URL(folder, root), { withFileTypes: true })
      .filter((item) => (item.isDirectory() ? item.name !== "parts" : item.name.endsWith(".ts")))
      .map((item) => path.basename(item.name, ".ts"));
    expect(models.map(({ id }) => id).sort()).toEqual(names.sort());
  },
);

it("gives all commands the ids of the models, in the order of the models", () => {
  const idsOf = (models: readonly { readonly id: string }[]): readonly string[] => models.map(({ id }) => id);
  expect([validatorIds, uploadIds, systemIds, clientIds, realClientIds]).toEqual([
    ["spec", ...idsOf(validators)],
    idsOf(uploaders),
    idsOf(systems),
    idsOf(clients),
    idsOf(realClients),
  ]);
});

it.each(filesWithIds)("writes the ids in %s", async (file) => {
  await expect(withIds(file, read(file))).toMatchFileSnapshot(fileURLToPath(new URL(file, root)));
});

/** Texts about each program, which no test can write. */
it.each([
  ["docs/checking.md", validatorIds],
  ["docs/checking.md", formats],
  ["src/cli/options/output-option.ts", formats],
  ["src/harness/systems/README.md", systemIds],
] as const)("%s names them all: %s", (file, ids) => {
  const text = read(file);
  expect(ids.filter((id) => !text.includes(id))).toEqual([]);
});

/** The files that name a target on purpose, and why. */
const named = {
  "src/rules/": "a rule names the programs that it is about, with its evidence",
  "src/targets/plugins/": "what a client makes of plugins is beside the client, whom the model names",
  "src/bin/skills-ref": "a program of ours that has the name of the validator it replaces",
  "src/cli/completions/outline.ts": "the same program",
  "src/cli/options/hyperlinks.ts": "what TERM_PROGRAM says of a terminal",
  "src/inventory/declared.ts": "a key in the metadata of a skill",
  "src/parse/body/link-targets.ts": "the HTML entity &amp;",
  "src/api/test/mock-evals.ts": "the only system whose document has evals with actions",
  "src/model/taken-names.ts": "the titles of two clients are their ids",
  "src/model/nearest-setting.ts": "the words that people write for some of them",
} as const;

const ids: ReadonlySet<string> = new Set(
  [validators, uploaders, systems, clients].flatMap((models) => models.map(({ id }) => id)),
);

/** The ids that are alone in a file, in quotes or as keys, and lists of them in its texts. */
function idsIn(text: string): readonly string[] {
  const found: string[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    if ("type" in node) found.push(...idsOfNode(node as SyntaxNode));
    for (const child of Object.values(node)) visit(child);
  };
  visit(parseSync("file.ts", text).program);
  return found;
}

interface SyntaxNode {
  readonly type: string;
  readonly value?: unknown;
  readonly shorthand?: boolean;
  readonly key?: { readonly type: string; readonly name?: string };
}

function idsOfNode({ type, value, shorthand, key }: SyntaxNode): readonly string[] {
  if (type === "Literal" && typeof value === "string") return ids.has(value) ? [value] : listIn(value);
  if (type === "TemplateElement") return listIn((value as { readonly raw: string }).raw);
  const name = type === "Property" && shorthand !== true && key?.type === "Identifier" ? key.name : undefined;
  return name !== undefined && ids.has(name) ? [name] : [];
}

/** At least three ids of one kind, and half of them. */
function listIn(text: string): readonly string[] {
  const words = new Set(text.split(/[^\w-]+/));
  return Object.values(folders).flatMap((models) => {
    const among = models.map(({ id }) => id).filter((id) => words.has(id));
    return among.length >= Math.max(3, models.length / 2) ? among : [];
  });
}

describe("outside its own file", () => {
  const found = readdirSync(new URL("src", root), { recursive: true, encoding: "utf8" })
    .map((file) => `src/${file.split(path.sep).join("/")}`)
    .filter((file) => file.endsWith(".ts") && !file.startsWith("src/generated/"))
    .filter((file) => !Object.keys(folders).some((folder) => file.startsWith(`${folder}/`)))
    .flatMap((file) => idsIn(read(file)).map((id) => [file, id] as const));

  it("no target is named but on purpose", () => {
    const isMeant = ([file]: readonly [string, string]): boolean =>
      Object.keys(named).some((start) => file.startsWith(start));
    expect(found.filter((each) => !isMeant(each))).toEqual([]);
    expect(Object.keys(named).filter((start) => !found.some(([file]) => file.startsWith(start)))).toEqual([]);
  });

  it("a target would be found in quotes, as a key and in a list", () => {
    expect(idsIn('if (id === "harness9") stop();')).toEqual(["harness9"]);
    expect(idsIn("const limits = { harness9: 3, other: 4 };")).toEqual(["harness9"]);
    expect(idsIn("const help = `agentskills, agio, ${rest} harness9`;")).toEqual([]);
    expect(idsIn("const help = `agentskills, agio and harness9`;")).toEqual([
      "agentskills",
      "agio",
      "harness9",
    ]);
  });
});
