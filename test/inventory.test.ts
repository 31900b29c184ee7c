import path from "node:path";
import { expect, it } from "vitest";
import { loadSkill } from "../src/lint/load-skill.ts";
import type { Inventory } from "../src/model/inventory.ts";
import type { SkillSource } from "../src/model/source.ts";
import { Vocabulary } from "../src/core/vocabulary.ts";
import { takeInventory } from "../src/inventory/take-inventory.ts";
import { openDirectory } from "../src/read/directory.ts";
import { openMemory } from "../src/model/memory-source.ts";
import { fixturesRoot, folders } from "./support/fixtures.ts";
import { cpuTime, linearLimit } from "./support/effort.ts";
import { partOf } from "./support/samples.ts";

function inventoryOf(source: SkillSource): Inventory {
  return takeInventory(loadSkill(source, [], { vocabulary: new Vocabulary(["word"]) }).skill);
}

/** Of files in memory, a SKILL.md of this body among them. */
function inventoryIn(body: string, files: Readonly<Record<string, string>> = {}): Inventory {
  return inventoryOf(
    openMemory("a", {
      "SKILL.md": Buffer.from(`---\nname: a\ndescription: d\n---\n${body}`),
      ...Object.fromEntries(Object.entries(files).map(([file, text]) => [file, Buffer.from(text)])),
    }),
  );
}

/** `hosts contacted api.x.dev scripts/a.py:3`, one line a fact. */
function describeInventory({ unread, executables, ...lists }: Inventory): string {
  const facts = Object.entries(lists).flatMap(([list, { facts: listed, omitted }]) => [
    ...listed.map(({ name, kind, place, further, ...more }) =>
      [
        list,
        kind,
        ...Object.values(more).map(String),
        name,
        `${place.file}:${place.range?.start.line}`,
        ...(further > 0 ? [`+${further}`] : []),
      ].join(" "),
    ),
    ...(omitted > 0 ? [`${list} omitted ${omitted}`] : []),
  ]);
  const runnable = executables.facts.map(
    ({ path: file, language, interpreter, mode }) => `executables ${file} ${language} ${interpreter} ${mode}`,
  );
  return [...runnable, ...facts, ...unread.map(({ path: file, reason }) => `unread ${file}: ${reason}`)]
    .map((line) => `${line}\n`)
    .join("");
}

it.each(folders("inventory"))("takes the inventory of %s", async (name) => {
  const home = path.join(fixturesRoot, "inventory", name);
  const text = describeInventory(inventoryOf(openDirectory(path.join(home, name), name)));
  await expect(text).toMatchFileSnapshot(path.join(home, "expected.txt"));
});

const names = ({ facts }: { readonly facts: readonly { readonly name: string }[] }): readonly string[] =>
  facts.map(({ name }) => name);
const shell = (text: string): Inventory => inventoryIn("", { "run.sh": text });

it("finds the programs of a shell script wherever a command may be", () => {
  const found: readonly (readonly [string, readonly string[]])[] = [
    ["if git diff --quiet; then make; else ! gh pr list; fi", ["gh", "git", "make"]],
    [
      'NAME="$(jq -r .a < in.json)" sudo -E env A=1 psql -c "select `date`"',
      ["date", "env", "jq", "psql", "sudo"],
    ],
    ["for tool in node deno; do command -v $tool; done", []],
    ["case $x in\n  (git|hg) svn ;;\n  *) bzr\nesac\nfossil", ["bzr", "fossil", "svn"]],
    ["helm() { kubectl apply; }\nhelm upgrade\nfunction pulumi { true; }\npulumi", ["kubectl"]],
    ["cat > out <<-'A' && ssh a\n\tgit push\n\tA\nrsync a b 2>&1 &> log", ["cat", "rsync", "ssh"]],
    ["x=(git hg)\necho $((make + 1)) # make\n[[ -f git ]] && \\\n  diff <(sort a) b", ["diff", "sort"]],
    ['./run.sh; bash run.sh; /opt/tool/bin/run --fast; $GIT push; "$DIR/x"', ["/opt/tool/bin/run", "bash"]],
    ["git clone <repo-url> && tar xf <the file>", ["git", "tar"]],
    ["echo 'git push' \"hg push\"", []],
  ];
  for (const [text, programs] of found) expect([text, names(shell(text).programs)]).toEqual([text, programs]);
});

it("finds the program after the options of a runner, across a continued line", () => {
  const text =
    "env -u PYTHONPATH A=1 \\\n  curl https://a.dev\nsudo -u www-data psql\nxargs -I {} gh pr view";
  expect(names(shell(text).programs)).toEqual(["curl", "env", "gh", "psql", "sudo", "xargs"]);
});

it("finds cmdlets and programs in PowerShell", () => {
  const text =
    '# git push\nparam($Path)\nGet-Content $Path | Set-Content out.txt\n& git status\nif (Test-Path $Path) { docker pull alpine:3 }\n$x = Invoke-WebRequest "git clone"\nfunction Fill-Form { kubectl apply }\nFill-Form\n';
  const { programs, packages } = inventoryIn("Run `powershell -File scripts/fill.ps1`.", {
    "fill.ps1": text,
  });
  expect(names(programs)).toEqual([
    "Get-Content",
    "Invoke-WebRequest",
    "Set-Content",
    "Test-Path",
    "docker",
    "git",
    "kubectl",
    "powershell",
  ]);
  expect(names(packages)).toEqual(["alpine:3"]);
});

