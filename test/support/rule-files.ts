import { readdirSync, readFileSync } from "node:fs";

const folder = new URL("../../src/rules/", import.meta.url);

/** A rule's file: the path below src/rules, the id that its metadata states, the text. */
export interface RuleFile {
  readonly path: string;
  readonly id: string;
  readonly text: string;
}

/** Every file of src/rules that defines a rule. */
export const ruleFiles: readonly RuleFile[] = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .map((path) => path.replaceAll("\\", "/"))
  .filter((path) => path.endsWith(".ts") && !/^(?:lists|parts)\/|\/parts\/|^define\.ts$/.test(path))
  .map((path) => {
    const text = readFileSync(new URL(path, folder), "utf8");
    return { path, id: /^\s*id: "([^"]+)"/m.exec(text)?.[1] ?? "", text };
  });
