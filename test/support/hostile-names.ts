import { Buffer } from "node:buffer";
import type { ArchiveCode } from "../../src/model/archive.ts";
import { skillEntry } from "./benign-archives.ts";
import type { HostileArchive } from "./hostile-archives.ts";
import { buildZip, type Entry } from "./zip-builder.ts";

/** Names for every name code, each in a zip with a SKILL.md and no other problem. */
const hostileNames: readonly (readonly [code: ArchiveCode, names: readonly string[]])[] = [
  [
    "name-segment",
    [
      ...["../evil", "demo/../../evil", "demo/..", "..", "demo/../demo/a", "../", "demo/../"],
      ...["/etc/x", "//host/x", "/", "/demo/"],
      ...["demo/./a", "./demo/a", "demo/.", "./", "demo//a", "demo/a//", "c/../demo/b"],
    ],
  ],
  ["name-empty", [""]],
  [
    "name-char",
    [
      ...[
        "C:/x",
        "C:x",
        "\\\\srv\\x",
        "demo\\x",
        "demo/a\\b",
        "..\\evil",
        "demo/..\\..\\evil",
        "demo\\",
        "\\",
      ],
      ...[
        "demo/a.txt\0.sh",
        "\0",
        "demo/a\nb",
        "demo/a\rb",
        "demo/a\tb",
        "demo/\x1b[2J",
        "demo/a\x7f",
        "demo/a\u0085b",
        "demo/a\u009b31m",
      ],
      ...[
        "demo/a\u202etxt.sh",
        "demo/a\u2066b",
        "demo/a\u200bb",
        "demo/a\u200db",
        "demo/a\u{e0041}b",
        "demo/\ufeffa",
        "demo/a\ue000b",
        "demo/a\u{f0000}b",
        "demo/a\u0378b",
      ],
      ...[
        "demo/a\u2028b",
        "demo/a\u00adb",
        "demo/a\ufe0fb",
        "demo/a\u{e0100}b",
        "demo/a\ufffeb",
        "demo/a\u3164b",
        "demo/a\u180eb",
        "demo/.g\u200cit/config",
      ],
      ...[
        "demo/a<b",
        "demo/a>b",
        'demo/a"b',
        "demo/a|b",
        "demo/a?b",
        "demo/a*b",
        "demo/SKILL.md:evil",
        "demo/x::$DATA",
      ],
    ],
  ],
  [
    "name-reserved",
    [
      "demo/CON",
      "demo/con.txt",
      "AUX/a.md",
      "demo/aux.md",
      "demo/COM1.log",
      "demo/COM¹",
      "demo/lpt9",
      "demo/LPT³.md",
      "demo/CONIN$",
      "demo/conout$",
      "demo/nul",
      "demo/PRN.tar.gz",
      "demo/NUL .txt",
    ],
  ],
  [
    "name-edge",
    [
      "demo/a.",
      "demo/a ",
      "demo/ a",
      "demo/a.md. ",
      "demo./a",
      "demo /a",
      " demo/a",
      "demo/...",
      "demo/.../a",
      "demo/a.md;",
      "demo/a.md;1",
    ],
  ],
  ["name-short83", ["demo/PROGRA~1", "demo/abcdef~1.txt", "GIT~1/config", "demo/SKILL~12.MD"]],
  ["name-lead", ["-rf", "demo/-rf", "~/x", "~root/x"]],
  [
    "name-control-dir",
    [
      ".git/hooks/pre-commit",
      "demo/.git/config",
      "demo/.GIT/config",
      "demo/.git",
      "demo/.claude/settings.json",
      "demo/.vscode/tasks.json",
      "demo/.ssh/authorized_keys",
    ],
  ],
  [
    "name-long",
    [
      `demo/${"a".repeat(256)}`,
      `demo/${"é".repeat(128)}`,
      `demo/${"b".repeat(100)}/${"c".repeat(135)}`,
      `demo/${"d".repeat(65_000)}`,
    ],
  ],
  ["name-deep", [`${"a/".repeat(16)}a`, `demo/${"a/".repeat(16)}`]],
  [
    "name-not-nfc",
    [
      "demo/cafe\u0301.md",
      "demo/\u212a.md",
      "demo/\u212b.md",
      "demo/\u1100\u1161.md",
      "demo/\u0344.md",
      "demo/a\u0323\u0307\u0301.md".normalize("NFD"),
    ],
  ],
  [
    "name-compat",
    [
      "demo/\uff0e\uff0e/a",
      "demo/\u2024\u2024/a",
      "demo/\ufb01x.md",
      "demo/a\uff0fb",
      "demo/\uff33\uff2b\uff29\uff2c\uff2c.md",
      "demo/a\u00a0b",
      "demo/\u017fkill.md",
      "demo/a\u3000b",
      "demo/\u{1d41a}dmin.py",
      "demo/\u2167.md",
    ],
  ],
  [
    "name-mixed-script",
    [
      "demo/SKILL.m\u0501",
      "demo/s\u0441ripts/a",
      "demo/p\u03bfrt.md",
      "demo/h\u0585me",
      "demo/\uabaakill",
      "demo/\u0430dmin.py",
    ],
  ],
];

const encoded: readonly (readonly [how: string, code: ArchiveCode, name: Uint8Array, flags: number])[] = [
  ["bytes that no UTF-8 has", "name-utf8", Buffer.from("demo/\xff\xfe", "latin1"), 0x0800],
  ["an overlong dot", "name-utf8", Buffer.from("demo/\xc0\xae\xc0\xae/a", "latin1"), 0x0800],
  ["an overlong slash of three bytes", "name-utf8", Buffer.from("demo/..\xe0\x80\xafa", "latin1"), 0x0800],
  ["a surrogate in UTF-8", "name-utf8", Buffer.from("demo/\xed\xa0\x80", "latin1"), 0x0800],
  [
    "a pair of surrogates, three bytes each",
    "name-utf8",
    Buffer.from("demo/\xed\xa0\xbd\xed\xb8\x80", "latin1"),
    0x0800,
  ],
  ["a character past U+10FFFF", "name-utf8", Buffer.from("demo/\xf4\x90\x80\x80", "latin1"), 0x0800],
  ["UTF-8 that ends in the midst of a character", "name-utf8", Buffer.from("demo/caf\xc3", "latin1"), 0x0800],
  ["a continuation byte alone", "name-utf8", Buffer.from("demo/\x80", "latin1"), 0x0800],
  ["UTF-8 without its flag", "name-no-utf8-flag", Buffer.from("demo/café"), 0],
  ["a name in CP437", "name-no-utf8-flag", Buffer.from("demo/caf\x82", "latin1"), 0],
  [
    "a name in Shift_JIS whose second byte is a backslash",
    "name-no-utf8-flag",
    Buffer.from("demo/\x95\x5c", "latin1"),
    0,
  ],
];

export const names: readonly HostileArchive[] = [
  ...hostileNames.flatMap(([code, list]) =>
    list.map((name) => hostile(`${code}: ${name.slice(0, 60)}`, code, { name })),
  ),
  ...encoded.map(([how, code, name, flags]) => hostile(how, code, { name, both: { flags } })),
];

function hostile(how: string, code: ArchiveCode, entry: Entry): HostileArchive {
  return {
    how,
    code,
    bytes: () =>
      buildZip([
        skillEntry,
        typeof entry.name === "string" && entry.name.endsWith("/")
          ? { ...entry, mode: 0o040755 }
          : { data: "x\n", ...entry },
      ]),
  };
}
