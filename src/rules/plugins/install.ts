import type { ExaminedPlugin } from "../../model/plugin.ts";
import { defineRule } from "../define.ts";
import { isSame, sayTogether } from "./parts/say-together.ts";

export default defineRule<ExaminedPlugin>({
  meta: {
    id: "plugin-install",
    category: "files",
    origin: "guidance",
    source: "https://code.claude.com/docs/en/plugin-marketplaces",
    summary: "Reports what a client accepts in a manifest and then does not install or load.",
    why: "A validator that accepts a plugin says nothing about an install: users get a plugin without its skills.",
    remedy:
      "Change the path or the name that the message names, and install the plugin once to see its skills.",
    severity: "warning",
    since: "0.1.0",
  },
  check({ subject: { clients } }) {
    const refused = clients.flatMap(({ answer }) => answer.refusals);
    const losses = clients.map(({ answer, ...client }) => ({
      ...client,
      objections: answer.losses.filter((loss) => !refused.some((each) => isSame(each, loss))),
    }));
    return sayTogether(losses, ({ message }) => message);
  },
});
