import { quote } from "../core/show.ts";
import type { Skill } from "../model/skill.ts";
import type { FileEntry } from "../model/source.ts";
import { defineRule } from "./define.ts";

/** By the last part of a path, what it is that came along. */
const strays: readonly (readonly [RegExp, FileEntry["kind"], string])[] = [
  [
    /^\.env(?:\.(?!example$|sample$|template$|dist$|defaults?$|schema$|test$)[\w-]+)*$/,
    "file",
    "the settings and keys of its author's own machine",
  ],
  [/^id_(?:rsa|dsa|ecdsa|ed25519)$|\.(?:p12|pfx|jks|keystore|ppk)$/, "file", "a private key"],
  [/^\.(?:netrc|pypirc|npmrc|git-credentials|htpasswd)$/, "file", "the logins of its author"],
  [/^(?:\.DS_Store|Thumbs\.db|desktop\.ini)$|^\._.+/, "file", "what a file manager leaves behind"],
  [/^(?:.+\.sw[op]|.+~|.+\.(?:bak|orig|rej))$/, "file", "what an editor or a merge leaves behind"],
  [/^node_modules$/, "directory", "installed packages"],
  [/^(?:\.venv|venv|site-packages)$/, "directory", "an installed Python environment"],
  [/^(?:__pycache__|\.(?:pytest|mypy|ruff)_cache)$/, "directory", "what Python tools leave behind"],
  [/^__MACOSX$/, "directory", "what macOS adds to archives"],
];

/** Tests are full of what must not be; of what was installed the directory itself is told. */
const passedOver = /(?:^|\/)(?:tests?|__tests__|testdata|fixtures|node_modules|\.venv|venv)\//;

export default defineRule({
  meta: {
    id: "stray-file",
    category: "security",
    origin: "guidance",
    source: "https://cwe.mitre.org/data/definitions/538.html",
    summary:
      "Reports files that came along by mistake: `.env`, keys, caches, installed packages, what editors and file managers leave behind.",
    why: "They may hold the author's secrets or programs that nobody reviewed, and every user gets them.",
    remedy: "Delete it, revoke the keys it holds, and name it in .gitignore.",
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
                message: `${quote(entry.path)} is ${what}, expected to be left out of the skill`,
              },
            ];
      });
  },
});

/** What every stray has in its path, so that most files are looked at once. */
const suspect =
  /(?:^|\/)(?:\.|__|id_|node_modules$|venv$|site-packages$|Thumbs\.db$|desktop\.ini$)|(?:~|\.(?:sw[op]|bak|orig|rej|p12|pfx|jks|keystore|ppk))$/;

function whatItIs({ path, kind }: FileEntry): string | undefined {
  if (!suspect.test(path)) return undefined;
  const name = path.slice(path.lastIndexOf("/") + 1);
  return strays.find(([pattern, of]) => of === kind && pattern.test(name))?.[2];
}

/** A form for settings gives no values. */
function isEmptyForm({ texts }: Skill, { path }: FileEntry): boolean {
  if (!/(?:^|\/)\.env[^/]*$/.test(path)) return false;
  const file = texts.find((text) => text.path === path);
  return (
    file !== undefined &&
    !/^[ \t]*(?:export[ \t]+)?\w{1,100}[ \t]*=[ \t]*["']?[^\s"'#<]/m.test(file.source.text)
  );
}
