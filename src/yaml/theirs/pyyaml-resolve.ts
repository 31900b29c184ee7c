import { prefix, mergeTag, strTag, valueTag } from "./libyaml/nodes.ts";

const nullTag = `${prefix}null`;
const boolTag = `${prefix}bool`;
const intTag = `${prefix}int`;
const floatTag = `${prefix}float`;
const timestampTag = `${prefix}timestamp`;

// PyYAML resolver.py; Python's "$" also matches before a last line break, which only a block scalar tagged "!" can
// have.
const bools = /^(?:yes|Yes|YES|no|No|NO|true|True|TRUE|false|False|FALSE|on|On|ON|off|Off|OFF)\n?$/;
const nulls = /^(?:~|null|Null|NULL|)\n?$/;
const floats =
  /^(?:[-+]?[0-9][0-9_]*\.[0-9_]*(?:[eE][-+][0-9]+)?|\.[0-9][0-9_]*(?:[eE][-+][0-9]+)?|[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+\.[0-9_]*|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))\n?$/;
const ints =
  /^(?:[-+]?0b[0-1_]+|[-+]?0[0-7_]+|[-+]?(?:0|[1-9][0-9_]*)|[-+]?0x[0-9a-fA-F_]+|[-+]?[1-9][0-9_]*(?::[0-5]?[0-9])+)\n?$/;
const timestamps =
  /^(?:[0-9]{4}-[0-9]{2}-[0-9]{2}|[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:[Tt]|[ \t]+)[0-9]{1,2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]*)?(?:[ \t]*(?:Z|[-+][0-9]{1,2}(?::[0-9]{2})?))?)\n?$/;

/**
 * The implicit tag of a plain scalar in PyYAML 6.0 (YAML 1.1). Its first character determines which patterns are tried.
 */
export function resolvePlain(value: string): string {
  const first = value.charAt(0);
  if (first === "") return nullTag;
  if ("yYnNtTfFoO".includes(first) && bools.test(value)) return boolTag;
  if ("~nN".includes(first) && nulls.test(value)) return nullTag;
  if ("-+.0123456789".includes(first)) return resolveNumber(value);
  if (value === "<<" || value === "<<\n") return mergeTag;
  return value === "=" || value === "=\n" ? valueTag : strTag;
}

function resolveNumber(value: string): string {
  if (floats.test(value)) return floatTag;
  if (ints.test(value)) return intTag;
  return timestamps.test(value) ? timestampTag : strTag;
}

const exponent = /^[-+]?[0-9][0-9_]*[eE][-+]?[0-9]+$/;

/** The same in SnakeYAML 1.33. */
export function resolveJava(value: string): string {
  return exponent.test(value) ? floatTag : resolvePlain(value);
}
