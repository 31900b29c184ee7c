import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  symlinkSync,
} from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { rename } from "../src/api/rename/rename.ts";
import { SkillsError } from "../src/core/errors.ts";
import { takeRenamingBack } from "../src/install/carry-out.ts";
import { changeRoot } from "../src/install/change-root.ts";
import { places } from "../src/install/place-names.ts";
import { newMark } from "../src/install/process-mark.ts";
import { digestOf } from "../src/install/renaming.ts";
import { withFailure } from "./support/failing-disk.ts";
import { pictureOf } from "./support/picture.ts";
import { makeTree, skillMd } from "./support/tree.ts";

const files = {
  ".git/HEAD": "",
  "skills/pdf/SKILL.md": skillMd("pdf", "See ../pdf/a.md.\n"),
  "skills/pdf/a.md": "a\n",
  "skills/docx/SKILL.md": skillMd("docx", "See [it](../pdf/a.md).\n"),
  "README.md": "[pdf](skills/pdf)\n",
};

function project(): string {
  const root = makeTree(files);
  mkdirSync(path.join(root, ".claude/skills"), { recursive: true });
  symlinkSync("../../skills/pdf", path.join(root, ".claude/skills/pdf"));
  chmodSync(path.join(root, "README.md"), 0o640);
  return root;
}

/** Without the files that the next run removes: it keeps those of a living process, such as this one. */
const swept = (root: string): object =>
  Object.fromEntries(Object.entries(pictureOf(root)).filter(([name]) => !/^\.skills-\d/.test(name)));

async function renamed(): Promise<object> {
  const root = project();
  await rename({ skill: "skills/pdf", name: "forms", cwd: root });
  return pictureOf(root);
}

describe("a rename on a failing disk", () => {
  it("leaves either the old or the new state, whichever call fails", async () => {
    const [after, state] = [await renamed(), makeTree({})];
    const env = { XDG_STATE_HOME: state, LOCALAPPDATA: state };
    let late = 0;
    for (let at = 1; ; at++) {
      const root = project();
      const before = pictureOf(root);
      const { failed, result } = await withFailure({ at, below: root, code: "ENOSPC" }, () =>
        rename({ skill: "skills/pdf", name: "forms", cwd: root, env }),
      );
      if (result.status === "rejected") expect([at, result.reason]).toEqual([at, expect.any(SkillsError)]);
      if (existsSync(path.join(root, places.transaction))) {
        pretendDeath(root);
        await changeRoot({ directory: root, label: ".", state }, () => ({ result: undefined }));
      }
      const isNew = existsSync(path.join(root, "skills/forms"));
      expect([at, swept(root)]).toEqual([at, isNew ? after : before]);
      if (isNew && result.status === "rejected") late++;
      if (failed) continue;
      expect(at).toBeGreaterThan(50);
      // All was done, and what it was done with could not be swept away.
      expect([result.status, late]).toEqual(["fulfilled", expect.toSatisfy((steps: number) => steps < 5)]);
      return;
    }
  });

  it("is completed by the next run or undone, whenever it is killed", async () => {
    const [after, state] = [await renamed(), makeTree({})];
    const env = { XDG_STATE_HOME: state, LOCALAPPDATA: state };
    const ends = { old: 0, new: 0 };
    for (let at = 1; ; at++) {
      const root = project();
      const before = pictureOf(root);
      const { failed } = await withFailure({ at, below: root, code: "EIO", forGood: true }, () =>
        rename({ skill: "skills/pdf", name: "forms", cwd: root, env }),
      );
      pretendDeath(root);
      await changeRoot({ directory: root, label: ".", state }, () => ({ result: undefined }));
      const left = swept(root);
      const isOld = JSON.stringify(left) === JSON.stringify(before);
      if (!isOld) expect([at, left]).toEqual([at, after]);
      ends[isOld ? "old" : "new"]++;
      if (!failed) break;
    }
    expect(ends.old).toBeGreaterThan(20);
    expect(ends.new).toBeGreaterThan(10);
  });
});

it("reverts its writes, but not later changes by others", () => {
  const root = realpathSync(
    makeTree({
      "ours.md": "new\n",
      "theirs.md": "written since\n",
      "held/old/0": "old\n",
      "held/old/1": "old\n",
    }),
  );
  const hold = { root: { directory: root, label: "." }, directory: path.join(root, "held"), mark: newMark() };
  const after = digestOf(Buffer.from("new\n"));
  const edits = [
    { path: "ours.md", after },
    { path: "theirs.md", after },
  ];
  takeRenamingBack({ ...hold, inherited: false }, { from: "pdf", to: "forms", edits, links: [] });
  expect(["ours.md", "theirs.md"].map((name) => readFileSync(path.join(root, name), "utf8"))).toEqual([
    "old\n",
    "written since\n",
  ]);
});

/** The transaction's owner is one that runs no more; process numbers end before this one. */
function pretendDeath(root: string): void {
  const transaction = path.join(root, places.transaction);
  const owner = Object.keys(pictureOf(root)).find((name) => name.startsWith(`${places.transaction}/owner-`));
  if (owner !== undefined)
    renameSync(
      path.join(root, owner),
      path.join(transaction, `owner-${newMark().replace(/^\d+/, "4194305")}`),
    );
}
