// What people read about a rule, apart from the rules: a page that runs them does not load it.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { Visitor } from "rolldown/utils";
import { bundle } from "./bundle.js";

const root = fileURLToPath(new URL("..", import.meta.url));
const rules = path.join(root, "src/rules", path.sep);

/** Of the metadata of a rule, what no rule and no report of the engine reads. */
const texts = new Set(["source", "summary", "why", "remedy"]);

/** Writes src/generated/rule-metas.ts, from which `skillwright/engine-report` lists the rules. */
export async function writeRuleMetas() {
  const directory = mkdtempSync(path.join(tmpdir(), "rule-metas-"));
  try {
    await bundle(
      { rules: path.join(root, "src/rules/lists/lint-rules.ts") },
      { dir: directory, format: "cjs", entryFileNames: "[name].cjs" },
    );
    /** @type {typeof import("../src/rules/lists/lint-rules.ts")} */
    const { ruleMetas } = await import(pathToFileURL(path.join(directory, "rules.cjs")).href);
    const module = `import type { RuleMeta } from "../model/rule.ts";

export const ruleMetas: readonly RuleMeta[] = ${JSON.stringify(ruleMetas)};
`;
    writeFileSync(path.join(root, "src/generated/rule-metas.ts"), module);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Bundles the rules without those texts. @returns {import("rolldown").Plugin} */
export function leaveOutRuleTexts() {
  return {
    name: "leave-out-rule-texts",
    transform(code, id) {
      if (!id.startsWith(rules)) return null;
      /** @type {{ start: number, end: number }[]} */
      const left = [];
      new Visitor({
        Property({ key, value }) {
          if (nameOf(key) !== "meta" || value.type !== "ObjectExpression") return;
          for (const each of value.properties)
            if (each.type === "Property" && texts.has(nameOf(each.key) ?? "")) left.push(each.value);
        },
      }).visit(this.parse(code, { lang: "ts" }));
      return left.reduceRight((rest, { start, end }) => `${rest.slice(0, start)}""${rest.slice(end)}`, code);
    },
  };
}

/** @param {{ readonly type: string, readonly name?: unknown }} key */
function nameOf({ type, name }) {
  return type === "Identifier" && typeof name === "string" ? name : undefined;
}
