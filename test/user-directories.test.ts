import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { defaultLocation } from "../src/run/cache-file.ts";
import { cacheDirectory, stateDirectory } from "../src/read/user-directories.ts";

const home = tmpdir();

it.each([
  [{ HOME: home }, `${home}/.cache`, `${home}/.local/state`],
  [{ HOME: home, XDG_CACHE_HOME: "/c", XDG_STATE_HOME: "/s" }, "/c", "/s"],
  // The XDG Base Directory Specification: an empty variable counts as unset, and a relative path is ignored.
  [{ HOME: home, XDG_CACHE_HOME: "", XDG_STATE_HOME: "here" }, `${home}/.cache`, `${home}/.local/state`],
  [{ HOME: "/nowhere/at/all" }, undefined, undefined],
  [{ HOME: "here" }, undefined, undefined],
  [{ LOCALAPPDATA: "C:\\Data" }, undefined, undefined],
])("finds the directories of %j on POSIX", (env, cache, state) => {
  expect(cacheDirectory(env, path.posix)).toBe(cache);
  expect(stateDirectory(env, path.posix)).toBe(state);
});

it.each([
  [{ LOCALAPPDATA: "C:\\Data", HOME: home, XDG_CACHE_HOME: "/c" }, "C:\\Data"],
  [{ LOCALAPPDATA: "Data" }, undefined],
  [{ HOME: home }, undefined],
])("finds the directories of %j on Windows", (env, wanted) => {
  expect(cacheDirectory(env, path.win32)).toBe(wanted);
  expect(stateDirectory(env, path.win32)).toBe(wanted);
});

it("keeps results apart for each working directory", () => {
  const env = process.platform === "win32" ? { LOCALAPPDATA: home } : { HOME: home };
  const [here, there] = [defaultLocation("/here", env), defaultLocation("/there", env)];
  expect(here?.startsWith(home)).toBe(true);
  expect(there).not.toBe(here);
  expect(defaultLocation("/here", {})).toBeUndefined();
});
