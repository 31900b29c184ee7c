import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** Pages beside docs. */
const others = new Map([
  ["CONTRIBUTING.md", "contributing"],
  ["SECURITY.md", "security"],
  ["CHANGELOG.md", "changelog"],
  ["README.md", "readme"],
]);

/** The pages of the site in place of files of the repository. */
const places = new Map([
  ["src/rules/README.md", "/rules/index.md"],
  ["src/archive/README.md", "/rules/index.md"],
  ["src/api/check/README.md", "/rules/index.md"],
  ["docs/README.md", "/guides/index.md"],
]);

/**
 * The guides: the documents of the repository with links into the site. What is not on the site is linked in the
 * repository, if that has an address.
 * @param {string} root @param {string | undefined} repository
 * @returns {ReadonlyMap<string, string>} the text by the name of the page
 */
export function guides(root, repository) {
  const files = [
    ...readdirSync(path.join(root, "docs")).map((file) => `docs/${file}`),
    ...others.keys(),
  ].filter((file) => file.endsWith(".md"));
  const known = new Map(files.map((file) => [file, pageOf(file)]));
  return new Map(
    files.map((file) => [
      pageOf(file),
      linked(readFileSync(path.join(root, file), "utf8"), file, known, repository),
    ]),
  );
}

/** The sections of the side list, as docs/README.md has them. @param {string} root */
export function sections(root) {
  const index = readFileSync(path.join(root, "docs/README.md"), "utf8");
  const rows = Array.from(index.matchAll(/^\| ([a-z][^|]*?) \| (.*) \|$/gm));
  return rows.map(([, title = "", list = ""]) => ({
    text: `${title[0]?.toUpperCase()}${title.slice(1)}`,
    items: Array.from(list.matchAll(/\[([^\]]+)\]\(([^)]+)\)/g), ([, text = "", target = ""]) => {
      const file = path.posix.join("docs", target);
      return { text, link: (places.get(file) ?? `/guides/${pageOf(file)}`).replace(/(?:index)?\.md$/, "") };
    }),
  }));
}

/** @param {string} file */
function pageOf(file) {
  return file === "docs/README.md" ? "index" : (others.get(file) ?? path.basename(file, ".md"));
}

/** @param {string} text @param {string} file @param {ReadonlyMap<string, string>} known @param {string | undefined} repository */
function linked(text, file, known, repository) {
  return text.replace(/(!?)\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^()\s]+)\)/g, (whole, image, label, target) => {
    if (/^(?:https?:|#)/.test(target)) return whole;
    const [to = "", anchor] = target.split("#");
    const place = path.posix.join(path.posix.dirname(file), to);
    if (image !== "") return place.endsWith(".svg") ? `![${label}](/${path.posix.basename(place)})` : label;
    const page = places.get(place) ?? (known.has(place) ? `/guides/${known.get(place)}.md` : undefined);
    const rule = place === "src/rules/README.md" && anchor !== undefined ? `/rules/${anchor}.md` : undefined;
    if (rule) return `[${label}](${rule})`;
    if (page) return `[${label}](${page}${anchor === undefined ? "" : `#${anchor}`})`;
    if (/^schemas\/[\w.-]+\.json$/.test(place))
      return `<a href="/${place}" target="_self">${codes(label)}</a>`;
    return repository === undefined ? label : `[${label}](${repository}/blob/main/${place})`;
  });
}

/** The label of a link in HTML. @param {string} label */
function codes(label) {
  return label.replace(/`([^`]+)`/g, "<code>$1</code>");
}
