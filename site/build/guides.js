import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** The sections of the guides, in the order of docs/README.md; `text` where the title of the page is too long for a list. */
export const sections = [
  { title: "Begin", pages: ["getting-started", "concepts"] },
  {
    title: "Do something",
    pages: ["checking", "agents", "testing", "scenarios", "models", "archives", "installing"],
  },
  { title: "Find out why", pages: ["troubleshooting", "severity"] },
  { title: "Use it elsewhere", pages: ["ci", "editors", "coding-agents", "library"] },
  { title: "Look something up", pages: ["commands", "configuration", "clients", "comparison"] },
  { title: "Work on it", pages: ["contributing", "architecture", "versioning", "security", "changelog"] },
];

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
