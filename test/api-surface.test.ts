import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const types = path.resolve("dist/types");

interface Declared {
  readonly name: string;
  readonly file: string;
  readonly text: string;
}

const texts = new Map<string, string>();

function source(file: string): string {
  const text =
    texts.get(file) ?? readFileSync(path.join(types, `${file}.d.ts`), "utf8").replace(/\/\*[^]*?\*\//g, "");
  texts.set(file, text);
  return text;
}

/** What a file declares itself, by name: the declaration as the compiler writes it. */
function declaredIn(file: string): ReadonlyMap<string, string> {
  const parts = source(file).split(/^(?=(?:export )?(?:declare|interface|type|import|export)\b)/m);
  return new Map(
    parts.flatMap((part) => {
      const [, name] =
        /^(?:export )?(?:declare )?(?:abstract )?(?:const|function|class|interface|type) (\w+)/.exec(part) ??
        [];
      return name === undefined ? [] : [[name, part.replace(/\n\s*\n/g, "\n").trim()] as const];
    }),
  );
}

/** The file that declares a name of a file, which may import it, and its name there; undefined for a global one. */
function origin(file: string, name: string): { readonly file: string; readonly name: string } | undefined {
  if (declaredIn(file).has(name)) return { file, name };
  for (const [, names, from] of source(file).matchAll(
    /(?:import|export) (?:type )?\{([^}]*)\} from "([^"]+)"/g,
  ))
    for (const each of names!.split(",")) {
      const [inner = "", outer = inner] = each
        .trim()
        .replace(/^type /, "")
        .split(" as ");
      if (outer === name) return origin(path.join(path.dirname(file), from!.replace(/\.js$/, "")), inner);
    }
  return undefined;
}

/** The exports of an entry, sorted by name. */
function exportsOf(entry: string): readonly Declared[] {
  const text = source(entry);
  const own = Array.from(
    text.matchAll(/^export (?:declare )?(?:const|function|class|interface|type) (\w+)/gm),
    ([, name]) => name!,
  );
  const passed = Array.from(text.matchAll(/^export (?:type )?\{([^}]*)\}/gm), ([, names]) =>
    names!.split(","),
  )
    .flat()
    .map((each) => each.trim().replace(/^type /, ""))
    .filter((each) => each !== "");
  const named = [...own, ...passed].map((each) => {
    const [inner = "", outer = inner] = each.split(" as ");
    const declared = origin(entry, outer) ?? origin(entry, inner)!;
    return { name: outer, file: declared.file, text: declaredIn(declared.file).get(declared.name)! };
  });
  return named.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

it("lists every export of the library as it is published, so that a change of it is seen", async () => {
  const pages = ["index", "engine", "engine-report", "engine-rules"].map((entry) => {
    const declared = exportsOf(entry);
    expect(declared.length).toBeGreaterThan(4);
    expect(new Set(declared.map(({ name }) => name)).size).toBe(declared.length);
    return `# ${entry}\n\n${declared.map(({ name, text }) => `## ${name}\n${text}\n`).join("\n")}`;
  });
  await expect(pages.join("\n")).toMatchFileSnapshot("../fixtures/api-surface.txt");
});

it("has every value that the published modules export", async () => {
  for (const entry of ["index", "engine", "engine-report", "engine-rules"]) {
    const module: object = await import(path.resolve(`dist/${entry}.js`));
    const names = exportsOf(entry).flatMap(({ name, text }) =>
      /^(?:export )?(?:declare )?(?:const|function|class)\b/.test(text) ? [name] : [],
    );
    expect(names).toEqual(Object.keys(module).toSorted());
  }
});

it("exports every type that its declarations name", () => {
  for (const entry of ["index", "engine", "engine-report", "engine-rules"]) {
    const exported = exportsOf(entry);
    const known = new Set(exported.map(({ text }) => text));
    const missing = exported.flatMap(({ name, file, text }) =>
      (text.match(/\b[A-Z]\w+\b/g) ?? []).flatMap((word) => {
        const declared = origin(file, word);
        const inner = declared && declaredIn(declared.file).get(declared.name);
        return inner === undefined || known.has(inner) ? [] : [`${name} names ${word}`];
      }),
    );
    expect(missing).toEqual([]);
  }
});
