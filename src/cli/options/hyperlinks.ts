import { existsSync, readFileSync, realpathSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { once } from "../../core/once.ts";
import type { LinkTarget, Paint } from "../../model/paint.ts";
import type { Io } from "../io.ts";

/**
 * Adds hyperlinks (OSC 8) where the terminal is known to support them. Undefined otherwise, as other terminals may
 * print the address.
 */
export function linksFor(
  io: Pick<Io, "cwd" | "env" | "stdout">,
  colored: boolean,
): Paint["link"] | undefined {
  if (!supportsLinks(io, colored)) return undefined;
  const rulePage = once(findRulePage);
  return (text, target) => {
    const address = "rule" in target ? ruleAddress(target.rule, rulePage()) : fileAddress(target, io.cwd);
    return address === undefined ? text : `\x1b]8;;${address}\x1b\\${text}\x1b]8;;\x1b\\`;
  };
}

/** Values of TERM_PROGRAM whose current versions support links. */
const programs = new Set(["ghostty", "Hyper", "iTerm.app", "rio", "vscode", "WezTerm", "zed"]);

/** Values of TERM that name such a terminal. */
const terminals = new Set(["alacritty", "foot", "xterm-ghostty", "xterm-kitty"]);

/** FORCE_HYPERLINK decides, as in the npm package supports-hyperlinks; otherwise only known terminals with color. */
function supportsLinks({ env, stdout }: Pick<Io, "env" | "stdout">, colored: boolean): boolean {
  const forced = env["FORCE_HYPERLINK"];
  if (forced) return forced !== "0" && forced !== "false";
  if (!colored || !stdout.isTTY || env["TERM"] === "dumb" || env["CI"]) return false;
  // The files are on the machine that the shell runs on, not on that of the terminal.
  if (env["SSH_CONNECTION"] || env["SSH_TTY"]) return false;
  return (
    programs.has(env["TERM_PROGRAM"] ?? "") ||
    terminals.has(env["TERM"] ?? "") ||
    env["WT_SESSION"] !== undefined ||
    // GNOME Terminal and others, from VTE 0.50.1 on: version 0.50.0 crashes.
    Number(env["VTE_VERSION"] ?? 0) > 5000
  );
}

/** The address contains only ASCII: the URL class encodes everything else, and control characters. */
function fileAddress({ file, line }: Extract<LinkTarget, { file: string }>, cwd: string): string | undefined {
  const { href } = pathToFileURL(path.resolve(cwd, file));
  return /^[\x21-\x7e]+$/.test(href) ? `${href}${line === undefined ? "" : `#${line}`}` : undefined;
}

interface RulePage {
  readonly href: string;
  readonly text: string;
}

/** The rules' README in a clone; undefined in the package, which has none. */
function findRulePage(): RulePage | undefined {
  const program = process.argv[1] ?? "";
  if (!existsSync(program)) return undefined;
  const file = path.resolve(realpathSync(program), "../../../src/rules/README.md");
  return existsSync(file) ? { href: pathToFileURL(file).href, text: readFileSync(file, "utf8") } : undefined;
}

function ruleAddress(rule: string, page: RulePage | undefined): string | undefined {
  return page?.text.includes(`\n## ${rule}\n`) ? `${page.href}#${rule}` : undefined;
}
