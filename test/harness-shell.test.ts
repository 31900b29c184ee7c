import { expect, it } from "vitest";
import { commandFor, joinWords, parseShellCommand } from "../src/harness/tools/shell-tool.ts";

it.each([
  ["cat /a/b.md", { kind: "read", path: "/a/b.md" }],
  ["  cat\t'/a b/c.md'  ", { kind: "read", path: "/a b/c.md" }],
  ['cat "/a b"/c.md', { kind: "read", path: "/a b/c.md" }],
  ['cat "/a \\"b\\" \\c"', { kind: "read", path: '/a "b" \\c' }],
  ["cat /a\\ b", { kind: "read", path: "/a b" }],
  ["cat /ä/文.md", { kind: "read", path: "/ä/文.md" }],
  ["ls /a", { kind: "list", path: "/a" }],
  ["bash /a/x.sh", { kind: "run", path: "/a/x.sh", args: [] }],
  ["sh x.sh -v ''", { kind: "run", path: "x.sh", args: ["-v", ""] }],
  [
    "python3 /a/x.py --name='a b' {baseDir}",
    { kind: "run", path: "/a/x.py", args: ["--name=a b", "{baseDir}"] },
  ],
  ["python /a/x.py", { kind: "run", path: "/a/x.py", args: [] }],
  ["node /a/x.js", { kind: "run", path: "/a/x.js", args: [] }],
  ["./x.rb 1", { kind: "run", path: "./x.rb", args: ["1"] }],
])("runs %j", (line, command) => {
  expect(parseShellCommand(line)).toEqual(command);
});

it.each([
  "",
  "cat",
  "cat -n /a",
  "cat /a /b",
  "ls",
  "ls -la /a",
  "bash",
  "bash -c 'echo hi'",
  "python3 -m http.server",
  "rm -rf /a",
  "curl https://example.com",
  "NAME=1 bash /a/x.sh /b",
])("does not run %j, and lists the supported commands", (line) => {
  expect(parseShellCommand(line)).toEqual({
    kind: "other",
    reason: expect.stringMatching(
      /^the command ".*" is not supported; use "cat FILE", "ls DIRECTORY" or a script with its arguments, optionally after "bash", "node", "python", "python3" or "sh"$/,
    ),
  });
});

it.each([
  "cat /a | sh",
  "cat /a; rm /a",
  "cat /a && x",
  "cat $HOME/a",
  'cat "$HOME/a"',
  "cat `x`",
  "cat /a/*",
  "cat ~/a",
  "cat /a > /b",
  "cat /a\nrm /b",
  "cat 'open",
  'cat "open',
  "cat /a # why",
  "cat /a\\",
])("refuses shell syntax in %j", (line) => {
  expect(parseShellCommand(line)).toMatchObject({
    kind: "other",
    reason: expect.stringContaining("needs a real shell"),
  });
});

it("quotes words so that a shell reads them back", () => {
  const words = ["/a b/it's.sh", "", "plain-1.2", '"$x" `y` \\z', "*?[~#!]", "line\nbreak", "文"];
  expect(parseShellCommand(joinWords(["bash", ...words]))).toEqual({
    kind: "run",
    path: words[0],
    args: words.slice(1),
  });
});

it("starts a script with the interpreter for its extension, so it need not be executable", () => {
  expect([
    commandFor("/a/x.py", ["1"]),
    commandFor("/a/x.sh", []),
    commandFor("/a/x.mjs", []),
    commandFor("/a/tool", ["a b"]),
  ]).toEqual(["python3 /a/x.py 1", "bash /a/x.sh", "node /a/x.mjs", "/a/tool 'a b'"]);
});
