import type { ExaminedPlugin } from "../../model/plugin.ts";
import { defineRule } from "../define.ts";
import { sayTogether } from "./parts/say-together.ts";

export default defineRule<ExaminedPlugin>({
  meta: {
    id: "plugin-ignored",
    category: "files",
    origin: "guidance",
    source: "https://github.com/agentplugins/agent-plugins-spec",
    summary: "Reports parts of a plugin that a client leaves out without a message, such as an unknown key.",
    why: "The plugin installs, and its users miss a server, a prompt or an icon that the author sees in the file.",
    remedy: "Write the part as the message says, or remove it.",
    severity: "info",
    since: "0.1.0",
  },
  check: ({ subject: { clients } }) =>
    sayTogether(
      clients.map(({ answer, ...client }) => ({ ...client, objections: answer.ignored ?? [] })),
      ({ message }) => message,
    ).map((finding) => ({ ...finding, refusals: [] })),
});
