import type { PyValue } from "./py-value.ts";

/** A name that two keys share when Python finds them equal: 1, 1.0 and True are. Undefined for what has no hash. PyYAML has one NaN, and a key is equal to itself. */
export function keyName(key: PyValue): string | undefined {
  switch (key.type) {
    case "str":
      return `s${key.value}`;
    case "int":
      return `n${key.value.toString(16)}`;
    case "bool":
      return key.value ? "n1" : "n0";
    case "float":
      return Number.isInteger(key.value) ? `n${BigInt(key.value).toString(16)}` : `f${key.value}`;
    case "NoneType":
      return "None";
    case "bytes":
      return `b${key.value.join()}`;
    case "date":
      return `d${key.value}`;
    case "datetime":
      return `t${instant(key.value)}`;
    default:
      return undefined;
  }
}

const aware = /^(.{19})(\.\d+)?([-+].*)$/;

/** Times with an offset are equal when they are the same instant. */
function instant(shown: string): string {
  const [, seconds, fraction = "", offset] = aware.exec(shown) ?? [];
  return seconds === undefined ? shown : `${Date.parse(`${seconds.replace(" ", "T")}${offset}`)}${fraction}`;
}
