// What the requests of a client say: the texts in them, and what its skill tool delivered.

/** @typedef {import("./types.js").Answer} Answer */
/** @typedef {import("./types.js").Play} Play */
/** @typedef {import("./types.js").Request} Request */

/** Every string of a value, depth first. @param {unknown} value @returns {string[]} */
export function stringsIn(value) {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

/** Every string of a request. @param {Request | undefined} request */
export function textsOf(request) {
  return request ? stringsIn(JSON.parse(request.body)) : [];
}

/** The text of a request that contains a phrase. @param {Request | undefined} request @param {string} phrase */
export function textWith(request, phrase) {
  return textsOf(request).find((text) => text.includes(phrase)) ?? "";
}

/**
 * The requests of a client. One that asked the model nothing did not start, or ran out of time: that says nothing
 * about the skill.
 * @param {readonly Request[]} requests
 * @param {import("./types.js").Finished} finished
 */
export function asked(requests, { stderr, status }) {
  if (requests.length > 0) return requests;
  throw new Error(`the client asked the model nothing and ended with ${status}:\n${stderr.slice(-1000)}`);
}

/** The first request that offers a tool. @param {readonly Request[]} requests @param {string} tool */
export function offering(requests, tool) {
  return requests.find(({ tools }) => tools.has(tool));
}

/**
 * What the tool calls returned, in the order of the calls: one text for each block of content.
 * @param {readonly Request[]} requests
 * @returns {string[][]}
 */
export function toolResults(requests) {
  const last = requests.findLast(({ tools }) => tools.size > 0);
  /** @type {{ messages?: readonly any[] }} */
  const { messages = [] } = last ? JSON.parse(last.body) : {};
  return messages.flatMap(({ role, content }) => {
    if (role === "tool") return [blocks(content)];
    if (!Array.isArray(content)) return [];
    const result = content.find(({ type }) => type === "tool_result");
    if (!result) return [];
    return [
      [...blocks(result.content), ...content.filter(({ type }) => type === "text").map(({ text }) => text)],
    ];
  });
}

/** @param {string | readonly { text?: string }[]} content @returns {string[]} */
function blocks(content) {
  return typeof content === "string" ? [content] : content.map(({ text = "" }) => text);
}

/** The value of `name` as it stands in the file, without quotes. @param {Play} play */
export function writtenName({ text, dir }) {
  return /^["']?name["']?\s*:[ \t]*["']?(.*?)["']?[ \t\r]*$/m.exec(text)?.[1] || dir;
}

/**
 * Calls the skill tool once with each name.
 * @param {string} tool
 * @param {string} parameter
 * @param {(request: Request) => readonly string[]} names
 * @returns {Answer}
 */
export const callingEach = (tool, parameter, names) => (request, turn) => {
  if (!request.tools.has(tool)) return undefined;
  const name = [...new Set(names(request))][turn];
  return name === undefined ? undefined : { tool, input: { [parameter]: name } };
};
