// Clients that speak the Agent Client Protocol on standard input and output: one process for many projects.

/** @typedef {import("./types.js").Outcome} Outcome */
/** @typedef {import("./types.js").Play} Play */
/** @typedef {import("./types.js").Request} Request */
/** @typedef {{ id?: number, method?: string, params?: any, result?: any, error?: { code: number, message: string } }} Message */

/** Cases for each process: it keeps every project in memory. */
const most = 60;

/**
 * @param {import("./types.js").Stage} stage
 * @param {readonly Play[]} plays
 * @param {{
 *   command: readonly string[],
 *   env: (url: string, home: string) => Readonly<Record<string, string>>,
 *   answer: (play: Play) => import("./types.js").Answer,
 *   outcome: (play: Play, prompt: (text: string) => Promise<readonly Request[]>) => Promise<Outcome>,
 * }} client
 * @returns {Promise<Map<string, Outcome>>}
 */
export async function playInSessions(stage, plays, client) {
  /** @type {Map<string, Outcome>} */
  const outcomes = new Map();
  const groups = Array.from({ length: Math.ceil(plays.length / most) }, (_, index) =>
    plays.slice(index * most, (index + 1) * most),
  );
  for (const group of groups)
    for (const [name, outcome] of await playGroup(stage, group, client)) outcomes.set(name, outcome);
  return outcomes;
}

/**
 * @param {import("./types.js").Stage} stage
 * @param {readonly Play[]} plays
 * @param {Parameters<typeof playInSessions>[2]} client
 */
async function playGroup(stage, plays, { command, env, answer, outcome }) {
  const [first] = plays;
  if (!first) return new Map();
  let current = first;
  let turn = 0;
  const { url, requests } = stage.converse((request) => {
    const call = answer(current)(request, turn);
    if (call) turn += 1;
    return call;
  });
  const finished = new AbortController();
  const agent = connect();
  const ended = stage.run(command, {
    cwd: first.project,
    home: first.home,
    env: env(url, first.home),
    seconds: 3600,
    signal: finished.signal,
    input: agent.start,
    onLine: agent.receive,
  });
  /** @type {Promise<never>} */
  const early = ended.then(({ status, stderr }) => {
    throw new Error(`${command[1] ?? command[0]} ended with ${status}:\n${stderr.slice(-2000)}`);
  });
  /** @type {Map<string, Outcome>} */
  const outcomes = new Map();
  const play = async () => {
    await agent.ready;
    for (const each of plays) {
      current = each;
      const { sessionId } = await agent.ask("session/new", { cwd: each.project, mcpServers: [] });
      const prompt = async (/** @type {string} */ text) => {
        turn = 0;
        const start = requests.length;
        await agent.ask("session/prompt", { sessionId, prompt: [{ type: "text", text }] });
        return requests.slice(start);
      };
      outcomes.set(each.case, await outcome(each, prompt));
      stage.answered();
    }
  };
  try {
    await Promise.race([play(), early]);
  } finally {
    finished.abort();
    // Its rejection after the race is the end that was asked for.
    early.catch(() => {});
  }
  await ended;
  return outcomes;
}

/** The client's side of the protocol, which allows every tool call. */
function connect() {
  /** @type {Map<number, { resolve: (result: any) => void, reject: (error: Error) => void }>} */
  const waiting = new Map();
  const start = messageText({
    id: 0,
    method: "initialize",
    params: { protocolVersion: 1, clientCapabilities: {} },
  });
  /** @type {(text: string) => void} */
  let write = () => {};
  let asked = 0;
  const ready = answerTo(0);
  return { start, ready, receive, ask };

  /** @param {number} id @returns {Promise<any>} */
  function answerTo(id) {
    return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
  }

  /** @param {string} method @param {unknown} params @returns {Promise<any>} */
  function ask(method, params) {
    asked += 1;
    const answer = answerTo(asked);
    write(messageText({ id: asked, method, params }));
    return answer;
  }

  /** @param {string} line @param {(text: string) => void} writeLine */
  function receive(line, writeLine) {
    write = writeLine;
    const message = parsed(line);
    const { id, method, params, result, error } = message ?? {};
    if (method === undefined && id !== undefined) {
      const { resolve, reject } = waiting.get(id) ?? {};
      if (error) reject?.(new Error(JSON.stringify(error)));
      else resolve?.(result);
    }
    if (method === undefined || id === undefined) return;
    if (method !== "session/request_permission")
      return write(messageText({ id, error: { code: -32601, message: "not supported" } }));
    const allowed = params.options.find((/** @type {{ kind: string }} */ { kind }) =>
      kind.startsWith("allow"),
    );
    write(messageText({ id, result: { outcome: { outcome: "selected", optionId: allowed?.optionId } } }));
  }
}

/** @param {Message} message */
function messageText(message) {
  return `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`;
}

/** Undefined for what is no message, such as a warning. @param {string} line @returns {Message | undefined} */
function parsed(line) {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
