import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { type Hiding, hidden } from "./hidden-files.ts";
import { type MockModel, startMockModel } from "./mock-model.ts";
import { clientRunner, type RunClient } from "./run-client.ts";
import type { Network } from "./types.ts";

/** Where clients run: a mock model, and programs that reach nothing else. */
export interface Sandbox extends MockModel {
  readonly run: RunClient;
}

/** Nothing else listens in a new namespace. */
const port = 8_642;

/**
 * In a namespace, passes connections to loopback on to the socket of the mock model, and starts the client:
 * SOCKET PORT COMMAND….
 */
const forwarder = `
const [socket, port, program, ...words] = process.argv.slice(1);
require("node:net")
  .createServer((near) => {
    const far = require("node:net").connect(socket);
    near.on("error", () => far.destroy());
    far.on("error", () => near.destroy());
    near.pipe(far).pipe(near);
  })
  .listen(Number(port), "127.0.0.1", () => {
    const child = require("node:child_process").spawn(program, words, { stdio: "inherit" });
    child.on("error", ({ message }) => {
      console.error(message);
      process.exit(127);
    });
    child.on("exit", (code) => process.exit(code ?? 1));
  });
`;

/** Opens a sandbox that has its socket in an existing directory; without `hiding`, it sees all files of the user. */
export async function openSandbox(
  network: Network,
  {
    folder,
    searchPath,
    hiding,
  }: { readonly folder: string; readonly searchPath: string; readonly hiding: Hiding | undefined },
): Promise<Sandbox> {
  const run = clientRunner(searchPath);
  const enclose = (command: readonly string[]): readonly string[] =>
    hiding ? hidden(hiding, command) : network === "none" ? isolated(command) : command;
  if (network === "all")
    return { ...(await startMockModel()), run: (command, started) => run(enclose(command), started) };
  const socket = path.join(folder, "model");
  const model = await startMockModel({ path: socket, port });
  return {
    ...model,
    run: (command, started) =>
      run(enclose([process.execPath, "-e", forwarder, "--", socket, String(port), ...command]), started),
  };
}

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
