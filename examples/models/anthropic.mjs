// A model behind Anthropic's Messages API, for `skills test` and `skills run`:
//
//   ANTHROPIC_API_KEY=… skills test my-skill --model command:'node anthropic.mjs --model NAME'
import { answersCall, nameTools, send, serve } from "./serve.mjs";

const defaults = { baseUrl: "https://api.anthropic.com", keyEnv: "ANTHROPIC_API_KEY" };

await serve(defaults, async ({ model, baseUrl, key, body }, request) => {
  const names = nameTools(request.tools);
  const system = request.messages.filter(({ role }) => role === "system").map(({ content }) => content);
  const answer = await send(
    {
      url: `${baseUrl}/v1/messages`,
      headers: { "anthropic-version": "2023-06-01", ...(key && { "x-api-key": key }) },
      body: {
        model,
        max_tokens: 4096,
        ...(system.join("") !== "" && { system: system.join("\n\n") }),
        messages: toMessages(request, names),
        ...(request.tools.length > 0 && { tools: toTools(request.tools, names) }),
        ...body,
      },
    },
    key,
  );
  return toReply(answer, names);
});

/**
 * The API wants the roles to alternate, and no empty text.
 *
 * @param {import("./serve.mjs").Request} request
 * @param {ReturnType<typeof nameTools>} names
 */
function toMessages(request, names) {
  const isAnswer = answersCall(request);
  /** @type {{ role: string, content: Record<string, unknown>[] }[]} */
  const messages = [];
  for (const message of request.messages) {
    const { role: from, content, calls = [], callId } = message;
    if (from === "system") continue;
    const text = content.trim() === "" ? [] : [{ type: "text", text: content }];
    const uses = request.tools.length === 0 ? [] : calls.map((call) => toUse(call, names));
    const blocks =
      from === "tool" && isAnswer(message)
        ? [{ type: "tool_result", tool_use_id: callId, content }]
        : [...text, ...uses];
    const role = from === "assistant" ? "assistant" : "user";
    const last = messages.at(-1);
    if (last?.role === role) last.content.push(...blocks);
    else if (blocks.length > 0) messages.push({ role, content: blocks });
  }
  return messages;
}

/**
 * @param {import("./serve.mjs").Call} call
 * @param {ReturnType<typeof nameTools>} names
 */
function toUse({ id, name, arguments: input }, names) {
  return { type: "tool_use", id, name: names.sent(name), input };
}

/**
 * @param {import("./serve.mjs").Tool[]} tools
 * @param {ReturnType<typeof nameTools>} names
 */
function toTools(tools, names) {
  return tools.map(({ name, description, parameters }) => ({
    name: names.sent(name),
    description,
    input_schema: { type: "object", ...parameters },
  }));
}

/**
 * @param {any} answer
 * @param {ReturnType<typeof nameTools>} names
 */
function toReply({ content, stop_reason: stop, ...more }, names) {
  if (!Array.isArray(content))
    throw new Error(`the answer has no content: ${JSON.stringify(more).slice(0, 200)}`);
  if (stop === "max_tokens") throw new Error("the answer was cut; raise max_tokens with --body");
  const text = content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("");
  const calls = content.flatMap((block) =>
    block.type === "tool_use"
      ? [{ name: names.original(block.name), arguments: block.input, id: block.id }]
      : [],
  );
  return { ...((text !== "" || calls.length === 0) && { text }), ...(calls.length > 0 && { calls }) };
}
