import type { SchemaProblem } from "../model/frontmatter.ts";
import schemas from "../generated/schemas.cjs";

/** Where a value of frontmatter fields differs from schemas/frontmatter.schema.json; every scalar in it is a string. */
export function validateFrontmatter(value: unknown): readonly SchemaProblem[] {
  if (schemas.frontmatter(value)) return [];
  return (schemas.frontmatter.errors ?? []).map(({ instancePath, keyword, params }) => ({
    pointer: instancePath,
    keyword,
    params,
  }));
}
