import { quote } from "../../core/show.ts";
import type { Skill } from "../../model/skill.ts";
import type { FileEntry } from "../../model/source.ts";
import { defineRule } from "../define.ts";

/** Files and directories that are not meant to be part of a skill, by the last part of their path. */
const strays: readonly (readonly [RegExp, FileEntry["kind"], string])[] = [
  [
    /^\.env(?:\.(?!example$|sample$|template$|dist$|defaults?$|schema$|test$)[\w-]+)*$/,
    "file",
    "a file with local settings and keys",
  ],
  [/^id_(?:rsa|dsa|ecdsa|ed25519)$|\.(?:p12|pfx|jks|keystore|ppk)$/, "file", "a private key"],
  [/^\.(?:netrc|pypirc|npmrc|git-credentials|htpasswd)$/, "file", "a file with login credentials"],
  [/^(?:\.DS_Store|Thumbs\.db|desktop\.ini)$|^\._.+/, "file", "a leftover of a file manager"],
  [/^(?:.+\.sw[op]|.+~|.+\.(?:bak|orig|rej))$/, "file", "a leftover of an editor or a merge"],
  [/^node_modules$/, "directory", "a directory of installed packages"],
  [/^(?:\.venv|venv|site-packages)$/, "directory", "an installed Python environment"],
  [/^(?:__pycache__|\.(?:pytest|mypy|ruff)_cache)$/, "directory", "a cache of Python tools"],
  [/^__MACOSX$/, "directory", "macOS archive metadata"],
];

/**
 * Directories whose files are not reported: tests contain bad files on purpose, and for installed packages only the
 * directory itself is reported.
 */
const passedOver = /(?:^|\/)(?:tests?|__tests__|testdata|fixtures|node_modules|\.venv|venv)\//;

export default defineRule({
  meta: {
    id: "stray-file",
    category: "security",
    origin: "guidance",
    source: "https://cwe.mitre.org/data/definitions/538.html",
    summary:
      "Reports files that are included by mistake: `.env`, keys, caches, installed packages, leftovers of editors and file managers.",
    why: "They may contain the author's secrets or unreviewed programs, and every user gets them.",
    remedy: "Delete the file, revoke any keys in it, and add it to .gitignore.",
    severity: "warning",
    since: "0.1.0",
  },
  check({ subject: skill }) {
    return skill.files
      .filter((entry) => !passedOver.test(entry.path) && !isEmptyForm(skill, entry))
      .flatMap((entry) => {
        const what = whatItIs(entry);
        return what === undefined
          ? []
          : [
              {
                file: entry.path,
                message: `${quote(entry.path)} is ${what}; leave it out of the skill`,
              },
            ];
      });
  },
});

/** Matches the paths of all these files, so that other paths are tested only once. */
const suspect =
  /(?:^|\/)(?:\.|__|id_|node_modules$|venv$|site-packages$|Thumbs\.db$|desktop\.ini$)|(?:~|\.(?:sw[op]|bak|orig|rej|p12|pfx|jks|keystore|ppk))$/;

function whatItIs({ path, kind }: FileEntry): string | undefined {
  if (!suspect.test(path)) return undefined;
  const name = path.slice(path.lastIndexOf("/") + 1);
  return strays.find(([pattern, of]) => of === kind && pattern.test(name))?.[2];
}

/** Whether a settings file is only a template, without values. */
function isEmptyForm({ texts }: Skill, { path }: FileEntry): boolean {
  if (!/(?:^|\/)\.env[^/]*$/.test(path)) return false;
  const file = texts.find((text) => text.path === path);
  return (
    file !== undefined &&
    !/^[ \t]*(?:export[ \t]+)?\w{1,100}[ \t]*=[ \t]*["']?[^\s"'#<]/m.test(file.source.text)
  );
}
