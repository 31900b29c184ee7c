import { expect, it } from "vitest";
import { commands } from "../src/cli/command-list.ts";
import { validatorIds } from "../src/model/validator.ts";
import { type Surroundings, runSkills } from "./support/io.ts";
import { makeTree, skillMd } from "./support/tree.ts";

/** The lines of the error of an unusable command line. */
async function refused(args: readonly string[], surroundings?: Surroundings): Promise<readonly string[]> {
  const { code, stdout, stderr } = await runSkills(args, surroundings);
  expect([code, stdout]).toEqual([2, ""]);
  return stderr.trimEnd().split("\n");
}

it.each([
  "add",
  "ls",
  "remove",
  "rm",
  "package",
  "format",
  "new",
  "create",
  "fix",
  "audit",
  "scan",
  "eval",
  "publish",
  "FMT",
])("leads from %s to a command that there is", async (word) => {
  const [sentence = ""] = await refused([word]);
  const [, command] = /^skills: unknown command ".*"; use `skills ([a-z]+)[^`]*`$/.exec(sentence) ?? [];
  expect(commands.map(({ name }) => name)).toContain(command);
});

it.each(["add", "find", "update", "remove", "ls", "experimental_install"])(
  "names the program to which the command %s belongs",
  async (word) => {
    expect((await refused([word, "x"]))[1]).toBe(
      `"${word}" is a command of vercel's installer of the same name; skills --help lists the commands of skillwright`,
    );
  },
);

it("suggests check for a path in place of a command", async () => {
  const cwd = makeTree({ "a/SKILL.md": skillMd("a") });
  expect((await refused(["a"], { cwd }))[0]).toBe(
    'skills: unknown command "a"; to check that path, use "skills check a"',
  );
  expect((await refused(["./a/SKILL.md"], { cwd }))[0]).toBe(
    'skills: unknown command "./a/SKILL.md"; to check that path, use "skills check ./a/SKILL.md"',
  );
  expect((await refused(["b"], { cwd }))[0]).toBe('skills: unknown command "b"');
  expect((await refused([""], { cwd }))[0]).toBe('skills: unknown command ""');
});

it("does not treat the name of an object's built-in property as a known command", async () => {
  for (const word of ["constructor", "__proto__", "toString"])
    expect((await refused([word]))[0]).toBe(`skills: unknown command "${word}"`);
});

it("suggests the intended option of the program, and where to find the others", async () => {
  expect((await refused(["-v"]))[0]).toBe('skills: unknown option "-v"; did you mean "-V"?');
  expect((await refused(["--verison"]))[0]).toBe(
    'skills: unknown option "--verison"; did you mean "--version"?',
  );
  expect(await refused(["--fix", "lint", "a"])).toEqual([
    'skills: option "--fix" must come after the command "lint"',
    "for example: skills lint --fix",
  ]);
});

it("runs check with its options if no command is given", async () => {
  const cwd = makeTree({ "a/SKILL.md": skillMd("a"), "list/SKILL.md": skillMd("list") });
  const { code, stdout } = await runSkills(["--format", "json", "a"], { cwd });
  expect({ code, report: JSON.parse(stdout) as unknown }).toMatchObject({
    code: 0,
    report: { command: "check", subjects: [{ path: "a" }] },
  });
  expect((await runSkills(["--quiet", "--", "list"], { cwd })).code).toBe(0);
  expect((await refused(["-x"]))[0]).toBe("skills: unknown option '-x'");
});

it("suggests --format for an option named like a format of the command", async () => {
  expect((await refused(["lint", "--sarif"]))[0]).toBe(
    "skills: unknown option '--sarif'; did you mean --format sarif?",
  );
  expect((await refused(["list", "--json"]))[0]).toBe(
    "skills: unknown option '--json'; did you mean --format json?",
  );
  expect((await refused(["list", "--sarif"]))[0]).toBe("skills: unknown option '--sarif'");
});

it("suggests the nearest value of an option", async () => {
  const slips: readonly (readonly [readonly string[], string])[] = [
    [["test", "--system", "harnes9"], 'system "harnes9" is not supported; did you mean "harness9"?'],
    [["run", "hi", "--system", "agioo"], 'system "agioo" is not supported; did you mean "agio"?'],
    [["run", "hi", "--model", "lexcal"], 'unknown model "lexcal"; did you mean "lexical"?'],
    [["graph", "--format", "mermade"], 'format "mermade" is not supported; did you mean "mermaid"?'],
    [["lint", "--tokens", "exakt"], 'tokens "exakt" is not supported; did you mean "exact"?'],
    [["lint", "--rule", "body-length=of"], 'severity "of" is not supported; did you mean "off"?'],
    [["explain", "name-fromat"], 'unknown rule "name-fromat"; did you mean "name-format"?'],
    [["pack", "--archive", "tgz"], 'archive "tgz" is not supported; use skill, tar.gz, zip'],
    [["completions"], "missing required argument 'SHELL'; use bash, fish, zsh"],
    [["completions", "tcsh"], 'shell "tcsh" is not supported; use bash, fish, zsh'],
    [["completions", "fsh"], 'shell "fsh" is not supported; did you mean "fish"?'],
  ];
  for (const [args, sentence] of slips) expect((await refused(args))[0]).toBe(`skills: ${sentence}`);
});

it("names the command that supports a target that this one does not", async () => {
  const hint = "use skills check --target claude-ai";
  expect(await refused(["validate", "--target", "claude-ai"])).toEqual([
    `skills: target "claude-ai" is an uploader; this command supports ${validatorIds.toSorted().join(", ")} or an id in \`skills clients\``,
    hint,
  ]);
  expect((await refused(["pack", "--target", "agio"]))[0]).toContain(
    'skills: target "agio" is a simulated system; this command supports ',
  );
});

it("suggests an existing path for a missing one", async () => {
  const cwd = makeTree({ "skills/pdf-forms/SKILL.md": skillMd("pdf-forms"), "pdf.zip": "" });
  const connection =
    "skillwright does not use the network; clone or download it first and pass the local path";
  const meant: readonly (readonly [readonly string[], string])[] = [
    [["check", "pdf-forms"], 'did you mean "skills/pdf-forms"?'],
    [["inspect", "pdf-forms"], 'did you mean "skills/pdf-forms"?'],
    [["install", "https://example.com/pdf.zip"], connection],
    [["install", "git@example.com:a/b.git"], connection],
    [["install", "anthropics/agents"], `if this is a repository: ${connection}`],
    [["install", "skills/pdf-form"], 'did you mean "skills/pdf-forms"?'],
    [
      ["graph", "pdf.zip"],
      "use `skills check pdf.zip` to check the skills in it or `skills inspect pdf.zip` to see its contents",
    ],
  ];
  for (const [args, hint] of meant) expect((await refused(args, { cwd }))[1]).toBe(hint);
});
