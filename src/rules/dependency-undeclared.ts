import type { Finding } from "../model/rule.ts";
import type { Script, ScriptImport } from "../model/script.ts";
import { quote } from "../core/show.ts";
import type { Skill } from "../model/skill.ts";
import { standardModules } from "../core/standard-modules.ts";
import type { TextFile } from "../model/text-file.ts";
import { defineRule } from "./define.ts";

export default defineRule({
  meta: {
    id: "dependency-undeclared",
    category: "files",
    origin: "guidance",
    source: "https://agentskills.io/skill-creation/using-scripts#self-contained-scripts",
    summary:
      "Reports a package that a script imports and that neither Markdown, metadata nor a list of requirements names.",
    why: "The script stops with an import error, and the agent has to find out what to install.",
    remedy:
      "Name the package in `compatibility` or in SKILL.md, in a `# /// script` block, or in requirements.txt or package.json.",
    severity: "info",
    since: "0.1.0",
  },
  check({ subject: skill }) {
    const imports = skill.scripts.flatMap(foreignImports);
    if (imports.length === 0) return [];
    const local = namesOfFiles(skill);
    const named = new Map<string, boolean>();
    return imports.flatMap((each): readonly Finding[] => {
      const { name } = each;
      if (local.has(name) || named.has(name)) return [];
      named.set(name, isNamed(name, skill));
      return named.get(name) ? [] : [finding(each)];
    });
  },
});

interface ForeignImport {
  readonly script: Script;
  readonly name: string;
  readonly found: ScriptImport;
}

/** Tests and the settings of tools are run by those who work on the skill. */
const forAuthors =
  /(?:^|\/)(?:tests?|test-fixtures|fixtures|examples|templates?|assets)\/|(?:^|\/)(?:test_[^/]*|conftest)\.py$|_test\.py$|\.(?:test|spec|config)\.\w+$/;

/** What is imported at the top: an import further in is mostly one that the script can do without. */
function foreignImports(script: Script): readonly ForeignImport[] {
  const { language, file } = script;
  if ((language !== "python" && language !== "javascript") || forAuthors.test(file.path)) return [];
  const { python, node } = standardModules();
  return script.imports.flatMap((found): readonly ForeignImport[] => {
    const { specifier } = found;
    const name =
      language === "python"
        ? specifier.split(".", 1)[0]!
        : (/^(?:@[\w.-]+\/)?[\w.-]+/.exec(specifier)?.[0] ?? "");
    const known =
      language === "python"
        ? name === "" || python.has(name) || name.startsWith("_")
        : name === "" || /^[.:]|^node$|:/.test(specifier) || node.has(name);
    return known || isIndented(file, found) ? [] : [{ script, name, found }];
  });
}

function isIndented({ source }: TextFile, { range }: ScriptImport): boolean {
  return /\s/.test(source.text.charAt(source.lineStart(range.start.line)));
}

/** The names of all files and directories, as a module is called that one of them holds. */
function namesOfFiles({ files }: Skill): ReadonlySet<string> {
  return new Set(files.flatMap(({ path }) => path.split("/").map((part) => part.replace(/\.py$/, ""))));
}

/** What a module's package is called where that is something else. */
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

/** What tells a person or a program what to install. */
const telling =
  /\.(?:md|mdx|markdown|toml|lock)$|(?:^|\/)(?:requirements[^/]*\.txt|package(?:-lock)?\.json|environment\.ya?ml|Pipfile|setup\.(?:py|cfg|sh)|install[^/]*)$/i;

function isNamed(name: string, { texts, scripts }: Skill): boolean {
  const spellings = [name, packages.get(name) ?? name].map((each) =>
    each.replace(/[^\w-]/g, "\\$&").replace(/[-_]/g, "[-_]"),
  );
  const pattern = new RegExp(spellings.join("|"), "i");
  return (
    texts.some((file) => telling.test(file.path) && pattern.test(file.bytes)) ||
    scripts.some(({ metadata }) =>
      metadata.some(({ dependencies }) => dependencies.some(({ text }) => pattern.test(text))),
    )
  );
}

function finding({ script: { file }, name, found }: ForeignImport): Finding {
  return {
    file: file.path,
    range: found.range,
    message: `${quote(name)} is imported and named nowhere else, expected SKILL.md or a list of requirements to say what to install`,
  };
}
