// Takes in a newer version of a client: installs it, asks it everything, and writes what names its version.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { adopt } from "./outdated.js";

const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * The exit code: 1 if an answer changed, so that the model of the client has to follow; 2 if the client was not asked,
 * and then no version is changed.
 * @param {import("./types.js").Driver} driver
 * @param {{ from: string, to: string, node: string, packages: string }} options
 */
export function update({ id }, { from, to, node, packages }) {
  const fixture = (/** @type {string} */ file) => path.join(root, "fixtures/live", file);
  /** @param {string} program @param {readonly string[]} words */
  const start = (program, ...words) => {
    const file = path.join(root, "live", `${program}.js`);
    const common = ["--client", id, "--node", node, "--packages", packages];
    const { status, stdout } = spawnSync(process.execPath, [file, ...common, ...words], {
      encoding: "utf8",
      stdio: ["inherit", "pipe", "inherit"],
      maxBuffer: Infinity,
    });
    process.stdout.write(stdout);
    return { status: status ?? 2, stdout };
  };
  /** @type {{ readonly cases: object }} */
  const { cases } = JSON.parse(readFileSync(fixture(`${id}@${from}.json`), "utf8"));
  const { core } = JSON.parse(readFileSync(fixture("cases.json"), "utf8"));
  const isWhole = Object.keys(cases).length > core.length;
  const asked = [() => start("install", "--latest"), () => start("run", ...(isWhole ? ["--all"] : []))];
  if (existsSync(fixture(`catalogs/${id}@${from}.json`))) asked.push(() => start("run", "--catalogs"));
  const { clients } = JSON.parse(readFileSync(fixture("doctor.json"), "utf8"));
  if (`${id}@${from}` in clients) asked.push(() => start("doctor"));
  let printed = "";
  for (const ask of asked) {
    const { status, stdout } = ask();
    if (status === 2) return 2;
    printed += stdout;
  }
  const [ofCases, ofSets] = Array.from(printed.matchAll(/(\d+) compared, (\d+) changed/g));
  const result = [
    `${ofCases?.[2]} of ${ofCases?.[1]} answers changed`,
    ...(ofSets ? [`${ofSets[2]} of ${ofSets[1]} lists of skills`] : []),
  ].join(" and ");
  const date = new Date().toISOString().slice(0, 10);
  const files = adopt(root, { id, from, to, date, result });
  console.log(`${id} ${to}: ${result}; written: ${files.join(", ")}, fixtures/live`);
  if ([ofCases, ofSets].every((counted) => (counted?.[2] ?? "0") === "0")) return 0;
  console.log(
    `Read each change, let src/targets/clients/${id}.ts follow with a record for ${from}, and write docs/clients.md with bench/client-table.js.`,
  );
  return 1;
}
