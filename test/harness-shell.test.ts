import { readFileSync } from "node:fs";
import { getCommandNames } from "just-bash";
import { describe, expect, it } from "vitest";
import { openStage } from "../src/harness/stage.ts";
import { shellTool } from "../src/harness/tools/shell-tool.ts";
import { commandFor, joinWords } from "../src/harness/tools/shell-words.ts";
import type { Answer } from "../src/harness/answer.ts";
import { openMemory } from "../src/model/memory-source.ts";
import type { ScriptRunner } from "../src/model/agent.ts";
import { cpuTime, linearLimit } from "./support/effort.ts";
import { echoScripts } from "./support/harness.ts";

const skill = {
  name: "forms",
  path: "/project/skills/forms",
  source: openMemory("forms", {
    "SKILL.md": "---\nname: forms\n---\nRead references/fields.md.\n",
    "references/fields.md": "name\nemail\n",
    "scripts/check.py": "print()\n",
    "picture.png": new Uint8Array([0x89, 0x50, 0, 0xff]),
    "away.md": {
      kind: "symlink",
      size: 0,
      executable: false,
      link: { target: "/etc/passwd", leads: "outside" },
    },
  }),
};

const project = {
  "input.csv": "name,n\nAda,3\nBob,1\n",
  "own.sh": "echo own $1\n",
  "src/main.go": "package main\n",
};

/** A shell in the project, of which each answer is an object that can be compared. */
function openOne({
  scripts = echoScripts,
  ...given
}: {
  readonly fresh?: true;
  readonly scripts?: ScriptRunner;
} = {}) {
  const stage = openStage(openMemory("project", project));
  const tool = shellTool({
    name: "shell",
    description: "",
    parameters: {},
    skills: () => [skill],
    host: { scripts, stage, directory: "project" },
    restarts: ({ restart }) => restart === true,
    ...given,
  });
  const run = async (command: string, more: Readonly<Record<string, unknown>> = {}): Promise<Answer> =>
    tool.run({ command, ...more });
  return { run, stage };
}

async function contentOf(command: string): Promise<string> {
  return (await openOne().run(command)).content;
}

/** The events of an answer, the call first: "resource forms references/fields.md". */
function told({ event, parts = [] }: Answer): readonly string[] {
  return [event, ...parts].map(({ kind, skill: of, file, text }) =>
    [kind, of, file, text].filter((part) => part !== undefined).join(" "),
  );
}

it.each([
  ["cat input.csv | tail -n +2 | sort -t, -k2 -n | head -1", "Bob,1"],
  ["cd skills/forms && cat references/fields.md", "name\nemail"],
  ["cd skills && find . -name '*.md' -type f", "./forms/SKILL.md\n./forms/references/fields.md"],
  ["grep -c a input.csv", "2"],
  ['for f in *.csv; do echo "$f"; done', "input.csv"],
  ["awk -F, 'NR > 1 { s += $2 } END { print s }' input.csv", "4"],
  ["ls / /project", "/:\nhome\nproject\ntmp\n\n/project:\ninput.csv\nown.sh\nskills\nsrc"],
  ["x=$(wc -l < input.csv); echo $((x + 1))", "4"],
  ["cat <<'END'\n$HOME\nEND", "$HOME"],
  ["bash own.sh 3 && bash -c 'echo $0 $1' a b", "own 3\na b"],
  ["ls src | xargs -n1 -I{} echo src/{}", "src/main.go"],
  ["/bin/cat src/main.go; type cd | head -1", "package main\ncd is a shell builtin"],
  ["sleep 30; timeout 5 cat src/main.go", "package main"],
  ["ls -l input.csv", expect.stringMatching(/^-rw-r--r-- .* Jan {1,2}1 {1,2}1980 input\.csv$/)],
])("runs %j", async (command, content) => {
  expect(await contentOf(command)).toEqual(content);
});

it.each([
  ["git status", 'the command "git" is not simulated'],
  ["true && (echo a; { curl -s x; })", 'the command "curl" is not simulated'],
  ["ls | xargs -n 1 git add", 'the command "git" is not simulated'],
  ["eval git status", 'the command "git" is not simulated'],
  ["x=git; $x status", 'the command "git" is not simulated'],
  ["command -v git", 'the command "git" is not simulated'],
  ["which node2", 'the command "node2" is not simulated'],
  ["date", 'the command "date" is not simulated'],
  ["echo $RANDOM", 'the variable "$RANDOM" is not simulated'],
  ["python3 -c 'print(1)'", '"python3 -c" is not simulated'],
  ["python3 -m http.server", '"python3 -m" is not simulated'],
  ["cat input.csv | node", '"node" is not simulated'],
  ["exec $x", '"exec" with a variable is not simulated'],
  ["ls --frobnicate", "the harness cannot simulate the command: ls: "],
  ["ln -s input.csv link", "symbolic links cannot be made in the simulated shell"],
])("reports that %j is not simulated, and does not guess", async (command, reason) => {
  const answer = await openOne().run(command);
  expect(answer.failed).toBe(true);
  expect(answer.event).toMatchObject({ kind: "refuse", text: expect.stringContaining(reason) });
  expect(answer.content).toContain(reason);
});

