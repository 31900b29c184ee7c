import type { JsonObject } from "../../core/json.ts";
import { quote } from "../../core/show.ts";
import { textIn, valueOf } from "../../model/plugin.ts";
import { type Objector, requireKind } from "./objections.ts";

/** A reserved name passes as one of Anthropic's own (2.1.330). */
const reservedPrefix = /^(?:claude|anthropics?|cc-plugin)-/;
const reservedNames = /^(?:claude|anthropics?)$/;
const official = /(?:^|-)official(?:-|$)/;

/** What a name must not contain: white space, and characters that control or reorder text. */
const unwanted = /[\s\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/** The author, homepage, and other keys that plugin.json and the entries of a marketplace share. */
interface At extends Pick<Objector, "say"> {
  /** Before each key in messages, such as `plugins[0].`. */
  readonly prefix?: string;
}

/**
 * The program that checks plugins before they are published. It also refuses what Claude Code installs and loads: names
 * that pass as Anthropic's, and in plugin.json details of the wrong type (2.1.332).
 */
export const claudeValidator = "claude plugin validate";

interface NameAt extends At {
  /** For what only the validator refuses. */
  readonly validator: Pick<Objector, "say">;
}

/** The name of a plugin, in its own manifest or in the entry of a marketplace. */
export function requirePluginName(object: JsonObject, { say, validator, prefix = "" }: NameAt): void {
  const path = `${prefix}name`;
  const value = requireKind(object, "name", "a text", { say, path, required: true });
  if (value?.kind !== "string") return;
  const first = path.split("[", 1)[0]!;
  const name = value.value;
  const shown = `\`${path}\` ${quote(name, 50)}`;
  if (name === "") say(first, value.range, `\`${path}\` is empty`);
  else if (unwanted.test(name)) say(first, value.range, `${shown} contains white space; write "-"`);
  else if (isReservedName(name))
    validator.say(first, value.range, `${shown} is reserved for Anthropic; choose another`);
}

/** Whether the validator leaves the name to Anthropic. */
export function isReservedName(name: string): boolean {
  return reservedPrefix.test(name) || reservedNames.test(name) || isOfficial(name);
}

function isOfficial(name: string): boolean {
  return official.test(name) && /(?:^|-)(?:claude|anthropic)(?:-|$)/.test(name);
}

/** Whether a marketplace can install a plugin with this name. */
export function isInstallableName(name: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(name);
}

/** `author` is an object with a name. */
export function requireAuthor(object: JsonObject, { say, prefix = "" }: At, key = "author"): void {
  const value = requireKind(object, key, "an object", {
    say,
    path: `${prefix}${key}`,
    required: key === "owner",
  });
  if (value?.kind !== "object") return;
  const path = `${prefix}${key}.name`;
  const name = requireKind(value, "name", "a text", { say, path, required: true });
  if (name?.kind === "string" && name.value === "")
    say(path.split(/[.[]/, 1)[0]!, name.range, `\`${path}\` is empty`);
}

/** `homepage` is an absolute URL. */
export function requireHomepage(object: JsonObject, { say, prefix = "" }: At): void {
  const path = `${prefix}homepage`;
  requireKind(object, "homepage", "a text", { say, path });
  const text = textIn(object, "homepage");
  if (text !== undefined && !isAddress(text))
    say(
      path.split("[", 1)[0]!,
      valueOf(object, "homepage")?.range,
      `\`${path}\` ${quote(text, 60)} is no URL`,
    );
}

/** As far as URL.canParse is concerned: a scheme, and for http a host. */
export function isAddress(text: string): boolean {
  return /^(?:https?:[/\\]*[^\s/\\]|(?!https?:)[a-z][a-z\d+.-]*:)/i.test(text.trim());
}
