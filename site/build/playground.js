import { cpSync, mkdirSync } from "node:fs";
import path from "node:path";
import { bundle } from "../../build/bundle.js";
import { leaveOutRuleTexts } from "../../build/rule-texts.js";

/** Writes the playground to a folder: a page with its style, its module, and that of its worker. @param {string} from @param {string} to */
export async function writePlayground(from, to) {
  mkdirSync(to, { recursive: true });
  for (const file of ["index.html", "style.css"]) cpSync(path.join(from, file), path.join(to, file));
  for (const name of ["page", "worker"])
    await bundle(
      { [name]: path.join(from, `${name}.ts`) },
      { dir: to, format: "esm", entryFileNames: "[name].js", minify: true, comments: false },
      {},
      [leaveOutRuleTexts()],
    );
}
