// Bundles the extension, and puts the program of this repository beside it: node build.js
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const here = fileURLToPath(new URL(".", import.meta.url));
const root = path.join(here, "../..");
const from = (/** @type {string} */ name) => path.join(root, name);
const to = (/** @type {string} */ name) => path.join(here, name);

if (!existsSync(from("dist/bin/skills.cjs"))) throw new Error("run `npm run build` in the repository first");
for (const folder of ["dist", "server", "schemas"]) rmSync(to(folder), { recursive: true, force: true });

const bundle = await rolldown({
  input: to("src/extension.js"),
  platform: "node",
  external: ["vscode"],
});
const { output } = await bundle.write({ file: to("dist/extension.cjs"), format: "cjs", minify: true });
await bundle.close();
writeFileSync(
  to("dist/THIRD-PARTY-NOTICES.txt"),
  noticesOf(output.flatMap((part) => ("moduleIds" in part ? part.moduleIds : []))),
);

cpSync(from("dist/bin"), to("server/bin"), { recursive: true });
cpSync(from("dist/THIRD-PARTY-NOTICES.txt"), to("server/THIRD-PARTY-NOTICES.txt"));
cpSync(from("LICENSE"), to("LICENSE"));
mkdirSync(to("schemas"));
for (const name of ["config", "scenario"])
  cpSync(from(`schemas/${name}.schema.json`), to(`schemas/${name}.schema.json`));

/** The licenses of the packages in the bundle. @param {readonly string[]} files */
function noticesOf(files) {
  const packages = new Set(
    files.flatMap((file) => /^.*[/\\]node_modules[/\\](?:@[^/\\]+[/\\])?[^/\\]+/.exec(file)?.[0] ?? []),
  );
  return Array.from(packages)
    .sort()
    .map((directory) => {
      const { name, version, license } = JSON.parse(
        readFileSync(path.join(directory, "package.json"), "utf8"),
      );
      const file = readdirSync(directory).find((each) => /^licen[cs]e/i.test(each));
      if (file === undefined) throw new Error(`${name} has no license file`);
      return `${name} ${version} (${license})\n\n${readFileSync(path.join(directory, file), "utf8")}`;
    })
    .join(`\n${"-".repeat(80)}\n\n`);
}
