import { SkillsError } from "../../core/errors.ts";
import { count } from "../../core/sentence.ts";
import { quote } from "../../core/show.ts";
import type { Unread } from "../../model/source.ts";
import { isDocumentNameInAnyCase } from "../../read/document-name.ts";
import { isTracked } from "../../read/git-index.ts";
import { isDirectory } from "../../read/gitignore.ts";
import { toInnerPath } from "../../read/label.ts";
import { gatherPlaces, meets, placeOf, realDirectory, touchedBy } from "../../read/skill-places.ts";

/** Where a skill that was passed over may have changed, nobody can say of the change that all is well with it. Throws a SkillsError then. */
export function requireRead(unread: readonly Unread[], touched: readonly string[], cwd: string): void {
  if (unread.length === 0) return;
  const isTouched = touchedBy(gatherPlaces(touched));
  const places = gatherPlaces(touched.map(alike));
  const changed = unread.filter(({ path }) => {
    const place = placeOf(path, cwd);
    const real = realDirectory(place);
    // A link to a directory is told of only where that is a skill.
    return real === place
      ? meets(alike(place), places) && mayHoldSkill(place, touched)
      : isDirectory(real) && isTouched(place, real);
  });
  const [first] = changed;
  if (!first) return;
  const hint =
    changed.length > 1
      ? {
          hint: `${count(changed.length - 1, "more place")} changed and ${changed.length === 2 ? "was" : "were"} not read`,
        }
      : {};
  throw new SkillsError("unreadable", `${quote(first.path)} changed and was not read: ${first.reason}`, hint);
}

/** Bytes that are not UTF-8 stand in a listing as lone surrogates, and in what git or a list of files says as U+FFFD, which may stand for several. */
function alike(path: string): string {
  return path.replace(/[\udc80-\udcff\ufffd]+/gu, "\ufffd");
}

/** Of a directory that changed as a whole, such as a repository, only that is known. */
function mayHoldSkill(place: string, touched: readonly string[]): boolean {
  return (
    isTracked(place, true) ||
    touched.some((each) => {
      const inner = toInnerPath(alike(place), alike(each));
      return (
        inner !== undefined &&
        (isDocumentNameInAnyCase(inner.slice(inner.lastIndexOf("/") + 1)) || isDirectory(each))
      );
    })
  );
}
