import fc from "fast-check";

/** A value as written after a key: the rest of the key's line, and lines with the indentation that they need. */
interface Written {
  readonly first: string;
  readonly rest: readonly string[];
}

const common = fc.constantFrom(
  ...[
    "a",
    "Use when",
    "the user's files",
    "v1.2.3",
    "1.0",
    "42",
    "007",
    "true",
    "No",
    "null",
    "é ü",
    "日本",
    "🦞",
  ],
  ...[
    "2024-01-31",
    "12:30",
    "1e3",
    "0x1f",
    "https://example.com/x",
    "a:b",
    'say "x"',
    "(x)",
    "a b  c",
    "_x",
    "$HOME",
  ],
);

const rare = fc.constantFrom(
  ...[
    "a: b",
    "a #b",
    "#a",
    "'q'",
    '"q"',
    "- a",
    "-",
    "? a",
    "[a",
    "{a}",
    "a, b",
    "*.md",
    "&a",
    "!a",
    "|",
    ">",
    "%a",
  ],
  ...["@a", "`a`", "\\n", "\\", "=", "<<", ".5", "--- a", "...", "a:", "+1", "<b>", "~"],
);

const words = fc.oneof({ weight: 12, arbitrary: common }, { weight: 1, arbitrary: rare });

const spaces = fc.constantFrom(...Array.from({ length: 12 }, () => ""), " ", "  ");
const line = fc
  .tuple(words, fc.option(words), spaces)
  .map(([a, b, end]) => `${a}${b === null ? "" : ` ${b}`}${end}`);
const blank = fc.constantFrom("", "", "", "", "", " ", "    ");
const indent = fc.constantFrom("  ", "  ", "  ", "  ", "  ", "    ", " ", "");
const escaped = fc.constantFrom(
  ...[
    '\\"',
    '\\"',
    "\\\\",
    "\\n",
    "\\n",
    "\\t",
    "\\/",
    "\\u0041",
    "a",
    "b c",
    "{",
    ",",
    "]",
    ": ",
    " #",
    "''",
  ],
);

const plain = line.map((text): Written => ({ first: ` ${text}`, rest: [] }));

/** Lines after the first one of a scalar, some of them empty. */
const later = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: line.map((text) => `  ${text}`) },
    fc.tuple(indent, line).map((both) => both.join("")),
    blank,
  ),
  {
    minLength: 1,
    maxLength: 3,
  },
);

const several = fc
  .tuple(fc.boolean(), line, later)
  .map(([below, first, rest]): Written => (below ? { first: "", rest } : { first: ` ${first}`, rest }));

const quoted = fc
  .tuple(
    fc.constantFrom('"', '"', "'"),
    fc.array(fc.oneof(words, escaped), { maxLength: 4 }),
    fc.option(later, { freq: 3 }),
    spaces,
  )
  .map(([mark, parts, rest, end]): Written => {
    const text = parts.join("");
    if (rest === null) return { first: ` ${mark}${text}${mark}${end}`, rest: [] };
    return { first: ` ${mark}${text}`, rest: [...rest.slice(0, -1), `${rest.at(-1)}${mark}${end}`] };
  });

const block = fc
  .tuple(
    fc.constantFrom("|", ">", "|-", ">-", "|", ">", "|-", ">-", "|+", ">2", "| ", "|  # c"),
    later,
    fc.array(blank, { maxLength: 2 }),
  )
  .map(([header, lines, end]): Written => ({ first: ` ${header}`, rest: [...lines, ...end] }));

const gap = fc.constantFrom("", "", "", "", " ", " ", " ", " ", "\n  ", "\n    ", "\n", "\n\n  ");
const key = fc.constantFrom(
  ...[
    "a",
    "b",
    "c",
    "d",
    "e",
    "f",
    "name",
    "x-y",
    "x.y",
    '"k"',
    '"@a/b"',
    '"yes"',
    "description",
    "metadata",
  ],
  ...["'s'", "no", "1"],
);
const quotedInFlow = fc
  .array(fc.oneof(words, escaped), { maxLength: 3 })
  .map((parts) => `"${parts.join("").replaceAll(/(?<!\\)"/g, "")}"`);

