import { escapeXml } from "../drawing/xml.ts";
import { clean } from "../drawing/width.ts";

/** Text of a page that needs no escape: only `html` makes it. */
class Markup {
  readonly #text: string;

  private constructor(text: string) {
    this.#text = text;
  }

  /** What a template wrote itself, and what was escaped. */
  static of(parts: readonly string[], values: readonly Content[]): Markup {
    return new Markup(parts.map((part, at) => part + drawContent(values[at])).join(""));
  }

  toString(): string {
    return this.#text;
  }
}

export type { Markup };

/** What a template can contain; everything but markup is escaped. */
export type Content = Markup | string | number | undefined | readonly Content[];

/**
 * Markup of a template, in which every text is escaped; valid between tags and in double quotes. Line breaks of the
 * template lose the indentation after them.
 */
export function html(strings: TemplateStringsArray, ...values: readonly Content[]): Markup {
  return Markup.of(withoutIndent(strings), values);
}

const known = new WeakMap<TemplateStringsArray, readonly string[]>();

function withoutIndent(strings: TemplateStringsArray): readonly string[] {
  const parts = known.get(strings) ?? strings.map((part) => part.replace(/\n */g, "\n"));
  known.set(strings, parts);
  return parts;
}

function drawContent(content: Content): string {
  if (content === undefined) return "";
  if (content instanceof Markup) return content.toString();
  if (typeof content === "object") return content.map(drawContent).join("");
  return escapeXml(String(content));
}

/** The contents with a separator between them. */
function joined(contents: readonly Content[], separator: Content): Content {
  return contents.flatMap((content, at) => (at === 0 ? [content] : [separator, content]));
}

/** A text of several lines, for `<pre>`; its line breaks stay. */
export function lines(text: string): Content {
  return joined(
    text.split("\n"),
    html`
`,
  );
}

/** Maximum length of a text that an author wrote, in UTF-16 units: twice what the specification allows a description. */
const longest = 2_048;

/** A text of the skill, cut if it is very long. */
export function cut(text: string, limit = longest): string {
  return clean(text, limit);
}

/** A path or an address that a narrow column breaks after slashes, as browsers do not by themselves. */
export function breakable(path: string): Content {
  return joined(path.split("/"), html`/<wbr>`);
}

/** A link to a page of ours; the text alone if the address is none. */
export function link(url: string | undefined, text: string): Content {
  return url?.startsWith("https://") ? html`<a href="${url}">${text}</a>` : text;
}
