// Loaded before a program: its call to the file system whose number is FAIL_AT fails with FAIL_CODE, and with FAIL_ON all after it.
// Only calls that touch what lies below FAIL_IN count, or that use a file that is open.
const fs = require("node:fs");

const { FAIL_AT, FAIL_CODE, FAIL_IN = "", FAIL_ON, FAIL_TOLD = "" } = process.env;
let calls = 0;
for (const name of [
  "openSync",
  "readSync",
  "writeSync",
  "fstatSync",
  "fsyncSync",
  "fchmodSync",
  "fchownSync",
  "chmodSync",
  "renameSync",
  "mkdirSync",
  "rmSync",
  "rmdirSync",
  "readdirSync",
  "readFileSync",
  "lstatSync",
]) {
  /** @type {(...args: unknown[]) => unknown} */
  const real = Reflect.get(fs, name);
  /** @param {unknown} first @param {unknown[]} rest */
  const failing = (first, ...rest) => {
    const counts = typeof first === "number" ? first > 2 : String(first).startsWith(FAIL_IN);
    if (FAIL_AT && counts && (++calls === Number(FAIL_AT) || (calls > Number(FAIL_AT) && FAIL_ON))) {
      fs.writeFileSync(FAIL_TOLD, name);
      throw Object.assign(new Error(name), { code: FAIL_CODE });
    }
    return real(first, ...rest);
  };
  Reflect.set(fs, name, failing);
}
