import { limits } from "../../model/limits.ts";
import { grouped } from "../../core/sentence.ts";
import { quote } from "../../core/show.ts";
import { defineRule } from "../define.ts";
import { stringField } from "../parts/fields.ts";
import { isMedia } from "./parts/media-files.ts";

const archives =
  /\.(?:zip|skill|mcpb|dxt|tar|tgz|tbz2?|txz|gz|bz2|xz|zst|7z|rar|whl|egg|gem|nupkg|vsix|crx|asar|iso)$/i;

/** The ending of a skill that was packed, next to SKILL.md. */
const packed = /\.(?:skill|zip)$/i;

export default defineRule({
  meta: {
    id: "unreviewed-file",
    category: "security",
    origin: "guidance",
    source: "https://github.com/OWASP/www-project-agentic-skills-top-10",
    summary: "Reports archives and large files, which no rule examines.",
    why: "A file that is skipped without a notice looks as if it had been checked.",
    remedy: "Unpack the archive into the skill or split the file, or review it yourself.",
    severity: "info",
    since: "0.1.0",
  },
  check: ({ subject: skill }) => {
    const { opaque, files } = skill;
    const names = [skill.name, stringField(skill, "name")?.value.trim() ?? ""].filter((name) => name !== "");
    const sizes = new Map(files.map(({ path, size }) => [path, size]));
    return opaque.flatMap(({ path }) => {
      const size = sizes.get(path) ?? 0;
      if (archives.test(path)) {
        const isCopy = packed.test(path) && names.includes(path.replace(packed, ""));
        const fix = isCopy
          ? "seems to be a packed copy of this skill; leave it out"
          : "is an archive and was not checked; unpack it into the skill";
        return [{ file: path, message: `${quote(path)} ${fix}` }];
      }
      return size > limits.textBytes && !isMedia(path)
        ? [
            {
              file: path,
              message: `${quote(path)} was not checked: it has ${grouped(size)} bytes (maximum ${grouped(limits.textBytes)})`,
            },
          ]
        : [];
    });
  },
});
