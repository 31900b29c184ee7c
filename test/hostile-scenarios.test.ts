import { expect, it } from "vitest";
import { measuredRun } from "./support/measured-run.ts";
import { partOf } from "./support/samples.ts";
import { makeTree, skillMd } from "./support/tree.ts";

/** More than each of them may take, and more than enough for a scenario that tests a skill. */
const most = { seconds: 5, mebibytes: 300 };

/** Commands for the simulated shell, each of which would hang, or fill the memory, of a shell without limits. */
const commands: Readonly<Record<string, string | readonly string[]>> = {
  "deep directories": "d=d; for i in $(seq 500); do d=$d/d; done; mkdir -p $d",
  "deep directories, one by one": "for i in $(seq 2000); do mkdir d && cd d; done",
  "a long path that is read": `cat /project/${"a/".repeat(200_000)}b`,
  "a long path with moves": `cat ${"a/../".repeat(50_000)}SKILL.md`,
  "a long path that is written": `echo x > ${"a".repeat(5_000)}`,
  "a script with a long path": `bash ${"a/".repeat(60_000)}../x.sh`,
  "a loop": "while true; do :; done",
  "a loop of arithmetic": "i=0; while ((i < 1000000000)); do ((i++)); done",
  "an until loop": "until false; do x=$x; done",
  "a for loop with no end": "for ((;;)); do true; done",
  "a fork bomb": ":(){ :|:& };:",
  "a recursive function": "f() { f; f; }; f",
  "a doubling variable": "x=a; while true; do x=$x$x; done",
  "a doubling array": 'a=(x); while true; do a+=("${a[@]}"); done',
  "nested eval": 'x="eval \\$x"; eval $x',
  "nested command substitution": `echo ${"$(echo ".repeat(400)}a${")".repeat(400)}`,
  "nested subshells": `${"(".repeat(3_000)}true${")".repeat(3_000)}`,
  "nested braces": "echo {1..100}{1..100}{1..100}{1..100}",
  "a long range": "echo {1..100000000}",
  "a long seq": "seq 100000000 | wc -l",
  "a pipeline of yes": "while true; do echo yes; done | head -1",
  "a doubling file": "echo aaaaaaaa > f; for i in $(seq 60); do cat f f > g; mv g f; done",
  "many files": "for i in $(seq 100000); do echo $i > f$i; done",
  "many files in one command": "touch $(seq 20000)",
  "many directories": "mkdir -p {1..50}/{1..50}/{1..50}",
  "a copy of a copy": "mkdir a; for i in $(seq 30); do cp -r a b; mv b a/; done",
  "a tree that is removed and made": "while true; do mkdir -p {1..20}/{1..20}; rm -rf [0-9]*; done",
  "a pattern of awk": `awk 'BEGIN { s = "a"; while (1) s = s s }'`,
  "a loop of awk": "awk 'BEGIN { while (1) i++ }'",
  "a loop of sed": "echo a | sed ':a; s/a/aa/; ta'",
  "a pattern of grep": `echo ${"a".repeat(40)}b | grep -E '^(a+)+$'`,
  "a pattern of sed": `echo ${"a".repeat(40)}b | sed -E 's/^(a|aa)+$/x/'`,
  "a pattern of [[": `[[ ${"a".repeat(40)}b =~ ^(a+)+$ ]]`,
  "a glob": `mkdir d; touch d/${"a".repeat(60)}; ls d/${"*a".repeat(25)}b`,
  "a pattern of case": `case ${"a".repeat(80)} in ${"*a".repeat(30)}b) ;; esac`,
  "a long substitution": `x=${"a".repeat(100_000)}; for i in $(seq 2000); do y=\${x//a/bb}; done`,
  "a sort of much": "seq 200000 | sort -R | sort -n | uniq -c | tail -1",
  "a wide printf": "printf '%1000000000d' 1",
  "a wide printf, repeated": "printf '%.0sx%500000d' {1..1000}",
  "xargs without end": "seq 50000 | xargs -n 1 echo",
  "find with exec": "touch {1..500}; find . -exec cat {} + -exec cat {} +",
  "a here document": `cat <<${"E".repeat(10)}\n${"x\n".repeat(100_000)}${"E".repeat(10)}`,
  "a large split": "seq 100000 > f; split -l 1 f",
  "a variable of the next command": [
    "x=a; for i in $(seq 19); do x=$x$x; done",
    ...Array<string>(15).fill("y=$x; z=$y; echo $z$y$x | wc -c"),
  ],
  "much output, again and again": Array<string>(40).fill("seq 150000"),
  "a slow command, again and again": Array<string>(40).fill("for i in $(seq 9000); do x=$((i * i)); done"),
};

