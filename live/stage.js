// Where clients run: without a network, with a mock model on loopback.
import { spawnSync } from "node:child_process";
import path from "node:path";
import { playEach } from "./play-each.js";
import { canIsolate, clientRunner, isOffline, isolated } from "./real.js";

/** @typedef {Awaited<ReturnType<typeof import("./real.js").startMockModel>>} MockModel */

/**
 * The exit code of this program run again without a network, or 2 if that cannot be; undefined if it may go on.
 * @param {boolean} allowNetwork
 */
export function elsewhere(allowNetwork) {
  if (allowNetwork || isOffline()) return undefined;
  if (!canIsolate()) {
    console.error("cannot create a network namespace; --allow-network runs the clients with the network");
    return 2;
  }
  const [program = "", ...rest] = isolated([process.execPath, ...process.argv.slice(1)]);
  return spawnSync(program, rest, { stdio: "inherit" }).status ?? 2;
}

/**
 * @param {import("./types.js").Driver} driver
 * @param {{ node: string, packages: string, mock: MockModel, answered?: () => void }} options
 * @returns {import("./types.js").Stage}
 */
export function stageFor(driver, { node, packages, mock, answered = () => {} }) {
  const run = clientRunner(searchPath(node));
  return {
    installed: (below) => path.join(packages, below),
    node,
    run: (command, started) => run(command, { seconds: 180, ...started }),
    converse: mock.converse,
    each: (plays, one) =>
      playEach(plays, driver.parallel ?? 1, async (play) => {
        const outcome = await one(play);
        answered();
        return outcome;
      }),
    answered,
  };
}

/** @param {string} node */
export function searchPath(node) {
  return `${path.dirname(node)}:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin`;
}
