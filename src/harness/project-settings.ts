import { SkillsError } from "../core/errors.ts";
import { isObject } from "../core/is-object.ts";
import { decodeUtf8, encodeUtf8 } from "../core/utf8.ts";
import type { Settings } from "../model/agent.ts";
import { readTree } from "../parse/format/read-tree.ts";
import { toNativePath } from "../read/label.ts";
import { readFileIfThere } from "../read/open-file.ts";
import { readPromptFiles } from "./own-prompts.ts";
import { type KnownNames, namesInSettings, objectToSetting } from "./names.ts";
import { parseSettings } from "./settings.ts";
import type { System } from "./system.ts";

/** The user's project: a directory, or the texts of its files by path. */
export type ProjectPlace =
  | { readonly directory: string }
  | { readonly files: Readonly<Record<string, string>> };

export interface ProjectSettings {
  readonly settings: Settings;
  /** The file that they are from; absent if the project has none. */
  readonly file?: string;
  /** One sentence for each name in them that is similar to a known one and means nothing. */
  readonly remarks: readonly string[];
}

/** The settings that a project has for a system. Throws a SkillsError if their file is not a JSON object. */
export function readProjectSettings(
  system: Pick<System, "settings" | "settingsFile" | "actionTools">,
  place: ProjectPlace,
): ProjectSettings {
  const { settingsFile: file } = system;
  const bytes = file === undefined ? undefined : bytesOf(file, place);
  if (file === undefined || !bytes) return { settings: {}, remarks: [] };
  const text = decodeUtf8(bytes);
  if (text === undefined) throw new SkillsError("bad-usage", `${file} is not UTF-8`);
  const read = (prompt: string): string => textOf(bytesOf(prompt, place));
  const settings = readPromptFiles(parseSettings(text, file), read);
  return { settings, file, remarks: remarksOn(bytes, file, system) };
}

/** Throws a SkillsError if the file of a prompt is absent or is not text. */
export function textOf(bytes: Uint8Array | undefined): string {
  const text = bytes && decodeUtf8(bytes);
  if (text === undefined) throw new SkillsError("not-found", bytes ? "it is not UTF-8" : "it does not exist");
  return text;
}

/** What a result depends on besides the skill: the project's settings. None if there are none. */
export function settingsFacts({ settings, file }: ProjectSettings): readonly string[] {
  return file === undefined ? [] : [JSON.stringify(settings)];
}

function bytesOf(file: string, place: ProjectPlace): Uint8Array | undefined {
  if ("directory" in place) return readFileIfThere(toNativePath(place.directory, file), file);
  const text = Object.hasOwn(place.files, file) ? place.files[file] : undefined;
  return text === undefined ? undefined : encodeUtf8(text);
}

/** A project may name tools of its host and skills of its users, so only a name that is nearly a known one is a remark. */
function remarksOn(
  bytes: Uint8Array,
  file: string,
  system: Pick<System, "settings" | "actionTools">,
): readonly string[] {
  const { root } = readTree(bytes, file);
  if (!root) return [];
  const known: KnownNames = {
    skills: new Set(),
    files: [],
    others: [],
    tools: new Set(system.actionTools),
    roots: [],
  };
  return namesInSettings(root, system).flatMap((name) => {
    const objection = objectToSetting(name, known);
    return objection?.includes("; did you mean ") ? [`${file}:${name.at.line}: ${objection}`] : [];
  });
}

/** Settings with those of `over` in place of the same ones; sections are joined. */
export function mergeSettings(settings: Settings, over: Settings): Settings {
  const joined = Object.entries(over).map(([name, value]) => {
    const own = Object.hasOwn(settings, name) ? settings[name] : undefined;
    return [name, isObject(own) && isObject(value) ? mergeSettings(own, value) : value] as const;
  });
  return { ...settings, ...Object.fromEntries(joined) };
}
