import { SkillsError } from "../../core/errors.ts";
import { quote } from "../../core/show.ts";
import { decodeUtf8 } from "../../core/utf8.ts";
import { lookUpFile } from "../../read/discover-named.ts";
import { readFile } from "../../read/open-file.ts";

/** The names of the tests that failed in an earlier run. Throws a SkillsError for what is no report of one. */
export function failuresIn(written: string, cwd: string): ReadonlySet<string> {
  const { absolute, label } = lookUpFile(written, cwd);
  const tests = testsOf(parse(decodeUtf8(readFile(absolute, label)) ?? ""));
  if (!tests)
    throw new SkillsError("bad-usage", `${quote(label)} is no report of a run of tests`, {
      hint: "skills test --format json > baseline.json makes one",
    });
  return new Set(
    tests.flatMap((test) =>
      isObject(test) && test["outcome"] === "fail" && typeof test["name"] === "string" ? [test["name"]] : [],
    ),
  );
}

function testsOf(report: unknown): readonly unknown[] | undefined {
  const data = isObject(report) && report["command"] === "test" ? report["data"] : undefined;
  const tests = isObject(data) ? data["tests"] : undefined;
  return Array.isArray(tests) ? tests : undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
