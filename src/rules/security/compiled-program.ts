import { quote } from "../../core/show.ts";
import { defineRule } from "../define.ts";

/** Extensions of compiled files, which cannot be reviewed. */
const programs =
  /\.(?:exe|dll|so|dylib|com|scr|msi|pyc|pyo|class|jar|war|node|wasm|apk|app|deb|rpm|dmg|elf|o|a)$/i;
const macros = /\.(?:docm|dotm|xlsm|xltm|xlam|pptm|potm|ppam)$/i;

export default defineRule({
  meta: {
    id: "compiled-program",
    category: "security",
    origin: "guidance",
    source: "https://github.com/OWASP/www-project-agentic-skills-top-10",
    summary: "Reports compiled programs and Office documents with macros.",
    why: "They contain code that cannot be reviewed and that no rule examines; a compiled Python file was found to differ in behavior from the source next to it.",
    remedy: "Ship the source, and let the user build it or install it from its publisher.",
    severity: "warning",
    since: "0.1.0",
  },
  check: ({ subject: { opaque, files } }) => {
    const there = new Set(files.map(({ path }) => path));
    const runnable = new Set(files.flatMap(({ path, executable }) => (executable ? [path] : [])));
    return opaque.flatMap(({ path }) => {
      const kind = isCached(path, there) ? undefined : kindOf(path, runnable.has(path));
      return kind === undefined
        ? []
        : [
            {
              file: path,
              message: `${quote(path)} is ${kind} and cannot be reviewed; ship the source instead`,
            },
          ];
    });
  },
});

/** Whether Python cached the file, whose source is there. The directory is reported by stray-file. */
function isCached(path: string, there: ReadonlySet<string>): boolean {
  const [, above, stem] =
    /^((?:.*\/)?)__pycache__\/([^/]+?)\.cpython-\d+(?:\.opt-\d)?\.pyc$/.exec(path) ?? [];
  return stem !== undefined && there.has(`${above}${stem}.py`);
}

/** The executable bit counts only for files without an extension, as images often have it by mistake. */
function kindOf(path: string, executable: boolean): string | undefined {
  if (macros.test(path)) return "an Office document with macros";
  return programs.test(path) || (executable && !/\.\w+$/.test(path)) ? "a compiled program" : undefined;
}
