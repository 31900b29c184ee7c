import { JSON_SCHEMA, load } from "js-yaml";
import loader3 from "js-yaml-3/lib/js-yaml/loader.js";
import { readAgreedJs, readAgreedJsDates } from "../agreed.ts";
import { readerOf, type ValueReader } from "../value-reader.ts";

/** `load(text)` of js-yaml 4: YAML 1.2 with the timestamps and merge keys of 1.1. */
export const readJsYaml4: ValueReader = readerOf((each) => readAgreedJsDates(each) ?? load(each));

/** `load(text)` of js-yaml 4 with the JSON schema: no timestamps, binary data or merge keys. */
export const readJsYaml4Json: ValueReader = readerOf(
  (each) => readAgreedJs(each) ?? load(each, { schema: JSON_SCHEMA }),
);

/** `safeLoad(text)` of js-yaml 3, as gray-matter calls it. */
export const readJsYaml3: ValueReader = readerOf((each) => readAgreedJsDates(each) ?? loader3.safeLoad(each));
