import { checkPython } from "../../programs/python.ts";
import { checkShell } from "../../programs/shell.ts";
import { SkillsError } from "../../core/errors.ts";
import type { SkillSource } from "../../model/source.ts";
import type { SourceText } from "../../core/source-text.ts";
import type { SyntaxInput, SyntaxLanguage, SyntaxVerdict, SyntaxVerdicts } from "../../model/syntax.ts";
import { Vocabulary } from "../../core/vocabulary.ts";
import { findScripts } from "../../parse/script/script.ts";
import { syntaxFiles } from "../../parse/syntax/syntax.ts";
import { decodeText } from "../../parse/decode.ts";
import { readTexts } from "../../lint/read-texts.ts";

/**
 * Checks the syntax of YAML and JavaScript here, and of Python and shell with installed programs, started once for all
 * skills.
 */
export async function checkSyntax(sources: readonly SkillSource[]): Promise<SyntaxVerdicts> {
  const inputs = new Map<string, SyntaxInput>();
  for (const source of sources) for (const input of inputsOf(source)) inputs.set(keyOf(input), input);
  const all = Array.from(inputs.values());
  const verdicts = new Map<string, SyntaxVerdict>();
  const parsers = await parserTable();
  for (const [language, parse] of Object.entries(parsers)) {
    const mine = all.filter((input) => input.language === language);
    const found = mine.length === 0 ? [] : await parse(mine.map(({ bytes }) => bytes));
    for (const [at, input] of mine.entries()) verdicts.set(keyOf(input), found[at] ?? {});
  }
  return (input) =>
    verdicts.get(keyOf(input)) ??
    (input.language in parsers ? { unparsed: "it has changed since it was read" } : undefined);
}

/** Endings of the most common files, which are neither scripts nor YAML. */
const needsNoParser =
  /\.(?:md|mdx|markdown|json|jsonl|toml|txt|csv|html?|css|svg|xml|tsx?|png|jpe?g|gif|pdf)$/i;

function inputsOf(source: SkillSource): readonly SyntaxInput[] {
  const files = source.list().entries.filter(({ path }) => !needsNoParser.test(path));
  const { texts } = readTexts({
    files,
    bytesOf: (path) => readIfPossible(source, path),
    known: new Map(),
    vocabulary: new Vocabulary([]),
  });
  return syntaxFiles(texts, findScripts(texts)).map(({ language, bytes }) => ({ language, bytes }));
}

/** Unreadable files are reported when the skill is loaded. */
function readIfPossible(source: SkillSource, path: string): Uint8Array | undefined {
  try {
    return source.read(path);
  } catch (error) {
    if (error instanceof SkillsError) return undefined;
    throw error;
  }
}

type Parser = (texts: readonly string[]) => Promise<readonly SyntaxVerdict[]>;

/** Loaded on demand: the parsers are large. */
async function parserTable(): Promise<Partial<Record<SyntaxLanguage, Parser>>> {
  const { javaScriptVerdict } = await import("../../parse/syntax/javascript.ts");
  const { yamlVerdict } = await import("../../yaml/ours/verdict.ts");
  return {
    YAML: async (texts) => texts.map((bytes) => yamlVerdict(decode(bytes))),
    JavaScript: async (texts) => texts.map((bytes) => javaScriptVerdict(decode(bytes).text)),
    Python: checkPython,
    bash: (texts) => checkShell("bash", texts),
    sh: (texts) => checkShell("sh", texts),
  };
}

function decode(bytes: string): SourceText {
  return decodeText(Buffer.from(bytes, "latin1")).source;
}

function keyOf({ language, bytes }: SyntaxInput): string {
  return `${language}\n${bytes}`;
}
