import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

interface Locked {
  readonly optional?: boolean;
  readonly hasInstallScript?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const { packages } = JSON.parse(readFileSync(new URL("../package-lock.json", import.meta.url), "utf8")) as {
  readonly packages: Readonly<Record<string, Locked>>;
};

/** The paths where Node searches for a package: the importer's node_modules, then those above. */
function isLocked(name: string, place: string): boolean {
  if (`${place}${place === "" ? "" : "/"}node_modules/${name}` in packages) return true;
  return place !== "" && isLocked(name, place.slice(0, Math.max(0, place.lastIndexOf("/node_modules/"))));
}

it("locks the dependencies of all packages on every system, as npm ci requires", () => {
  const missing = Object.entries(packages).flatMap(([place, locked]) =>
    Object.keys({ ...locked.dependencies, ...locked.devDependencies, ...locked.optionalDependencies })
      .filter((name) => !isLocked(name, place))
      .map((name) => `${place} asks for ${name}`),
  );
  expect(missing).toEqual([]);
});

it("decides about every install script, so that npm ci does not ask about one", () => {
  const { allowScripts } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  const scripted = Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript);
  expect(allowScripts).toEqual(
    Object.fromEntries(scripted.map(([place]) => [place.replace(/^.*node_modules\//, ""), false])),
  );
});
