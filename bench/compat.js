// `skills compat` over a tree of skills: skills per CPU-second with every recorded client, and with one.
// node bench/compat.js PATH [--runs N] [--cli PATH]
import { parseArgs } from "node:util";
import { required } from "./command-line.js";
import { measure, median, table } from "./pair.js";
import { builtSkills, reportOf } from "./skills.js";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: "string", default: "5" }, cli: { type: "string", default: builtSkills } },
});
const corpus = required(positionals[0], "compat.js PATH [--runs N] [--cli PATH]");
const target = 300;

/** @param {string} name @param {string[]} options */
const command = (name, ...options) => ({
  name,
  file: process.execPath,
  args: [values.cli, "compat", ...options, corpus],
});
const commands = [
  command("every client"),
  command("  as JSON", "--format", "json"),
  command("  only Claude Code", "--client", "claude-code"),
];
const { checked } = reportOf("validate", [corpus], { cli: values.cli }).summary;

const rounds = Array.from({ length: Number(values.runs) }, () => commands.map(measure));
const rows = commands.map(({ name }, at) => {
  /** @param {"cpu" | "rss"} key */
  const of = (key) => median(rounds.map((round) => round[at]?.[key] ?? Number.NaN));
  const seconds = of("cpu") / 1000;
  return { name, seconds, peak: of("rss"), speed: checked / seconds };
});
console.log(`${checked} skills, Node ${process.version}, medians of ${values.runs} runs in turn`);
console.log(
  table([
    ["skills compat", "CPU s", "peak MiB", "skills per CPU s"],
    ...rows.map(({ name, seconds, peak, speed }) => [
      name,
      seconds.toFixed(2),
      peak.toFixed(0),
      speed.toFixed(0),
    ]),
  ]),
);
process.exitCode = (rows[0]?.speed ?? 0) < target ? 1 : 0;