it("runs nothing of a command that it cannot simulate", async () => {
  const { run, stage } = openOne();
  expect(told(await run("cat input.csv > copy.csv; git add copy.csv"))).toHaveLength(1);
  expect(stage.changes.size).toBe(0);
});

describe("the walls of the stage", () => {
  it.each([
    "cat /etc/passwd",
    "ls /opt",
    "cat ../etc/hosts",
    "[ -e /usr/share ] && echo yes",
    "rm -rf /",
    "echo x > /etc/x",
    "cp input.csv /opt/",
    "mkdir /srv/a",
    "find /var -name x",
    "source /etc/profile",
  ])("refuse %j, as ours", async (command) => {
    const { event, failed } = await openOne().run(command);
    expect(failed).toBe(true);
    expect(event.text).toMatch(/^"\/[^"]*" is not simulated; the harness refused it, not the agent$/);
  });

  it("do not follow a symlink out of a skill", async () => {
    const { content, failed } = await openOne().run("cat skills/forms/away.md");
    expect([failed, content]).toEqual([true, expect.stringMatching(/No such file|away\.md/)]);
  });

  it("let a path through a parent directory reach a registered skill", async () => {
    expect(told(await openOne().run("cat skills/forms/references/../../forms/references/fields.md"))).toEqual(
      ["resource forms references/fields.md"],
    );
  });
});

describe("the events of a command", () => {
  it("are its only read, list or script, or the call with its parts", async () => {
    const { run } = openOne();
    expect(told(await run("cat skills/forms/references/fields.md | head -1"))).toEqual([
      "resource forms references/fields.md",
    ]);
    expect(told(await run("ls skills/forms"))).toEqual(["list forms"]);
    expect(told(await run("python3 skills/forms/scripts/check.py a | wc -c"))).toEqual([
      "script forms scripts/check.py answered",
    ]);
    expect(told(await run("echo a"))).toEqual(["tool exited with 0"]);
    expect(told(await run("cat input.csv src/main.go; false"))).toEqual([
      "tool exited with 1",
      "resource input.csv",
      "resource src/main.go",
    ]);
    expect(told(await run("cp input.csv out.csv; rm src/main.go; echo a >> /tmp/b"))).toEqual([
      "tool exited with 0",
      "resource input.csv",
      "write out.csv",
      "write src/main.go removed",
      "write /tmp/b",
    ]);
  });

  it("name a missing file that was read, with the file that was probably meant, but not one that was tested for", async () => {
    const { run } = openOne();
    expect(told(await run("cat skills/forms/references/field.md"))).toEqual([
      'refuse forms references/field.md "/project/skills/forms/references/field.md" does not exist; did you mean "references/fields.md"?',
    ]);
    expect(told(await run("test -f none.csv"))).toEqual(["tool exited with 1"]);
    expect(told(await run("cat none.csv 2> /dev/null || echo none"))).toEqual(["tool exited with 0"]);
  });

  it("keep what was written, in memory and for the next command", async () => {
    const { run, stage } = openOne();
    await run(
      "sed -i s/Ada/Eve/ input.csv; mkdir -p out/a; echo 1 > out/a/b; chmod +x own.sh; mv src/main.go out",
    );
    expect(
      (await run("cat input.csv out/a/b out/main.go; ls src; [ -x own.sh ] && ./own.sh 4")).content,
    ).toBe("name,n\nEve,3\nBob,1\n1\npackage main\nown 4");
    expect(Buffer.from(stage.project.read("input.csv")).toString()).toContain("Eve");
    expect(project["input.csv"]).toContain("Ada");
  });

  it("keeps bytes that are not text", async () => {
    const { run, stage } = openOne();
    await run("cat skills/forms/picture.png > copy.png");
    expect(Array.from(stage.project.read("copy.png"))).toEqual([0x89, 0x50, 0, 0xff]);
  });
});

it.each([
  "/project/skills/forms/references/fields.md",
  "/project/skills/forms/../forms/SKILL.md",
  "/project/input.csv",
  "/project/none.csv",
  "/project/skills/forms",
  "/project/skills/forms/picture.png",
  "/project/skills/forms/away.md",
  "/project/skills/SKILL.md",
  "/usr/bin/cat",
  "/home/user/.bashrc",
  "/etc/passwd",
  "/project/../../etc/hosts",
  "/",
  "/tmp/a b",
  "/opt/it's",
  "relative.md",
])("answers a plain read of %j as the whole shell does", async (file) => {
  const plain = await openOne().run(joinWords(["cat", file]));
  expect(plain).toEqual(await openOne().run(`true; ${joinWords(["cat", file])}`));
});

