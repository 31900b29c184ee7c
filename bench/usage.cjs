// Loaded before a Node program: at its end, writes what it used.
const { writeFileSync } = require("node:fs");

const { BENCH_USAGE } = process.env;
if (!BENCH_USAGE) throw new Error("BENCH_USAGE is not set");

process.on("exit", () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  writeFileSync(
    BENCH_USAGE,
    JSON.stringify({ cpu: (userCPUTime + systemCPUTime) / 1000, rss: maxRSS / 1024 }),
  );
});
