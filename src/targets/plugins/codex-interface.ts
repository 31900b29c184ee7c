import type { JsonObject } from "../../core/json.ts";
import { count, grouped } from "../../core/sentence.ts";
import { quote } from "../../core/show.ts";
import { type PluginObjection, type PluginTree, textsIn, valueOf } from "../../model/plugin.ts";
import { objectTo } from "./objections.ts";

/** Starter prompts that Codex shows, and their longest; openai/codex core-plugins/src/manifest.rs@01b4840b. */
const most = { prompts: 3, characters: 128 };

/** Keys of `interface` whose values are paths. */
const assets = ["composerIcon", "logo", "screenshots"] as const;

/** What Codex leaves out of the `interface` of a manifest without a message (0.169.0). */
export function ignoredInterface(
  tree: PluginTree,
  file: string,
  root: JsonObject,
): readonly PluginObjection[] {
  const value = valueOf(root, "interface");
  if (value?.kind !== "object") return [];
  const { list, say } = objectTo(file);
  const prompts = textsIn(valueOf(value, "defaultPrompt"));
  const [extra] = prompts.slice(most.prompts);
  if (extra)
    say(
      "interface",
      extra.range,
      `${count(prompts.length, "starter prompt")}, of which ${most.prompts} are shown`,
    );
  for (const prompt of prompts.slice(0, most.prompts)) {
    const length = Array.from(prompt.value.trim().split(/\s+/).join(" ")).length;
    if (length > most.characters)
      say(
        "interface",
        prompt.range,
        `starter prompt has ${grouped(length)} characters (maximum ${most.characters}) and is left out`,
      );
  }
  for (const key of assets)
    for (const path of textsIn(valueOf(value, key))) {
      const shown = `\`${key}\` ${quote(path.value, 50)}`;
      if (!path.value.startsWith("./"))
        say("interface", path.range, `${shown} does not start with "./" and is left out`);
      else if (tree.kindOf(path.value) !== "file")
        say("interface", path.range, `${shown} is no file in the plugin and is left out`);
    }
  return list;
}
