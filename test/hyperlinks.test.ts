import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { linksFor } from "../src/cli/options/hyperlinks.ts";

type Env = Readonly<Record<string, string>>;

const cwd = path.resolve("/work");

function links(env: Env, { isTTY = true, colored = true } = {}) {
  return linksFor({ cwd, env, stdout: { isTTY, write: () => {} } }, colored);
}

const known = { TERM: "xterm-256color", VTE_VERSION: "7600" };

it.each<[string, Env]>([
  ["kitty", { TERM: "xterm-kitty" }],
  ["GNOME Terminal", known],
  ["VS Code", { TERM: "xterm-256color", TERM_PROGRAM: "vscode" }],
  ["Windows Terminal", { WT_SESSION: "1" }],
  ["a user who asks for links", { FORCE_HYPERLINK: "1" }],
])("prints links for %s", (_, env) => {
  expect(links(env)).toBeDefined();
});

it.each<[string, Env]>([
  ["an unknown terminal", { TERM: "xterm-256color" }],
  ["a terminal that crashes", { VTE_VERSION: "5000" }],
  ["a dumb terminal", { ...known, TERM: "dumb" }],
  ["a CI runner", { ...known, CI: "true" }],
  ["a shell on another machine", { ...known, SSH_CONNECTION: "1.2.3.4 1 5.6.7.8 22" }],
  ["a user who wants none", { ...known, FORCE_HYPERLINK: "0" }],
])("prints no links for %s", (_, env) => {
  expect(links(env)).toBeUndefined();
});

it("prints no links to a pipe or without color, unless forced", () => {
  expect(links(known, { isTTY: false })).toBeUndefined();
  expect(links(known, { colored: false })).toBeUndefined();
  expect(links({ FORCE_HYPERLINK: "1" }, { isTTY: false, colored: false })).toBeDefined();
});

it("encodes everything in an address that a terminal could act on", () => {
  const link = links(known)!;
  const address = pathToFileURL(path.resolve(cwd, "a b/SKILL.md")).href;
  expect(address).toContain("a%20b");
  expect(link("shown", { file: "a b/SKILL.md", line: 3 })).toBe(
    `\x1b]8;;${address}#3\x1b\\shown\x1b]8;;\x1b\\`,
  );
  for (const hostile of [
    "\x1b\\",
    "\x07",
    "\n",
    "\r",
    "\u009c",
    ";",
    "#",
    "?",
    "%",
    "é",
    "\u{1f642}",
    "\ud800",
    "\u202e",
  ]) {
    const [, uri = ""] =
      /^\x1b\]8;;([^\x1b\x07]*)\x1b\\shown\x1b\]8;;\x1b\\$/.exec(
        link("shown", { file: `a${hostile}b/SKILL.md` }),
      ) ?? [];
    expect(uri).toMatch(/^file:\/\/[\x21-\x7e]*\/SKILL\.md$/);
    expect(uri).not.toMatch(/[#?]/);
  }
});

it("links no rule without a page", () => {
  expect(links(known)!("[no-such-rule]", { rule: "no-such-rule" })).toBe("[no-such-rule]");
});
