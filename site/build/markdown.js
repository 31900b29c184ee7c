/** The text as Markdown and as a template of VitePress: nothing in it is markup. @param {string} text */
export function plain(text) {
  return text.replace(/[&<>"{}]/g, (each) => `&#${each.charCodeAt(0)};`).replace(/[\\`*_[\]|~!#:]/g, "\\$&");
}

/** Prose of ours, in which only code spans are markup. @param {string} text */
export function prose(text) {
  return text
    .split(/(`[^`]+`)/)
    .map((part, at) => (at % 2 === 1 ? part : plain(part)))
    .join("");
}

/** Prose in a cell of a table, where also a code span cannot have a bar. @param {string} text */
export function cell(text) {
  return prose(text)
    .replace(/(?<!\\)\|/g, "\\|")
    .replaceAll("\n", " ");
}

/** @param {string} text */
export function escapeHtml(text) {
  return text.replace(/[&<>"'{}]/g, (each) => `&#${each.charCodeAt(0)};`);
}

/**
 * A block of code whose fence is longer than any run of backticks in it.
 * @param {string} language @param {string} text @param {readonly number[]} [marked] lines, from 1
 */
export function fenced(language, text, marked = []) {
  const longest = Math.max(2, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}${marked.length > 0 ? `{${marked.join(",")}}` : ""}\n${text}\n${fence}`;
}

/** A code span around any text. @param {string} text */
export function code(text) {
  const longest = Math.max(0, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return longest === 0 ? `\`${text}\`` : `${fence} ${text} ${fence}`;
}

/** @param {readonly string[]} heads @param {readonly (readonly string[])[]} rows of cells in Markdown */
export function table(heads, rows) {
  return [
    `| ${heads.join(" | ")} |`,
    `|${heads.map(() => "---|").join("")}`,
    ...rows.map((cells) => `| ${cells.join(" | ")} |`),
  ].join("\n");
}

/** A list of names with what they stand for, which is legible in any width. @param {readonly (readonly string[])[]} rows of a name and Markdown */
export function facts(rows) {
  return rows.map(([name, value]) => `- **${name}**: ${value}`).join("\n");
}

/** The frontmatter of a page. @param {Readonly<Record<string, unknown>>} fields */
export function frontmatter(fields) {
  return `---\n${Object.entries(fields)
    .map(([key, value]) => `${key}: ${JSON.stringify(value)}`)
    .join("\n")}\n---\n`;
}
