import type { Script } from "../model/script.ts";
import type { Skill } from "../model/skill.ts";
import { standardModules } from "../core/standard-modules.ts";
import type { PackageSighting } from "./packages.ts";

/** The modules that scripts import and that neither the language nor the skill brings. */
export function* importedBy({ scripts, files }: Skill): Generator<PackageSighting> {
  const own = new Set(files.flatMap(({ path }) => path.split("/").map((part) => part.replace(/\.\w+$/, ""))));
  for (const script of scripts) {
    const python = script.language === "python";
    const standard = standardModules()[python ? "python" : "node"];
    if (!python && script.language !== "javascript" && script.language !== "typescript") continue;
    for (const { specifier, range } of script.imports) {
      const name = moduleOf(specifier, script);
      if (name === undefined || own.has(name) || standard.has(name)) continue;
      yield {
        registry: python ? "Python module" : "npm",
        name,
        kind: "imported",
        file: script.file,
        start: range.start.offset,
        end: range.end.offset,
      };
    }
  }
}

/** The package of "cheerio/slim" and "@types/node"; none for a path, an alias and what a runtime fetches or brings. */
function moduleOf(specifier: string, { language }: Script): string | undefined {
  if (language === "python") return /^[A-Za-z_]\w{0,99}/.exec(specifier)?.[0];
  return /^(?:@[a-z0-9~][\w.-]{0,99}\/)?[a-z0-9][\w.-]{0,99}(?=\/|$)/i.exec(specifier)?.[0];
}
