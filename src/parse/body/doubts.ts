import type { PathToken } from "./paths.ts";

/** Number of characters before a path that are examined. */
const before = 160;

const example = /\be\.g\.|\bexamples?[*_]{0,2}\s?:|\b(?:for example|for instance|such as)\b|例[:：]|例如/i;
/** Text before a path that belongs to another skill or the plugin, such as "the `pdf` skill's `scripts/fill.py`". */
const another =
  /(?:['’]s|\bskill[*_`]{0,3} \((?:its|in|at|see)?|\bplugin[- ](?:root|level)|`\/[\w-]{1,60}(?::[\w-]{1,60})?`)\s?[`*_("']{0,4}$/i;
const own = /\b(?:this|the|your) skill['’]s\s?[`*_("']{0,4}$/i;

/** Text before a path in the author's repository or the user's project. */
const elsewhere = /\brepo(?:sitory)?\b|\bproject(?:['’]s)? root\b/i;

/** The start of a paragraph, list item or table cell. */
const first = /(?:^|\n[ \t>]*\r?\n)[\s>]*[*_]{0,3}$/;
const item = /^[\s>]*(?:[-*+•]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?[*_]{0,3}$|\|\s*[*_]{0,3}$/;
/** Words that direct the agent to a file: "read ", "start with ". */
const directive =
  /(?:→|\b(?:from|consult|edit|execute|follow|load|open|per|read|refer to|run|search|see|use|with))\s(?:the\s)?[*_]{0,3}$/i;
/** The same in Chinese and Russian. */
const directiveElsewhere =
  /(?:参[见考阅照]|详见|读取|查阅|阅读|加载|查看)\s?[*_]{0,3}$|(?:^|[\s(])см\.\s[*_]{0,3}$/i;
/** Words that direct the agent to a file although its path is not in code: fewer, as such a path may be anything. */
const plainDirective = /\b(?:check|consult|load|open|read|refer to|see)\s$/i;
/** The start of a list item in bold type. */
const strongItem = /^[\s>]*(?:[-*+•]|\d{1,3}[.)])\s+\*\*$/;
/**
 * A label such as "Schema: ", but not one for a file that will be created or belongs to another skill, such as
 * "Create: " or "the pdf skill: ".
 */
const label = /[^\s`][:：][*_]{0,2}\s?[*_(]{0,3}$/;
const mislabeled = /\b(?:add|create|created|new|skill)\b[^:：]{0,40}[:：][^:：]*$/i;
/** Several files listed together. */
const listed = /(?:`[^`]{1,120}`(?:[\s,、&+]|and|or)+)+$/;

/**
 * Whether a path in a code span may not be a file of this skill, according to the text before it on the line: it is
 * an example or a path of another skill, or no word directs the agent to it. An absolute path needs no such word.
 */
export function isDoubtfulSpan(text: string, start: number, target: string): boolean {
  const near = text.slice(Math.max(0, start - before), start);
  const line = near.slice(near.lastIndexOf("\n") + 1);
  if (own.test(line)) return example.test(line);
  if (isElsewhere(line)) return true;
  return !/^[/~$]/.test(target) && !first.test(near) && !isMeant(line) && !isMeant(line.replace(listed, ""));
}

/**
 * Whether a path outside code is a file of the skill: "See references/x.md", "- **references/x.md**: …", "read
 * FORMS.md", or "Run the script:" above "scripts/x.py". Only paths in the specification's directories count, and
 * documents and scripts in the root.
 */
export function isPlainReference(text: string, { start, end, target }: PathToken): boolean {
  if (!/^(?:\.\/)?(?:(?:assets|references|scripts)\/|[\w-]{1,80}\.(?:md|py|sh)$)/i.test(target)) return false;
  const near = text.slice(Math.max(0, start - before), start);
  const line = near.slice(near.lastIndexOf("\n") + 1);
  if (strongItem.test(line)) return text.startsWith("**", end);
  if (/^[\s>]*$/.test(line)) return isAlone(text, { end, target }) && !isDoubtfulLead(near);
  const directed = plainDirective.test(line) || directiveElsewhere.test(line);
  return directed && !/[\w\]/`*]/.test(text.charAt(end)) && !isElsewhere(line);
}

/** Whether a path in the specification's directories is the rest of its line, as in the specification's examples. */
function isAlone(text: string, { end, target }: Pick<PathToken, "end" | "target">): boolean {
  return target.includes("/") && /^[ \t]{0,40}(?:[\r\n]|$)/.test(text.slice(end, end + 41));
}

/**
 * Whether a path on a line of its own may be no file of the skill: it goes on with a sentence of the line above, or that
 * says that the file is an example, elsewhere, or to be created.
 */
function isDoubtfulLead(near: string): boolean {
  const lead = near.trimEnd();
  const line = lead.slice(lead.lastIndexOf("\n") + 1);
  const continues = !first.test(near) && !/[:：][*_]{0,2}$/.test(line);
  return continues || isElsewhere(line) || mislabeled.test(line);
}

/** An example, or a path of another skill, a plugin or a repository. */
function isElsewhere(line: string): boolean {
  return example.test(line) || another.test(line) || elsewhere.test(line);
}

function isMeant(line: string): boolean {
  return (
    item.test(line) ||
    directive.test(line) ||
    directiveElsewhere.test(line) ||
    (label.test(line) && !mislabeled.test(line))
  );
}

/** A reference on a line of its own, in a block that lists files for the agent to read. */
function isListed(text: string, start: number, language: string): boolean {
  if (language !== "" && !/^te?xt$/i.test(language)) return false;
  const from = text.lastIndexOf("\n", start - 1) + 1;
  return start === from && /^references\/\S{1,200}\.md[ \t]*(?:\r?\n|$)/.test(text.slice(start, start + 240));
}

const shell = /^(?:bash|sh|shell|zsh|fish|console|terminal|powershell|pwsh|ps1|bat|cmd)$/i;

/**
 * Whether a path in a code block may not be a reference. It is one if it is part of a command, unless the text above
 * is about another location or about installing the skill.
 */
export function isDoubtfulFence(
  text: string,
  { start, language }: { readonly start: number; readonly language: string },
  path: number,
): boolean {
  if (!shell.test(language)) return !isListed(text, path, language);
  const near = text.slice(Math.max(0, start - before), start);
  const section = near.slice(Math.max(0, near.lastIndexOf("\n#")));
  return elsewhere.test(section) || /^\n?#.*\binstall/i.test(section);
}
