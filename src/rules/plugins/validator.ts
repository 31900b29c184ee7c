import type { ExaminedPlugin } from "../../model/plugin.ts";
import { defineRule } from "../define.ts";
import { nameOf, sayTogether } from "./parts/say-together.ts";

export default defineRule<ExaminedPlugin>({
  meta: {
    id: "plugin-validator",
    category: "files",
    origin: "guidance",
    source: "https://code.claude.com/docs/en/plugins-reference",
    summary: "Reports what only a client's validator refuses in a plugin that the client installs.",
    why: "The plugin works, but its validator fails: in CI, and before the plugin is listed in an official directory.",
    remedy:
      "Change the manifest as the message says; set the rule to error if the plugin has to pass the validator.",
    severity: "warning",
    since: "0.1.0",
  },
  check: ({ subject: { clients } }) =>
    sayTogether(
      clients.map(({ answer, ...client }) => ({
        ...client,
        objections: answer.refusals.filter(({ validator }) => validator !== undefined),
      })),
      (objection) => `only \`${objection.validator}\` refuses the ${nameOf(objection)}: ${objection.message}`,
    ).map((finding) => ({ ...finding, refusals: [] })),
});
