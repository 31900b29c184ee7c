import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Activation, ListedSkill, Reading, RealClient } from "./client.ts";
import { resultsIn } from "./conversation.ts";
import type { Sandbox } from "./sandbox.ts";
import type { Call, Finished, ModelRequest } from "./types.ts";
import type { SessionPlace } from "./workspace.ts";

/** An installed client, and where it runs. */
export interface InstalledClient {
  readonly client: RealClient;
  /** Absolute path of its program. */
  readonly program: string;
  readonly sandbox: Sandbox;
  /** Time limit of one start. */
  readonly seconds: number;
}

/** What the model does: it activates one of the listed skills, then opens a file of it. */
export interface SessionScript {
  choose(listed: readonly ListedSkill[]): ListedSkill | undefined;
  /** The directory of the skill, unless the client names another. */
  readonly directory?: string;
  /** Whether the client is known to offer its tools: without them, it lists nothing. Some offer none without skills. */
  readonly offersTools?: boolean;
  /** The path of a file in it, which the model opens. */
  readonly file?: string;
}

export interface Session {
  /**
   * Absent if the model was asked nothing, or if no request offered one of the client's tools and it is not known
   * whether the client offers them.
   */
  readonly listed?: readonly ListedSkill[];
  readonly activation?: Activation;
  readonly reading?: Reading;
  /** Tools that the model was offered, if none of them is expected. */
  readonly offered: readonly string[];
  /** "done": ended by us, after the last answer that was needed. */
  readonly ended: "done" | "exited" | "late";
  readonly status: number | null;
  readonly stderr: string;
}

/** Starts a client once and plays its model, until it has answered everything that is asked of it. */
export async function playSession(
  { client, program, sandbox, seconds }: InstalledClient,
  { home, project, cache, tmp }: SessionPlace,
  { choose, directory = "", offersTools = false, file }: SessionScript,
): Promise<Session> {
  const found: { listed?: readonly ListedSkill[]; activation?: Activation; reading?: Reading } = {};
  const done = new AbortController();
  const end = (): undefined => void setTimeout(() => done.abort(), 0);
  const steps: readonly ((request: ModelRequest) => Call | undefined)[] = [
    (request) => {
      found.listed = client.list(request);
      const chosen = choose(found.listed);
      return chosen ? client.activate(chosen, request) : end();
    },
    (request) => {
      found.activation = client.readActivation(request);
      if (file === undefined || "refusal" in found.activation) return end();
      return client.open(path.join(found.activation.base ?? directory, file), request);
    },
    (request) => {
      found.reading = client.readOpened(request);
      return end();
    },
  ];
  const failures: unknown[] = [];
  const { url, requests } = sandbox.converse((request, turn) => {
    if (done.signal.aborted || failures.length > 0) return undefined;
    if (!client.tools.some((tool) => request.tools.has(tool))) return undefined;
    try {
      return next(request, turn);
    } catch (error) {
      failures.push(error);
      return end();
    }
  });
  const next = (request: ModelRequest, turn: number): Call | undefined =>
    // A request without the answer to the last call is a repeated one, or that of an assistant of the client.
    resultsIn(request).length < turn ? undefined : steps[turn]?.(request);
  const { words, env = {}, files = {} } = client.start({ url, home, cache });
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(home, file)), { recursive: true });
    writeFileSync(path.join(home, file), text);
  }
  const finished = await sandbox.run([program, ...words], {
    cwd: project,
    home,
    env: { TMPDIR: tmp, ...env },
    seconds,
    signal: done.signal,
  });
  if (failures.length > 0) throw failures[0];
  const offered = new Set(requests.flatMap(({ tools }) => [...tools.keys()]));
  const none = offersTools && !found.listed && offered.size > 0 && !finished.isLate;
  return {
    ...found,
    ...(none && { listed: [] }),
    offered: [...offered],
    ...endOf(finished, done.signal.aborted),
  };
}

function endOf(
  { isLate, status, stderr }: Finished,
  isDone: boolean,
): Pick<Session, "ended" | "status" | "stderr"> {
  return { ended: isDone ? "done" : isLate ? "late" : "exited", status, stderr };
}

/** The version that a client prints, or undefined if it prints none. */
export async function versionOf(
  { program, sandbox, seconds }: InstalledClient,
  { home, project, tmp }: SessionPlace,
): Promise<string | undefined> {
  const { stdout } = await sandbox.run([program, "--version"], {
    cwd: project,
    home,
    env: { TMPDIR: tmp },
    seconds,
  });
  return /(?<![\w.])\d+\.\d+\.\d+(?:-[\w.]+)?/.exec(stdout)?.[0];
}
