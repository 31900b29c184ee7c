import { quote } from "../core/show.ts";
import { defineRule } from "./define.ts";

/** By extension, what no reader can review. */
const programs =
  /\.(?:exe|dll|so|dylib|com|scr|msi|pyc|pyo|class|jar|war|node|wasm|apk|app|deb|rpm|dmg|elf|o|a)$/i;
const macros = /\.(?:docm|dotm|xlsm|xltm|xlam|pptm|potm|ppam)$/i;

export default defineRule({
  meta: {
    id: "compiled-program",
    category: "security",
    origin: "guidance",
    source: "https://github.com/OWASP/www-project-agentic-skills-top-10",
    summary: "Reports compiled programs and office documents with macros in a skill.",
    why: "They run and cannot be read: no rule looked into them, and a compiled Python file was found to do other things than the source beside it.",
    remedy: "Ship the source, and let the user build it or install it from its own publisher.",
    severity: "warning",
    since: "0.1.0",
  },
  check: ({ subject: { opaque, files } }) => {
    const runnable = new Set(files.flatMap(({ path, executable }) => (executable ? [path] : [])));
    return opaque.flatMap(({ path }) => {
      const what = whatItIs(path, runnable.has(path));
      return what === undefined
        ? []
        : [
            {
              file: path,
              message: `${quote(path)} is ${what}, into which no rule looks, expected its source`,
            },
          ];
    });
  },
});

/** Without an extension the bit that lets it be run tells; pictures have it by mistake. */
function whatItIs(path: string, executable: boolean): string | undefined {
  if (macros.test(path)) return "an office document with macros";
  return programs.test(path) || (executable && !/\.\w+$/.test(path)) ? "a compiled program" : undefined;
}
