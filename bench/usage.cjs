// Loaded before a Node program: at its end, writes what it used.
const { writeFileSync } = require("node:fs");

process.on("exit", () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  writeFileSync(
    process.env.BENCH_USAGE,
    JSON.stringify({ cpu: (userCPUTime + systemCPUTime) / 1000, rss: maxRSS / 1024 }),
  );
});
