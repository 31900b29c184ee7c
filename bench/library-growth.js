// Calls the built engine many times in this process, and prints the memory in use after each tenth of the calls.
// node --expose-gc bench/library-growth.js [CALLS]
import { inRepository } from "./skills.js";

const { examine, parseSkill } = await import(inRepository("dist/engine.js"));
const { applyFixes, compareReports, renderReport } = await import(inRepository("dist/engine-report.js"));

const calls = Number(process.argv[2] ?? 10_000);
if (!globalThis.gc) throw new Error("usage: node --expose-gc bench/library-growth.js [CALLS]");
const sizes = [];
for (let at = 0; at < calls; at++) {
  // Each skill is another one, so that what stays in memory would add up.
  const name = `skill-${at}`;
  const files = {
    "SKILL.md": `---\nname: ${name}\ndescription: Fills form ${at}: all of it. Use for form ${at}.\n---\n\nRead [${at}](docs/${at}.md).\n`,
    [`scripts/run-${at}.py`]: `import os\n\nprint(${at})\n`,
  };
  const report = examine(files, { name });
  const { files: fixed } = applyFixes(files, report, { level: "unsafe" });
  compareReports(report, examine(fixed, { name }));
  renderReport(report, "sarif");
  parseSkill(files);
  if ((at + 1) % Math.ceil(calls / 10) !== 0) continue;
  globalThis.gc();
  sizes.push(process.memoryUsage().heapUsed);
}
console.log(`${calls} calls, heap in MB: ${sizes.map((size) => (size / 1e6).toFixed(1)).join(" ")}`);
