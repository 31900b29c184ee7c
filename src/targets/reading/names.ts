/** What a name can break of the specification's rule, which many clients check in these parts. */
export type NameProblem = "empty" | "long" | "characters" | "ends" | "double";

/** In the order in which clients report them. */
export function nameProblems(name: string): readonly NameProblem[] {
  if (name === "") return ["empty"];
  const found: Readonly<Record<Exclude<NameProblem, "empty">, boolean>> = {
    long: name.length > 64,
    characters: !/^[a-z0-9-]+$/.test(name),
    ends: name.startsWith("-") || name.endsWith("-"),
    double: name.includes("--"),
  };
  return (["long", "characters", "ends", "double"] as const).filter((problem) => found[problem]);
}

export const nameReasons: Readonly<Record<NameProblem, string>> = {
  empty: "name is empty",
  long: "name has more than 64 characters",
  characters: "name has characters other than lower-case letters, digits and hyphens",
  ends: "name begins or ends with a hyphen",
  double: "name has two hyphens in a row",
};
