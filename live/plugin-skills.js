// Installs plugins that differ in the `skills` of their manifest, and records which skills a client lists of each:
// node build/real.js && node live/plugin-skills.js [--packages DIR] [--node PATH] [--allow-network]
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { stagePlay } from "./cases.js";
import { installInCodex } from "./codex-plugin.js";
import { defaultPackages, importDriver, installedVersion } from "./drivers.js";
import { startMockModel } from "./real.js";
import { elsewhere, stageFor } from "./stage.js";
import { readOptions } from "./usage.js";

const values = readOptions({
  packages: { type: "string", default: defaultPackages },
  node: { type: "string", default: process.execPath },
  "allow-network": { type: "boolean", default: false },
});

/** What `skills` is in the manifest; undefined: it has no such key. Skills are in skills/one, other/two and ./three. */
const written = [
  ...[undefined, "./skills/", "./other/", "./other", "././other//", "skills/", "other/", "./", ".", "../x"],
  ...["./other/../skills/", "./nowhere/", "", 5, null, true, {}, []],
  ...[
    ["./skills/"],
    ["./other/"],
    ["./skills/", "./other/"],
    ["./other/", "./skills/"],
    ["./other/", "./other"],
  ],
  ...[["./other/", "bad/"], ["bad/"], ["./other/", 5], [5], ["./"], ["./", "./other/"], ["./nowhere/"]],
  ...[["./nowhere/", "./other/"], "./other/two", ["./other/two", "./skills"]],
];
const sets = [
  { directories: ["skills/one", "other/two", "three"], written },
  {
    directories: ["skills", "skills/one", "skills/one/deep", "other/a/b/c"],
    written: [undefined, "./skills", "./other", "./skills/one"],
  },
];

const exitCode = elsewhere(values["allow-network"]);
if (exitCode === undefined) await record(await importDriver("codex"));
else process.exitCode = exitCode;

/** @param {import("./types.js").Driver} driver */
async function record(driver) {
  const packages = path.resolve(values.packages, driver.id, "node_modules");
  const recorded = [];
  for (const { directories, written } of sets) {
    const cases = [];
    for (const skills of written) {
      const listed = await ask(driver, packages, { directories, skills });
      cases.push({ ...(skills !== undefined && { skills }), listed });
      console.log(JSON.stringify(skills), listed?.join(" "));
    }
    recorded.push({ directories, cases });
  }
  const folder = fileURLToPath(new URL("../fixtures/live/plugin-skills", import.meta.url));
  mkdirSync(folder, { recursive: true });
  const name = `${driver.id}@${installedVersion(driver, packages)}`;
  writeFileSync(
    path.join(folder, `${name}.json`),
    `${JSON.stringify(recorded, undefined, 2)}
`,
  );
}

/** @param {import("./types.js").Driver} driver @param {string} packages @param {{ directories: readonly string[], skills: unknown }} plugin */
async function ask(driver, packages, { directories, skills }) {
  const scratch = mkdtempSync(path.join(tmpdir(), "plugin-"));
  const mock = await startMockModel();
  try {
    const stage = stageFor(driver, { node: path.resolve(values.node), packages, mock });
    const text = "---\nname: own\ndescription: Does it. Use it.\n---\n\nDo it.\n";
    const { project, home } = stagePlay({
      scratch,
      skills: driver.skills,
      name: "own",
      file: { dir: "own", text },
    });
    const market = path.join(home, "../market");
    const plugin = path.join(market, "plugins/p");
    mkdirSync(path.join(plugin, ".codex-plugin"), { recursive: true });
    writeFileSync(path.join(plugin, ".codex-plugin/plugin.json"), JSON.stringify({ name: "p", skills }));
    for (const directory of directories) {
      mkdirSync(path.join(plugin, directory), { recursive: true });
      const name = path.basename(directory);
      const content = `---\nname: ${name}\ndescription: Does ${name}. Use it.\n---\n\nDo it.\n`;
      writeFileSync(path.join(plugin, directory, "SKILL.md"), content);
    }
    return await installInCodex({ stage, project, home }, { market, plugin: "p" });
  } finally {
    mock.close();
    rmSync(scratch, { recursive: true, force: true });
  }
}
