/** A "#" behind a blank, and what stands right behind it. */
const behindBlank = /(?<=[ \t])#(?![\p{L}\p{N}])|(?<=[ \t])#(?:fixme|noqa|nosec|todo|xxx)\b/iu;

/** Whether every " #" of a text is meant as text, as in "issue #12" and "the #deploy channel": YAML begins a comment there, and so do people, but with a blank or a tool's word behind it. */
export function hasNoComment(text: string): boolean {
  return !behindBlank.test(text);
}
