/**
 * Tries to get out of the sandbox that it runs in, and prints what it achieved. argv: JSON of a Question.
 * Leaves a process in a session of its own that goes on writing to "heartbeat" for as long as it lives, half a minute at most.
 */
export const selfTestProgram = `
const { readFileSync, rmSync, statSync, writeFileSync, writeSync } = require("node:fs");
const { connect } = require("node:net");
const { spawn } = require("node:child_process");
const asked = JSON.parse(process.argv[1]);

const isSeen = ({ path, identity }) => {
  try {
    const { dev, ino } = statSync(path);
    return dev + ":" + ino === identity;
  } catch {
    return false;
  }
};
const canWrite = (path) => {
  try {
    writeFileSync(path, "");
    rmSync(path);
    return true;
  } catch {
    return false;
  }
};
const beat = "setInterval(() => require('node:fs').appendFileSync('heartbeat', '.'), 10); setTimeout(process.exit, 30000)";
spawn(process.execPath, ["-e", beat], { detached: true, stdio: "ignore" }).unref();

const capabilities = /^CapEff:\\s*(\\w+)$/m.exec(readFileSync("/proc/self/status", "latin1"))[1];
let connected;
const finish = (found) => {
  connected ??= found;
  if (!statSync("heartbeat", { throwIfNoEntry: false })?.size) return setTimeout(finish, 5);
  const answer = { connected, seen: asked.hidden.some(isSeen), wrote: asked.outside.some(canWrite), capable: /[^0]/.test(capabilities) };
  writeSync(1, JSON.stringify(answer));
  process.exit(0);
};
const socket = connect(asked.port, "127.0.0.1");
socket.once("connect", () => finish(true));
socket.once("error", () => finish(false));
setTimeout(finish, 2000, false);
`;
