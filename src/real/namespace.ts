import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

const namespaces = ["-rnpf", "--mount-proc", "--kill-child"] as const;

/** Whether a network namespace with only loopback can be created here: Linux with `unshare` and `ip`. */
export function canIsolate(searchPath = process.env["PATH"] ?? ""): boolean {
  if (process.platform !== "linux") return false;
  const [program = "", ...words] = isolated(["true"]);
  const env = { PATH: searchPath };
  return spawnSync(program, words, { env, stdio: "ignore", timeout: 10_000 }).status === 0;
}

/**
 * A command in new network and process namespaces, with loopback raised: it reaches no network, and its child
 * processes end with it.
 */
export function isolated(command: readonly string[]): readonly string[] {
  return ["unshare", ...namespaces, "sh", "-c", 'ip link set lo up && exec "$@"', "sh", ...command];
}

/** Whether this process can reach no network, loopback aside. */
export function isOffline(): boolean {
  const lines = readFileSync("/proc/net/dev", "utf8").split("\n").slice(2).filter(Boolean);
  return lines.every((line) => line.trim().startsWith("lo:"));
}
