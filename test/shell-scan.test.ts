import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { parse } from "just-bash";
import { describe, expect, it } from "vitest";
import { callsOf } from "../src/inventory/shell-calls.ts";
import { blank } from "../src/parse/script/blanks.ts";
import { quotedIn } from "../src/parse/script/code.ts";
import { scanShell } from "../src/parse/script/scan-shell.ts";
import { cpuTime, linearLimit } from "./support/effort.ts";
import { isFull } from "./support/samples.ts";
import { unpackSkills } from "./support/unpack-skills.ts";

interface Found {
  readonly commands: readonly string[];
  readonly functions: readonly string[];
}

/** The literal names of the commands, and the functions, that our scanner finds. */
function scanned(text: string): Found {
  const { commands, functions } = scanShell(text, 0, text.length);
  const names = commands.flatMap((command) => {
    const [first] = callsOf(command).next().value ?? [];
    return first?.literal ? [first.text] : [];
  });
  return { commands: names.sort(), functions: Array.from(functions).sort() };
}

/** Those that the parser of a shell finds. */
function parsed(text: string): Found {
  const commands: string[] = [];
  const functions = new Set<string>();
  const open: unknown[] = [parse(text)];
  while (open.length > 0) {
    const node = open.pop();
    if (typeof node !== "object" || node === null) continue;
    if ("type" in node && node.type === "SimpleCommand" && "name" in node)
      commands.push(...nameOf(node.name));
    if ("type" in node && node.type === "FunctionDef" && "name" in node) functions.add(String(node.name));
    // Commands in arithmetic are not parsed yet.
    if ("type" in node && node.type === "ArithCommandSubst" && "command" in node)
      open.push(parse(String(node.command)));
    open.push(...Object.values(node));
  }
  return { commands: commands.sort(), functions: Array.from(functions).sort() };
}

/** The text of a word without expansions, as a list of one. */
function nameOf(word: unknown): readonly string[] {
  if (typeof word !== "object" || word === null || !("parts" in word) || !Array.isArray(word.parts))
    return [];
  let text = "";
  for (const part of word.parts) {
    const inner =
      part.type === "DoubleQuoted" ? nameOf(part)[0] : part.type === "Glob" ? part.pattern : part.value;
    if (!["DoubleQuoted", "Escaped", "Glob", "Literal", "SingleQuoted"].includes(part.type)) return [];
    if (typeof inner !== "string") return [];
    text += inner;
  }
  return [text];
}

it.each([
  "git status && make -j4 || exit 1; ls | wc -l &",
  'url="${URL:-$(cat url.txt 2>/dev/null || echo "https://example.com")}"\ncurl "$url"',
  'for file in ${FILES[@]+"${FILES[@]}"}; do echo "  $(basename "$file")"; done',
  'cat > note.md <<END\nat $(date "+%F") by `whoami`, "$HOME"\nEND\ngit add note.md',
  "cat <<'END'\n$(rm -rf x)\nEND\ngit add .",
  'if [[ -z "$a" || -n "$b" && ( $c < d ) ]]; then usage; fi',
  'if [[ "$version" =~ ([0-9]+)\\.([0-9]+) ]]; then echo yes; fi\nmake',
  '[[ "$id" =~ ^[A-Za-z0-9_-]{32,64}$ ]] || return 1',
  "found=()\ndeclare -a left=()\nfound+=(one two $(ls))\nmain",
  'main() { run "$@"; }\nfunction helper { echo; }\nfunction other() { true; }\nmain',
  'case " $line " in\n  *" $word "*) return 0 ;;\n  a|"b c") stop ;;\n  *) skip;;\nesac\ndone_with_it',
  "case $1 in -h|--help ) usage ;; *) shift;; esac",
  "x=$(( $(date +%s) + 3 ))\nwhile (( $(count) < 3 )); do sleep 1; done",
  'name="$(printf \'%s\' "${path#"$home"/}" | sed \'s/[/:]/-/g\')"\nsave "$name"',
  'printf "it\'s $(hostname)\\n"; echo \'a "b" $(not)\'; echo "\\$(not)"',
  "{ make clean; make; } > log 2>&1; (cd build && ninja)",
  "diff <(sort a) <(sort b)\nread -r line < file",
  "echo one \\\n  two\n# echo three\necho four # echo five",
  'echo "${name//\\//-}" "${name%.*}" "${#name}" "${!name}"\nnext',
  "until ping -c1 host; do sleep 1; done; ! grep -q x y",
  "echo $'it\\'s' a; next",
])("finds the commands and functions of a shell's parser in %j", (text) => {
  expect(scanned(text)).toEqual(parsed(text));
  expect(parsed(text).commands.length).toBeGreaterThan(0);
});

it.each([
  "${",
  '"${',
  "${x:-",
  "${".repeat(5_000),
  "$(".repeat(5_000),
  "[[ ",
  "[[ a ".repeat(5_000),
  "<<END\n$(",
  "x=(",
])("reads an unclosed %.20j to its end, in linear time", (text) => {
  const started = cpuTime();
  scanned(`${text}\n${"a || b; ".repeat(20_000)}`);
  expect(cpuTime() - started).toBeLessThan(linearLimit);
});

it.each([
  ["echo \"a $(b 'c') d\" # e", "echo \"  $(b ' ')  \" #  "],
  ['rel="${path#"$root"/}" next', 'rel="                " next'],
  ["a ${x:-\"b c\"} 'd'", "a ${x:-\"   \"} ' '"],
  ["cat <<END\n$(a)\nEND\nb", "cat <<END\n    \nEND\nb"],
  ["echo $'it\\'s' a", "echo $'     ' a"],
  ["it's a # b", "it's a #  "],
])("leaves the quotes, comments and heredocs of %j out of the code", (text, code) => {
  expect(blank(text, quotedIn("shell", text))).toBe(code);
});

if (isFull) {
  describe("over the corpus", () => {
    const root = unpackSkills();

    it("finds the same in at least 97 of 100 scripts", () => {
      const scripts = readdirSync(root(), { recursive: true, encoding: "utf8" }).filter((file) =>
        /\.(?:ba)?sh$/.test(file),
      );
      let read = 0;
      const differing = scripts.filter((file) => {
        const text = readFileSync(path.join(root(), file), "utf8");
        try {
          parse(text);
        } catch {
          return false;
        }
        read++;
        return JSON.stringify(scanned(text)) !== JSON.stringify(parsed(text));
      });
      expect(read).toBeGreaterThan(100);
      expect(differing.length / read).toBeLessThan(0.03);
    });
  });
}
