import path from "node:path";
import { systemCode } from "../core/unreadable.ts";
import { toNativePath } from "../read/label.ts";
import { readNames } from "../read/listing-names.ts";
import { isThere } from "../read/there.ts";
import { readEntries, repositoryOf } from "./index-file.ts";
import { repositoriesIn } from "./index-format.ts";

/** The files of a repository that this machine may have. */
export interface Checkout {
  /** The repository's root; outside a repository, the directory that was asked about. Without symlinks. */
  readonly root: string;
  /** The absolute paths of submodules that are not checked out, also of those inside other submodules. */
  readonly absent: readonly string[];
}

/** The checkout that contains a directory; `real` is its path without symlinks. */
export function checkoutOf(real: string): Checkout {
  const repository = repositoryOf(real);
  return { root: repository?.root ?? real, absent: repository ? absentIn(repository) : [] };
}

function absentIn({ root, git }: { readonly root: string; readonly git: string }): readonly string[] {
  const entries = readEntries(git);
  return (entries ? repositoriesIn(entries) : []).flatMap((inner) => {
    const place = toNativePath(root, inner);
    if (isEmpty(place)) return [place];
    const own = isThere(path.join(place, ".git")) ? repositoryOf(place) : undefined;
    return own?.root === place ? absentIn(own) : [];
  });
}

/** Also true if the directory does not exist. One that may not be read is reported by the search. */
function isEmpty(directory: string): boolean {
  try {
    return readNames(directory).length === 0;
  } catch (error) {
    return systemCode(error) === "ENOENT";
  }
}
