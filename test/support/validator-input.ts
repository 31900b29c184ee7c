import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import type { ValidatorInput } from "../../src/model/validator.ts";

/** A skill's directory as a validator is given it; without names where there is none. */
export function validatorInput(directory: string): ValidatorInput {
  const rootNames = statSync(directory, { throwIfNoEntry: false })?.isDirectory()
    ? readdirSync(directory)
    : [];
  const bytes = (name: string) => {
    const file = path.join(directory, name);
    return statAt(file)?.isFile() ? readFileSync(file) : undefined;
  };
  return { name: path.basename(directory), rootNames, bytes };
}

/** Undefined for a dangling symlink or a loop of symlinks. */
function statAt(file: string): ReturnType<typeof statSync> {
  try {
    return statSync(file, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** A directory that holds one SKILL.md with this text. */
export function inputOf(name: string, text: string | Uint8Array): ValidatorInput {
  const content = Buffer.from(text);
  return { name, rootNames: ["SKILL.md"], bytes: (file) => (file === "SKILL.md" ? content : undefined) };
}