const { flow } = fc.letrec<{ flow: string; member: string }>((tie) => ({
  member: fc.oneof(
    { depthSize: "small" },
    fc.oneof(
      words,
      quotedInFlow,
      quotedInFlow,
      words.map((word) => `'${word}'`),
    ),
    tie("flow"),
  ),
  flow: fc.oneof(
    fc
      .tuple(
        fc.array(
          fc.tuple(gap, tie("member"), gap).map((parts) => parts.join("")),
          { maxLength: 3 },
        ),
        fc.constantFrom("", "", "", " ", ","),
      )
      .map(([items, end]) => `[${items.join(",")}${end}]`),
    fc
      .tuple(
        fc.array(
          fc
            .tuple(gap, key, fc.constantFrom(":", ": ", ": ", ": ", ": ", " : "), tie("member"), gap)
            .map((parts) => parts.join("")),
          { maxLength: 3 },
        ),
        fc.constantFrom("", "", "", " ", ","),
      )
      .map(([pairs, end]) => `{${pairs.join(",")}${end}}`),
  ),
}));

const collection = fc.tuple(fc.constantFrom(" ", "\n  ", "\n"), flow, spaces).map((parts): Written => {
  const [first = "", ...rest] = parts.join("").split("\n");
  return { first, rest };
});

const scalar = fc.oneof(
  plain,
  plain,
  several,
  quoted,
  block,
  collection,
  fc.constant<Written>({ first: "", rest: [] }),
);

const { entries } = fc.letrec<{ entries: readonly string[]; value: Written }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    scalar,
    fc
      .tuple(tie("entries"), indent)
      .map(([lines, column]): Written => ({ first: "", rest: lines.map((each) => column + each) })),
    fc.tuple(fc.array(fc.oneof(tie("entries"), tie("value")), { minLength: 1, maxLength: 3 }), indent).map(
      ([items, column]): Written => ({
        first: "",
        rest: items.flatMap(asItem).map((each) => column + each),
      }),
    ),
  ),
  entries: fc
    .array(fc.tuple(key, tie("value")), { minLength: 1, maxLength: 3 })
    .map((pairs) => pairs.flatMap(([name, { first, rest }]) => [`${name}:${first}`, ...rest])),
}));

/** `- ` before a value, or before a map whose other lines have the column of its first key. */
function asItem(item: readonly string[] | Written): readonly string[] {
  if ("first" in item) return [`-${item.first}`, ...item.rest];
  return item.map((each, at) => (at === 0 ? "- " : "  ") + each);
}

const edit = fc.tuple(
  fc.nat(),
  fc.constantFrom(
    "",
    "",
    "\n",
    "\n  ",
    " ",
    "  ",
    ":",
    ": ",
    "-",
    "- ",
    "#",
    " #",
    '"',
    "'",
    ",",
    "[",
    "]",
    "{",
    "}",
    "\\",
    "\t",
    "|",
    "a",
  ),
  fc.nat(1),
);

/** Frontmatter with most of YAML's forms, much of it with small mistakes, and much of it valid. */
export const madeFrontmatter = fc
  .tuple(
    entries,
    fc.oneof(
      { weight: 2, arbitrary: fc.constant([]) },
      { weight: 1, arbitrary: fc.array(edit, { maxLength: 2 }) },
    ),
    fc.constantFrom("", "\n", "\n", "\n\n"),
  )
  .map(([lines, edits, end]) =>
    edits.reduce((text, [at, put, cut]) => {
      const from = at % (text.length + 1);
      return text.slice(0, from) + put + text.slice(from + cut);
    }, lines.join("\n") + end),
  );

/** For each line, the text with a ": " at its end. */
export function withColons(text: string): readonly string[] {
  const lines = text.split("\n");
  return lines.map((line, at) => lines.with(at, `${line}: d`).join("\n"));
}
