import { memberOf } from "../../core/json.ts";
import { quote } from "../../core/show.ts";
import {
  objectIn,
  type PluginAnswer,
  type PluginModel,
  type PluginTree,
  textsIn,
  valueOf,
} from "../../model/plugin.ts";
import { geminiCli } from "../clients/gemini-cli.ts";
import { objectTo, requireKind, unreadable } from "./objections.ts";
import { loadSkills, skillsBelow } from "./skill-folders.ts";

const file = "gemini-extension.json";

/** Gemini CLI: `gemini extensions validate`, which does not open skills. */
export const geminiExtension: PluginModel = {
  target: "gemini-cli",
  title: "Gemini CLI",
  version: "0.61.0",
  sources: [
    "npm @google/gemini-cli 0.61.0",
    "google-gemini/gemini-cli docs/extensions/reference.md@5411f113",
  ],
  isMeant: (tree) => tree.kindOf(file) !== undefined,
  examine,
};

function examine(tree: PluginTree): PluginAnswer {
  const manifest = tree.manifestAt(file);
  if (!manifest)
    return { refusals: [{ key: "directory", file: "", message: "there is no manifest" }], losses: [] };
  const root = objectIn(manifest);
  const unread = unreadable(manifest);
  if (unread || !root) return { refusals: unread ? [unread] : [], losses: [] };
  const objector = objectTo(file);
  const { say } = objector;
  const name = requireKind(root, "name", "a text", { say, required: true });
  if (name?.kind === "string" && !/^[A-Za-z0-9-]+$/.test(name.value))
    say("name", name.range, `\`name\` ${quote(name.value, 50)} is invalid; write letters, digits and "-"`);
  const version = requireKind(root, "version", "a text", { say, required: true });
  if (version?.kind === "string" && version.value === "") say("version", version.range, "`version` is empty");
  for (const { value, range } of textsIn(valueOf(root, "contextFileName")))
    if (value.split(/[/\\]/).includes("..") || tree.kindOf(value) !== "file")
      say("contextFileName", range, `context file ${quote(value, 60)} does not exist in the extension`);
  if (objector.list.length > 0) return { refusals: objector.list, losses: [] };
  const skills = skillsBelow(tree, "skills");
  const listed = memberOf(root, "skills");
  const message = "`skills` is not read; skills are found in the directory skills/";
  const ignored = listed ? [{ key: "skills", file, range: listed.keyRange, message }] : [];
  return { refusals: [], losses: [], ignored, ...loadSkills(tree, skills, geminiCli.versions[0]!.load) };
}
