// Writes a manual page for each program and command from its --help, into dist/man.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const pages = path.join(root, "dist/man");
const { version } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));

mkdirSync(pages, { recursive: true });
const links = mkdtempSync(path.join(tmpdir(), "man-"));
// The help names the program as it was started.
for (const [name, file] of Object.entries({ skillwright: "skills.cjs", "skills-ref": "skills-ref.cjs" }))
  symlinkSync(path.join(root, "dist/bin", file), path.join(links, name));
const whole = helpOf("skillwright");
write("skillwright", whole);
write("skills-ref", helpOf("skills-ref"));
for (const command of commandsIn(whole)) write(`skillwright-${command}`, helpOf("skillwright", command));
rmSync(links, { recursive: true });

/** @param {string} program @param {readonly string[]} words */
function helpOf(program, ...words) {
  const { GITHUB_ACTIONS, PRE_COMMIT, npm_command, ...env } = process.env;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [path.join(links, program), ...words, "--help"],
    { encoding: "utf8", env: { ...env, NO_COLOR: "1", COLUMNS: "80" } },
  );
  if (status !== 0) throw new Error(`no help of ${program} ${words.join(" ")}: ${stderr}`);
  return stdout;
}

/** The first word of each line, other than options, exit codes and examples. @param {string} help */
function commandsIn(help) {
  const names = sectionsOf(help)
    .filter(({ title }) => title !== "" && title !== "Examples")
    .flatMap(({ lines }) => lines.flatMap((line) => /^ {2}([a-z][a-z-]*)(?: |$)/.exec(line)?.[1] ?? []));
  if (names.length === 0) throw new Error("the help of skillwright lists no commands");
  return names.filter((name) => name !== "help");
}

/** @param {string} name @param {string} help */
function write(name, help) {
  const [first, ...sections] = sectionsOf(help);
  const lines = first?.lines ?? [];
  const usage = lines.find((line) => line.startsWith("Usage: ")) ?? "";
  const about = lines
    .filter((line) => line !== usage)
    .join("\n")
    .trim();
  const [paragraph = ""] = about.replace(`${name}: `, "").split("\n\n", 1);
  const [summary = ""] = paragraph.split(/\.(?:\s|$)/, 1);
  const body = [
    `.TH ${name.toUpperCase().replaceAll("-", "\\-")} 1 "" "skillwright ${version}"`,
    ".SH NAME",
    `${escape(name)} \\- ${escape(summary.replaceAll("\n", " "))}`,
    ".SH SYNOPSIS",
    preformatted([usage.replace(/^Usage: /, "")]),
    ".SH DESCRIPTION",
    preformatted(about.split("\n")),
    ...sections.flatMap(({ title, lines }) => [`.SH ${escape(title.toUpperCase())}`, preformatted(lines)]),
  ];
  writeFileSync(path.join(pages, `${name}.1`), `${body.join("\n")}\n`);
}

/**
 * The text before the first heading has no title; a heading is a line that starts in the first column and ends in a
 * colon. @param {string} help
 */
function sectionsOf(help) {
  /** @type {{ title: string, lines: string[] }[]} */
  const sections = [{ title: "", lines: [] }];
  for (const line of help.trimEnd().split("\n"))
    if (/^[A-Z][^:]*:$/.test(line)) sections.push({ title: line.slice(0, -1), lines: [] });
    else sections.at(-1)?.lines.push(line);
  return sections;
}

/** As in the help, which is laid out for 80 columns. @param {readonly string[]} lines */
function preformatted(lines) {
  return [".nf", ...trimmed(lines).map(escape), ".fi"].join("\n");
}

/** Without empty lines at both ends. @param {readonly string[]} lines */
function trimmed(lines) {
  const start = lines.findIndex((line) => line.trim() !== "");
  const end = lines.findLastIndex((line) => line.trim() !== "");
  return start < 0 ? [] : lines.slice(start, end + 1);
}

/** Characters that mean something to roff. @param {string} text */
function escape(text) {
  return text
    .replaceAll("\\", "\\e")
    .replaceAll("-", "\\-")
    .replace(/^([.'])/, "\\&$1");
}
