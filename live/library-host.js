// The process of a client that is a library: node library-host.js DRIVER PACKAGES, started by run.js,
// which sends the cases. What the library prints while it loads a case is what it said about it.
import path from "node:path";
import { format } from "node:util";

const [id = "", packages = ""] = process.argv.slice(2);
/** @type {{ default: import("./types.js").Driver }} */
const { default: driver } = await import(`./clients/${id}.js`);
/** @type {string[]} */
let printed = [];
for (const method of /** @type {const} */ (["log", "info", "warn", "error", "debug"])) {
  console[method] = (/** @type {unknown[]} */ ...values) => {
    printed.push(format(...values.map((value) => (value instanceof Error ? value.message : value))));
  };
}
const load = await driver.library?.((below) => path.join(packages, below));
if (!load) throw new Error(`${id} is no library`);

process.on("message", async (/** @type {readonly import("./types.js").Play[]} */ plays) => {
  /** @type {Record<string, import("./types.js").Outcome>} */
  const outcomes = {};
  for (const play of plays) {
    printed = [];
    const loaded = await load(play);
    const said = [loaded.said, ...printed].filter(Boolean).join("\n").trim();
    outcomes[play.case] = said ? { ...loaded, said } : loaded;
  }
  process.send?.(outcomes, () => process.exit());
});