const deep = "d/".repeat(1_000);

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => at);

const files = (count: number, folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(numbers(count).map((at) => [`${folder}${at}`, "x"]));

/** Scenarios that would take long without a shell. */
const scenarios: Readonly<Record<string, object>> = {
  "slow commands in both shells": {
    systems: ["agio", "spring-ai-alibaba"],
    steps: numbers(60).map((at) => ({
      call: at % 2 === 0 ? "shell" : "bash",
      arguments: { command: "for i in $(seq 9000); do x=$((i * i)); done" },
    })),
  },
  "a project with many deep files": {
    project: files(200, deep),
    steps: numbers(100).map((at) => ({ call: "shell", arguments: { command: `cat /project/${deep}${at}` } })),
  },
  "many changes of a project with many files": {
    project: files(1_500, "a/b/"),
    steps: numbers(300).map((at) => ({ change: { [`c/${at}`]: "x" } })),
  },
  "changes in deep directories": {
    steps: numbers(200).map((at) => ({ change: { [`${deep}${at}`]: "x" } })),
  },
  "a script that writes deep files": {
    scripts: [{ skill: "s", file: "run.sh", writes: files(300, deep) }],
    limits: { turns: 1_000, calls: 1_000, scripts: 100 },
    steps: [{ activate: "s" }, ...numbers(50).map(() => ({ run: "run.sh" }))],
  },
  "long paths of a tool": {
    systems: ["agentskills", "harness9", "react-actions"],
    steps: [{ activate: "s" }, ...numbers(20).map(() => ({ read: `${"a/../".repeat(8_000)}SKILL.md` }))],
  },
  "long paths with a long beginning": {
    systems: ["agentskills", "agio"],
    steps: [{ activate: "s" }, { read: "a".repeat(300_000) + "/b/..".repeat(60_000) }],
  },
  "a pattern of an expectation": {
    steps: [{ finish: `${"a".repeat(50_000)}b Done` }],
    expect: { answer: { matches: "^(a+)+$" } },
  },
  "a pattern in many expectations": {
    steps: [{ finish: "a".repeat(200_000) }],
    expect: { answer: { matches: numbers(100).map((at) => `(${"a*".repeat(30)})*b${at}`) } },
  },
  "a large prompt, again and again": { prompt: numbers(40).map(() => "word ".repeat(5_000)), steps: [] },
  "an answer that grows": { steps: numbers(400).map((at) => ({ say: `${"word ".repeat(400)}${at}` })) },
  "a large file, read again and again": {
    project: { "big.txt": "line\n".repeat(100_000) },
    steps: numbers(400).map(() => ({ call: "shell", arguments: { command: "cat /project/big.txt" } })),
  },
};

function shellScenario(written: string | readonly string[]): object {
  return { steps: [written].flat().map((command) => ({ call: "shell", arguments: { command } })) };
}

const all: readonly (readonly [string, object])[] = [
  ...Object.entries(commands).map(([name, written]) => [name, shellScenario(written)] as const),
  ...Object.entries(scenarios),
];

const common = {
  systems: ["spring-ai-alibaba"],
  skills: ["."],
  prompt: "Go.",
  limits: { turns: 1_000, calls: 1_000 },
  expect: { stop: "answered" },
};

function textOf(scenario: object): string {
  return JSON.stringify({ ...common, ...scenario });
}

it.each(partOf(all))("ends %s in seconds, and within its memory", async (_, scenario) => {
  const cwd = makeTree({
    "s/SKILL.md": skillMd("s"),
    "s/run.sh": "true\n",
    "s/x.scenario.yaml": textOf(scenario),
  });
  const { code, cpu, mebibytes, stderr } = await measuredRun(["test", "s/x.scenario.yaml"], cwd);
  expect([code, stderr]).toEqual([expect.any(Number), ""]);
  expect(cpu).toBeLessThan(most.seconds);
  expect(mebibytes).toBeLessThan(most.mebibytes);
});
