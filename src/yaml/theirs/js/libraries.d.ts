// js-yaml has no types of its own; only what is used here.

declare module "js-yaml" {
  interface Schema {
    readonly explicit: readonly unknown[];
  }
  export const JSON_SCHEMA: Schema;
  export function load(text: string, options?: { readonly schema?: Schema }): unknown;
}

declare module "js-yaml-3/lib/js-yaml/loader.js" {
  const library: { safeLoad(text: string): unknown };
  export default library;
}
