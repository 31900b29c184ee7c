import type { Finding } from "../../model/rule.ts";
import type { Script, ScriptImport } from "../../model/script.ts";
import { parentOf } from "../../core/paths.ts";
import { quote } from "../../core/show.ts";
import type { Skill } from "../../model/skill.ts";
import { standardModules } from "../../model/standard-modules.ts";
import type { TextFile } from "../../model/text-file.ts";
import { defineRule } from "../define.ts";

export default defineRule({
  meta: {
    id: "dependency-undeclared",
    category: "files",
    origin: "guidance",
    source: "https://agentskills.io/skill-creation/using-scripts#self-contained-scripts",
    summary:
      "Reports a package that a script imports but that no Markdown file, script metadata or requirements file lists, and a module that the package beside the script does not have.",
    why: "The script fails with an import error, and the agent has to find out what to install.",
    remedy:
      "List the package in `compatibility` or in SKILL.md, in a `# /// script` block, or in requirements.txt or package.json.",
    severity: "info",
    since: "0.1.0",
  },
  check({ subject: skill }) {
    const imports = skill.scripts.flatMap(thirdPartyImports);
    if (imports.length === 0) return [];
    const local = namesOfFiles(skill);
    const paths = new Set(skill.files.map(({ path }) => path));
    const named = new Map<string, boolean>();
    return imports.flatMap((each): readonly Finding[] => {
      const missing = missingModule(each, paths);
      if (missing !== undefined) return [missing];
      const { name } = each;
      if (local.has(name) || named.has(name)) return [];
      named.set(name, isNamed(name, skill));
      return named.get(name) ? [] : [finding(each)];
    });
  },
});

interface ThirdPartyImport {
  readonly script: Script;
  readonly name: string;
  readonly found: ScriptImport;
}

/** Tests and tool configurations, which only authors of the skill run. */
const forAuthors =
  /(?:^|\/)(?:tests?|test-fixtures|fixtures|examples|templates?|assets)\/|(?:^|\/)(?:test_[^/]*|conftest)\.py$|_test\.py$|\.(?:test|spec|config)\.\w+$/;

/** Only top-level imports: a nested import is usually optional. */
function thirdPartyImports(script: Script): readonly ThirdPartyImport[] {
  const { language, file } = script;
  if ((language !== "python" && language !== "javascript") || forAuthors.test(file.path)) return [];
  const { python, node } = standardModules();
  const searched = language === "python" ? file.source.text.search(pathChange) : -1;
  return script.imports.flatMap((found): readonly ThirdPartyImport[] => {
    const { specifier } = found;
    const name =
      language === "python"
        ? specifier.split(".", 1)[0]!
        : (/^(?:@[\w.-]+\/)?[\w.-]+/.exec(specifier)?.[0] ?? "");
    const known =
      language === "python"
        ? name === "" || python.has(name) || name.startsWith("_")
        : name === "" || /^[.:]|^node$|:/.test(specifier) || node.has(name);
    const isLocal = searched >= 0 && found.range.start.offset > searched && !isPublished(name);
    return known || isLocal || madeUp.test(name) || isIndented(file, found) ? [] : [{ script, name, found }];
  });
}

/** After it, a module may be in a directory outside of the skill that no package manager knows. */
const pathChange = /\bsys\.path\.(?:append|extend|insert)\(|\bsite\.addsitedir\(/;

/** A name to replace with that of an actual module. */
const madeUp =
  /^(?:your|my)[_-]|^(?:package|module|library)_?name$|^(?:some|example)[_-](?:module|package|library)$/i;

/** Modules of packages in such wide use that no author names a file after them. */
const published =
  /^(?:aiohttp|anthropic|boto3|click|dotenv|duckdb|fastapi|flask|google|googleapiclient|httpx|jinja2|jsonschema|jwt|lxml|markdown|matplotlib|mcp|networkx|numpy|openai|openpyxl|pandas|playwright|psutil|pydantic|pypdf|pytest|requests|rich|scipy|selenium|six|sqlalchemy|tiktoken|tomli|torch|tqdm|transformers|typer|websockets)$/;

function isPublished(name: string): boolean {
  return published.test(name) || packages.has(name);
}

function isIndented({ source }: TextFile, { range }: ScriptImport): boolean {
  return /\s/.test(source.text.charAt(source.lineStart(range.start.line)));
}

/** The names of all files and directories, as an import of such a name is local. */
function namesOfFiles({ files }: Skill): ReadonlySet<string> {
  return new Set(files.flatMap(({ path }) => path.split("/").map((part) => part.replace(/\.py$/, ""))));
}

/** Package names that differ from their module's name. */
const packages: ReadonlyMap<string, string> = new Map([
  ["bs4", "beautifulsoup4"],
  ["cv2", "opencv"],
  ["docx", "python-docx"],
  ["fitz", "pymupdf"],
  ["git", "gitpython"],
  ["OpenSSL", "pyopenssl"],
  ["PIL", "pillow"],
  ["pkg_resources", "setuptools"],
  ["pptx", "python-pptx"],
  ["skimage", "scikit-image"],
  ["sklearn", "scikit-learn"],
  ["yaml", "pyyaml"],
]);

/** Files in which users and programs find what to install. */
const installDocs =
  /\.(?:md|mdx|markdown|toml|lock)$|(?:^|\/)(?:requirements[^/]*\.txt|package(?:-lock)?\.json|environment\.ya?ml|Pipfile|setup\.(?:py|cfg|sh)|install[^/]*)$/i;

function isNamed(name: string, { texts, scripts, partial }: Skill): boolean {
  const spellings = [name, packages.get(name) ?? name].map((each) =>
    each.replace(/[^\w-]/g, "\\$&").replace(/[-_]/g, "[-_]"),
  );
  const pattern = new RegExp(spellings.join("|"), "i");
  return (
    partial.some(({ path }) => installDocs.test(path)) ||
    texts.some((file) => installDocs.test(file.path) && pattern.test(file.bytes)) ||
    scripts.some(({ metadata }) =>
      metadata.some(({ dependencies }) => dependencies.some(({ text }) => pattern.test(text))),
    )
  );
}

/**
 * The finding for a module that the package beside the script does not have: an installed package of that name would
 * not be looked at, so to declare it would install something else.
 */
function missingModule(
  { script: { language, file }, found: { specifier, range } }: ThirdPartyImport,
  paths: ReadonlySet<string>,
): Finding | undefined {
  const [name = "", module = ""] = specifier.split(".");
  const directory = `${parentOf(file.path)}/${name}`.replace(/^\//, "");
  if (language !== "python" || module === "" || !paths.has(`${directory}/__init__.py`)) return undefined;
  const start = `${directory}/${module}`;
  if (paths.has(start) || Array.from(paths).some((path) => path.startsWith(`${start}.`))) return undefined;
  return {
    file: file.path,
    range,
    message: `${quote(specifier)} is imported, but ${quote(directory)} has no module ${quote(module)}; add it, or correct the import`,
  };
}

function finding({ script: { file }, name, found }: ThirdPartyImport): Finding {
  return {
    file: file.path,
    range: found.range,
    message: `${quote(name)} is imported but not declared; list it in SKILL.md or a requirements file`,
  };
}
