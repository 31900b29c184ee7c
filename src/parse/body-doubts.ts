/** How many characters before a path are looked at. */
const before = 160;

const example = /\be\.g\.|\bexamples?[*_]{0,2}\s?:|\b(?:for example|for instance|such as)\b|例[:：]|例如/i;
/** A path of somebody else: the `pdf` skill's `scripts/fill.py`, the plugin root's. */
const another = /(?:['’]s|\bskill[*_`]{0,3} \((?:its|in|at|see)?|\bplugin[- ](?:root|level))\s?[`*_("']{0,4}$/i;
const own = /\b(?:this|the|your) skill['’]s\s?[`*_("']{0,4}$/i;

/** Whether the text says of a path in a code span, on the same line, that it is an example or not of this skill. */
export function isDoubtfulSpan(text: string, start: number): boolean {
  const near = text.slice(Math.max(0, start - before), start);
  const line = near.slice(near.lastIndexOf("\n") + 1);
  return example.test(line) || (another.test(line) && !own.test(line));
}

const shell = /^(?:bash|sh|shell|zsh|fish|console|terminal|powershell|pwsh|ps1|bat|cmd)$/i;

/** A path in a fence is meant to be there where it is part of a command; elsewhere it may be part of a sample. */
export function isDoubtfulFence(language: string): boolean {
  return !shell.test(language);
}
