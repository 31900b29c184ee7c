import type { ExaminedPlugin, PluginObjection } from "../../model/plugin.ts";
import { defineRule } from "../define.ts";
import { isSame, nameOf, sayTogether } from "./parts/say-together.ts";

export default defineRule<ExaminedPlugin>({
  meta: {
    id: "plugin-manifest",
    category: "files",
    origin: "guidance",
    source: "https://code.claude.com/docs/en/plugins-reference",
    summary: "Reports a manifest that a client for which the plugin or marketplace is made refuses.",
    why: "A plugin that is refused ships none of its skills, however good they are.",
    remedy: "Change the manifest as the message says.",
    severity: "warning",
    since: "0.1.0",
  },
  *check({ subject: { clients, manifests } }) {
    const losses = clients.map(({ answer, ...client }) => ({ ...client, objections: answer.losses }));
    const refusals = clients.map(({ answer, ...client }) => ({
      ...client,
      objections: answer.refusals.filter(({ validator }) => validator === undefined),
    }));
    const isRefused = (objection: PluginObjection): boolean =>
      refusals.some(({ objections }) => objections.some((each) => isSame(each, objection)));
    // What one client refuses may cost another its skills.
    const both = [...refusals, ...losses].map(({ objections, ...client }) => ({
      ...client,
      objections: objections.filter(isRefused),
    }));
    yield* sayTogether(
      both,
      (objection) =>
        `${objection.partial ? "the plugin installs without a part" : `the ${nameOf(objection)} is refused`}: ${objection.message}`,
    );
    for (const { path, byteOrderMark, duplicates } of manifests) {
      // Some client may refuse the file for it, or for its syntax, which comes first.
      const isReported = refusals.some(({ objections }) =>
        objections.some(({ file, key }) => file === path && key === "json"),
      );
      if (byteOrderMark && !isReported)
        yield {
          file: path,
          severity: "info",
          message: "the file starts with a byte-order mark, which JSON does not allow; remove it",
        };
      for (const { message, range } of duplicates) yield { file: path, range, severity: "info", message };
    }
  },
});
