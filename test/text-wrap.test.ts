import { expect, it } from "vitest";
import { wrap, wrapHanging } from "../src/report/drawing/text-wrap.ts";

const [green, bold, noColor, noBold] = ["\x1b[32m", "\x1b[1m", "\x1b[39m", "\x1b[22m"];

it("ends colors at each line's end and begins them again on the next line", () => {
  expect(wrap(`${green}one two${noColor} three`, 4)).toEqual([
    `${green}one${noColor}`,
    `${green}two${noColor}`,
    "three",
  ]);
  expect(wrap(`${bold}a ${green}b c${noColor} d${noBold}`, 3)).toEqual([
    `${bold}a ${green}b${noColor}${noBold}`,
    `${bold}${green}c${noColor} d${noBold}`,
  ]);
});

it("does so with indented lines, and does not color the indent", () => {
  expect(wrapHanging(`${green}one two three${noColor}`, 7, 2)).toEqual([
    `${green}one two${noColor}`,
    `  ${green}three${noColor}`,
  ]);
});

it("leaves text without colors as it is", () => {
  expect(wrap("one two three", 7)).toEqual(["one two", "three"]);
  expect(wrapHanging("one two three", 5, 2)).toEqual(["one", "  two", "  three"]);
});