it("takes no function of a sourced script for a program", () => {
  const { programs } = inventoryIn("", {
    "scripts/run.sh": 'source "$(dirname "$0")/lib/common.sh"\nlog hi\ndie\nhg push\n',
    "scripts/lib/common.sh": "log() { :; }\n. ./more.sh\n",
    "scripts/lib/more.sh": "die() { :; }\n. ./common.sh\n",
  });
  expect(names(programs)).toEqual(["dirname", "hg"]);
});

it("ends a command in a string at an escaped line break", () => {
  const { packages } = inventoryIn("", {
    "a.py": "import subprocess\nsubprocess.run('npm i @google/genai\\n', shell=True)\n",
  });
  expect(names(packages)).toEqual(["@google/genai"]);
});

it("reads a path with spaces in quotes, and no sentence", () => {
  const text = 'cat "/opt/my forms/a b.txt"\necho "/tmp/x is done"\n';
  expect(names(shell(text).paths)).toEqual(["/opt/my forms/a b.txt", "/tmp/x"]);
});

it("takes a variable for the environment's where the file gives it no value", () => {
  const text =
    'AA=1; read -r BB CC; for DD in x; do :; done; local EE=2; printf -v FF x\necho $AA $BB $CC $DD $EE $FF ${GG} "$HH" \'$II\' ${JJ:-1} $1 $? $PWD $lower\nKK="${KK:-2}"; LL=$LL';
  expect(names(shell(text).variables)).toEqual(["GG", "HH", "JJ", "KK"]);
});

it("lists packages that are installed by name, not those from files or addresses", () => {
  const text =
    "pip install -r requirements.txt . -e ./lib git+https://a.dev/x requests[socks]==2.1\nnpm ci; npm install; npm i -D @a/b@1 --registry https://r.dev\nnpx -y create-x my-app\nuvx --from ruff==1 ruff check\ndocker run --rm -v /a:/b alpine:3 sh\ngo install a.dev/x@latest\nnpm install $PKG ./x <name> your-package";
  const { packages } = shell(text);
  expect(packages.facts.map(({ registry, name }) => `${registry} ${name}`)).toEqual([
    "npm @a/b@1",
    "Go modules a.dev/x@latest",
    "container images alpine:3",
    "npm create-x",
    "PyPI requests[socks]==2.1",
    "PyPI ruff==1",
  ]);
});

it("names a host by what of it is written", () => {
  const body = [
    "https://user:pw@API.x.dev:8443/a",
    "https://{name}.atlassian.net",
    "https://${A}.x.io/",
    "git@github.com:a/b",
    "postgres://u:p@db:5432/x",
    "http://[::1]:80/",
    "wss://10.0.0.256",
    "https://x",
    "file:///etc/a.b",
    "http://a.b.example.com",
    "https://your-site.dev",
    "ssh://git@h.example",
  ].join("\n");
  expect(names(inventoryIn(body).hosts)).toEqual([
    "*.atlassian.net",
    "*.x.io",
    "[::1]:80",
    "api.x.dev:8443",
    "db:5432",
    "github.com",
  ]);
});

it("takes no name of an XML namespace or a JSON schema for a host that is asked", () => {
  const { hosts } = inventoryIn("", {
    "make.py":
      'import requests\nNS = "http://www.w3.org/2000/svg"\nrequests.get("https://api.x.dev/v1")\nrequests.get("https://json-schema.org/draft-07/schema")\n',
  });
  expect(hosts.facts.map(({ name, kind }) => `${kind} ${name}`)).toEqual([
    "contacted api.x.dev",
    "mentioned json-schema.org",
    "mentioned www.w3.org",
  ]);
});

it("lists each name once, and counts the occurrences it leaves out", () => {
  const many = Array.from({ length: 100_000 }, (_, index) => `http://h${index}.dev/`).join("\n");
  const { hosts } = inventoryIn(many.slice(0, 1_000_000));
  expect([hosts.facts.length, hosts.omitted > 40_000]).toEqual([1_000, true]);
  const twice = inventoryIn("https://a.dev https://a.dev https://a.dev").hosts.facts;
  expect(twice).toEqual([
    {
      name: "a.dev",
      kind: "mentioned",
      address: false,
      place: { file: "SKILL.md", range: expect.anything() },
      further: 2,
    },
  ]);
});

it("lists what was not read, with the reason", () => {
  const { unread } = inventoryIn("x", { "big.txt": "x".repeat(1_048_577), "a.bin": "\0" });
  expect(unread).toEqual([
    { path: "a.bin", reason: "not text (1 bytes)" },
    { path: "big.txt", reason: "larger than 1048576 bytes (1048577 bytes)" },
  ]);
});

/** What a mistake in a pattern or a scanner would take minutes for. */
const units = [
  "a",
  "`",
  "$",
  '"',
  "(",
  "<",
  "../",
  "~/",
  "${A",
  "sudo ",
  "$ git x\n",
  "<<A\n",
  "case a in ",
  "1.",
  "http://a.b ",
  ".claude/",
  'os.environ["',
  '"env": [',
];

it.each(partOf(units))("is soon done with a megabyte of %j", (unit) => {
  const text = unit.repeat(Math.ceil(1_000_000 / unit.length)).slice(0, 1_000_000);
  for (const file of ["a.py", "b.md"]) {
    const source = openMemory("a", {
      "SKILL.md": Buffer.from("---\nname: a\ndescription: d\n---\n"),
      [file]: Buffer.from(file === "b.md" ? `\`\`\`sh\n${text}\n\`\`\`\n` : `import os, subprocess\n${text}`),
    });
    const { skill } = loadSkill(source, [], { vocabulary: new Vocabulary(["word"]) });
    const started = cpuTime();
    takeInventory(skill);
    expect(cpuTime() - started).toBeLessThan(linearLimit);
  }
});
