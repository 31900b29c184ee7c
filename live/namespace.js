// A network namespace that has only loopback.
import { readFileSync } from "node:fs";
import { spawnSync } from "node:child_process";

/** Whether this process can reach no network, loopback aside. */
export function isOffline() {
  const lines = readFileSync("/proc/net/dev", "utf8").split("\n").slice(2).filter(Boolean);
  return lines.every((line) => line.trim().startsWith("lo:"));
}

/** Whether a network namespace can be created here; without it no client is started. */
export function canUnshare() {
  return spawnSync("unshare", ["-rnpf", "--mount-proc", "true"]).status === 0;
}

/**
 * Runs this program again in new network and process namespaces, with loopback up.
 * @param {readonly string[]} words
 * @returns {number} its exit code
 */
export function runOffline(words) {
  const raise = 'ip link set lo up && exec "$@"';
  const command = [
    "-rnpf",
    "--mount-proc",
    "--kill-child",
    "sh",
    "-c",
    raise,
    "sh",
    process.execPath,
    ...words,
  ];
  return spawnSync("unshare", command, { stdio: "inherit" }).status ?? 2;
}
