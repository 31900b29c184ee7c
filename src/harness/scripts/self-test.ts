import { mkdtempSync, rmSync, statSync } from "node:fs";
import { connect, createServer, type Server } from "node:net";
import { homedir, tmpdir, userInfo } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { quote } from "../../core/show.ts";
import { onSignal } from "../on-signal.ts";
import { inSandbox } from "./bubblewrap.ts";
import { scriptEnvironment } from "./environment.ts";
import { endLeaked } from "./leaked.ts";
import { type Ran, runProgram } from "./run-program.ts";
import { makeWorkPlace, placesIn, removeWorkPlace, shownRoot, type WorkPlace } from "./work-place.ts";

interface Isolation {
  readonly version: string;
  /** What the sandbox did not block; empty if it works. */
  readonly failures: readonly string[];
}

/** The test program takes 0.1 s on an idle machine. */
const timeoutMilliseconds = 15_000;

/**
 * Tests whether a bubblewrap sandbox works on this machine, using a port, a directory and a home directory of the
 * host.
 */
export async function testIsolation(bubblewrap: string): Promise<Isolation> {
  const place = makeWorkPlace();
  const beside = mkdtempSync(path.join(tmpdir(), "skills-beside-"));
  const server = createServer((socket) => socket.destroy());
  const clean = (): void => {
    rmSync(beside, { recursive: true, force: true });
    removeWorkPlace(place);
  };
  const release = onSignal(clean);
  try {
    const port = await listen(server);
    const version = await readVersion(bubblewrap, place);
    const ran = await run(
      bubblewrap,
      { port, hidden: identify([...homes(), beside]), outside: outsideOf(beside) },
      place,
    );
    const lives = await goesOn(place);
    if (ran.group !== undefined) await endLeaked(place.root, ran.group);
    return { version, failures: judge(ran, lives) };
  } finally {
    release();
    server.close();
    clean();
  }
}

interface Question {
  readonly port: number;
  /**
   * Directories of the host that must not be visible. `identity` distinguishes them from the sandbox's own
   * directories with the same path.
   */
  readonly hidden: readonly { readonly path: string; readonly identity: string }[];
  /** Paths that must not be writable. */
  readonly outside: readonly string[];
}

function identify(paths: readonly string[]): Question["hidden"] {
  return paths.flatMap((each) => {
    const stats = statSync(each, { throwIfNoEntry: false });
    return stats ? [{ path: each, identity: `${stats.dev}:${stats.ino}` }] : [];
  });
}

function outsideOf(beside: string): readonly string[] {
  return ["", "/usr", "/etc", shownRoot, beside].map((directory) => `${directory}/skills-self-test`);
}

async function readVersion(bubblewrap: string, place: WorkPlace): Promise<string> {
  const { stdout } = await runProgram(
    { file: bubblewrap, args: ["--version"], cwd: place.skill, environment: {} },
    undefined,
    timeoutMilliseconds,
  );
  return /(?<!\d)\d+(?:\.\d+)+/.exec(stdout)?.[0] ?? "of an unknown version";
}

function run(bubblewrap: string, question: Question, place: WorkPlace): Promise<Ran> {
  const [file = bubblewrap, ...args] = inSandbox(
    bubblewrap,
    {
      interpreter: process.execPath,
      words: ["-e", selfTestProgram, JSON.stringify(question)],
      limits: [],
      directory: "skill",
    },
    place,
  );
  const environment = scriptEnvironment(placesIn(shownRoot), place.root);
  return runProgram({ file, args, cwd: place.skill, environment }, undefined, timeoutMilliseconds);
}

/** Whether the background process is still writing; undefined if it never wrote. */
async function goesOn({ skill }: WorkPlace): Promise<boolean | undefined> {
  const sizeOf = (): number => statSync(`${skill}/heartbeat`, { throwIfNoEntry: false })?.size ?? 0;
  const before = sizeOf();
  if (before === 0) return undefined;
  // Ten times the interval between two heartbeats.
  await wait(100);
  return sizeOf() > before;
}

function judge(ran: Ran, lives: boolean | undefined): readonly string[] {
  const answer = parse(ran.stdout);
  if (!answer || lives === undefined) return [`the test program did not run (${whyNothing(ran)})`];
  const faults = {
    "a port of the host could be reached": answer["connected"],
    "a directory outside the copy could be seen": answer["seen"],
    "a file outside the copy could be written": answer["wrote"],
    "the script had capabilities": answer["capable"],
    "a process in another session outlived the sandbox": lives,
  };
  return Object.entries(faults).flatMap(([fault, found]) => (found === false ? [] : [fault]));
}

function whyNothing({ end, stderr }: Ran): string {
  const [complaint = ""] = stderr.trim().split("\n", 1);
  if (complaint !== "") return quote(complaint);
  if (end === "late") return `it took longer than ${timeoutMilliseconds / 1000} s`;
  return end.kind === "not-started" ? end.reason : "it ended without output";
}

function parse(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Opens a port of this machine that accepts connections, as a failed connection to a closed port would prove nothing.
 */
async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string")
    throw new Error("a server that listens on a port has one");
  await new Promise<void>((resolve, reject) =>
    connect(address.port, "127.0.0.1", resolve).once("error", reject),
  );
  return address.port;
}

/** The user's home directories, from HOME and from the system's user database; both may be missing. */
function homes(): readonly string[] {
  return [homedir, () => userInfo().homedir].flatMap((ask) => {
    try {
      return [ask()];
    } catch {
      return [];
    }
  });
}

/**
 * Tries to get out of the sandbox that it runs in, and prints what succeeded. argv contains the JSON of a Question.
 * Leaves a process in a new session that writes to "heartbeat" until it is killed, for at most half a minute.
 */
const selfTestProgram = `
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
