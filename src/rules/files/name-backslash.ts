import { count, seriesAtMost } from "../../core/sentence.ts";
import { quote } from "../../core/show.ts";
import { defineRule } from "../define.ts";
import { backslashFiles } from "./parts/backslash-files.ts";

/** Maximum number of file names to list. */
const named = 3;

/** Maximum number of related locations. */
const mostRelated = 50;

export default defineRule({
  meta: {
    id: "file-name-backslash",
    category: "portability",
    origin: "guidance",
    source: "https://git-scm.com/docs/git-config#Documentation/git-config.txt-coreprotectNTFS",
    summary: "Reports file names that contain backslashes, such as `scripts\\fill.py`.",
    why: "A program on Windows wrote the path as the name. Other systems see one file with an odd name and no directory, so no reference finds it; Windows cannot check the file out.",
    remedy: "Rename the file with `/`, such as `git mv 'scripts\\fill.py' scripts/fill.py`.",
    severity: "warning",
    since: "0.1.0",
  },
  check({ subject: { files } }) {
    const paths = backslashFiles(files);
    const [first] = paths;
    if (first === undefined) return [];
    if (paths.length === 1)
      return [
        {
          file: first,
          message: `file name ${quote(first)} contains a backslash; rename it to ${quote(first.replaceAll("\\", "/"))}`,
        },
      ];
    return [
      {
        file: first,
        message: `${count(paths.length, "file name")} contain backslashes, as from Windows; rename them with "/": ${seriesAtMost(
          paths.map((path) => quote(path)),
          named,
        )}`,
        related: paths.slice(0, mostRelated).map((file) => ({ file })),
      },
    ];
  },
});