it("keeps the working directory and variables until it is restarted", async () => {
  const { run } = openOne();
  await run("cd src; export A=1; B=2");
  expect((await run("pwd; echo $A")).content).toBe("/project/src\n1");
  expect((await run("pwd; echo $A", { restart: true })).content).toBe("/project\n");
  const each = openOne({ fresh: true });
  await each.run("cd src");
  expect((await each.run("pwd")).content).toBe("/project");
});

it("runs a script of a skill by path or with an interpreter, with its standard input, and no other script", async () => {
  const { run } = openOne();
  expect((await run("python3 skills/forms/scripts/check.py a 'b c'")).content).toBe("scripts/check.py a b c");
  expect((await run("cd skills/forms; f=scripts/check.py; $f x; ./scripts/check.py y")).content).toBe(
    "scripts/check.py xscripts/check.py y",
  );
  expect((await run("python3 /project/input.csv", { restart: true })).event.text).toContain(
    "is a file of the project; the harness runs only scripts of skills",
  );
});

it("starts a script in the skill if the shell is there, otherwise in the project", async () => {
  const started: unknown[] = [];
  const { run } = openOne({
    scripts: {
      run: (request) => {
        started.push(request.directory);
        return echoScripts.run(request);
      },
    },
  });
  await run(
    "python3 skills/forms/scripts/check.py; cd skills/forms/scripts && python3 check.py; cd ../.. && forms/scripts/check.py",
  );
  expect(started).toEqual(["project", undefined, "project"]);
});

describe("hostile commands", () => {
  it.each([
    ["while :; do :; done", "too many commands"],
    ["f() { f; }; f", "maximum recursion depth"],
    ["x=a; while :; do x=$x$x; done", "string length limit"],
    ["echo {1..9999999}", "limit exceeded"],
    ["seq 1 100000000", "limit exceeded"],
    ["awk 'BEGIN { while (1) x++ }'", "exceeded maximum iterations"],
    ["sed ':a;ba' input.csv", "exceeded maximum iterations"],
    ["printf '%99999999d' 1", "limit exceeded"],
    [
      "for i in {1..9000}; do cat input.csv input.csv input.csv input.csv input.csv input.csv input.csv input.csv; done",
      "limit exceeded",
    ],
    [`${"$(".repeat(200)}true${")".repeat(200)}`, ""],
    [`${"(".repeat(20_000)}`, ""],
    ["a".repeat(300_000), ""],
  ])("are stopped in time: %.40s", { timeout: 60_000 }, async (command, reason) => {
    const { event, content } = await openOne().run(command);
    expect(["refuse", "tool"]).toContain(event.kind);
    if (reason !== "") expect(event).toMatchObject({ kind: "refuse", text: expect.stringContaining(reason) });
    expect(content.length).toBeLessThan(1_100_000);
  });

  it("match patterns in linear time", async () => {
    const started = cpuTime();
    await openOne().run(`printf '%s' ${"a".repeat(50_000)} | grep -E '(a+)+b'`);
    expect(cpuTime() - started).toBeLessThan(linearLimit);
  });
});

it("names only commands that the package has, and no network, interpreter or database", () => {
  const { commands } = JSON.parse(
    readFileSync(new URL("../src/harness/shell/commands.json", import.meta.url), "utf8"),
  ) as { readonly commands: readonly string[] };
  const known: readonly string[] = getCommandNames();
  expect(commands.filter((name) => !known.includes(name))).toEqual([]);
  expect(commands.filter((name) => /curl|wget|sqlite|python|node|js-exec|jq|yq|tar|gzip/.test(name))).toEqual(
    [],
  );
});

it("quotes words so that a shell reads them back", async () => {
  const words = ["/a b/it's.sh", "", "plain-1.2", '"$x" `y` \\z', "*?[~#!]", "文"];
  expect(await contentOf(joinWords(["printf", "%s|", ...words]))).toBe(
    words.map((word) => `${word}|`).join(""),
  );
});

it("starts a script with the interpreter for its extension, so it need not be executable", () => {
  expect([
    commandFor("/a/x.py", ["1"]),
    commandFor("/a/x.sh", []),
    commandFor("/a/x.mjs", []),
    commandFor("/a/tool", ["a b"]),
  ]).toEqual(["python3 /a/x.py 1", "bash /a/x.sh", "node /a/x.mjs", "/a/tool 'a b'"]);
});
