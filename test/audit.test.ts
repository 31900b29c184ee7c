import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { gunzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { advisoriesIn, objections } from "../build/audit.js";

const root = new URL("../", import.meta.url);
const script = fileURLToPath(new URL("build/audit.js", root));
const { components } = JSON.parse(readFileSync(new URL("dist/sbom.cdx.json", root), "utf8")) as {
  readonly components: readonly { readonly name: string; readonly version: string }[];
};
const advisory = { id: "GHSA-aaaa-bbbb-cccc", name: "yaml", title: "Too slow" };
const exception = { id: advisory.id, reason: "only for texts of our own", until: "2026-12-31" };

it("asks about exactly the bundled packages, and fails for an advisory", async () => {
  const asked: Record<string, readonly string[]>[] = [];
  const registry = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const body = Buffer.concat(parts);
      response.setHeader("content-type", "application/json");
      if (request.method !== "POST") {
        response.statusCode = 404;
        response.end("{}");
        return;
      }
      asked.push(JSON.parse((body[0] === 0x1f ? gunzipSync(body) : body).toString("utf8")));
      const url = `https://github.com/advisories/${advisory.id}`;
      const one = { id: 1, url, title: advisory.title, severity: "high", vulnerable_versions: ">=0" };
      response.end(JSON.stringify({ [advisory.name]: [one] }));
    });
  });
  await new Promise<void>((resolve) => registry.listen(0, "127.0.0.1", resolve));
  const { port } = registry.address() as AddressInfo;
  const env = { ...process.env, npm_config_registry: `http://127.0.0.1:${port}/`, npm_config_proxy: "" };
  const ended = await promisify(execFile)(process.execPath, [script], { env }).catch(
    (error: unknown) => error,
  );
  registry.close();
  expect(ended).toMatchObject({ code: 1, stderr: "audit: yaml: Too slow (GHSA-aaaa-bbbb-cccc)\n" });
  const bundled = components.map(({ name, version }) => `${name}@${version}`).sort();
  expect(bundled.length).toBeGreaterThan(20);
  const asking = Object.entries(asked[0] ?? {}).flatMap(([name, all]) =>
    all.map((each) => `${name}@${each}`),
  );
  expect(asking.sort()).toEqual(bundled);
});

it("ends with 2 if the registry gives no answer", async () => {
  const env = { ...process.env, npm_config_registry: "http://127.0.0.1:1/", npm_config_fetch_retries: "0" };
  const ended = await promisify(execFile)(process.execPath, [script], { env }).catch(
    (error: unknown) => error,
  );
  expect(ended).toMatchObject({ code: 2 });
});

it("takes an exception until its day, and only if it is needed", () => {
  expect(objections([], [], "2026-11-27")).toEqual([]);
  expect(objections([advisory], [exception], "2026-12-31")).toEqual([]);
  expect(objections([advisory], [exception], "2027-01-01")).toEqual([
    "the exception GHSA-aaaa-bbbb-cccc expired on 2026-12-31: only for texts of our own",
  ]);
  expect(objections([], [exception], "2026-11-27")).toEqual([
    "the exception GHSA-aaaa-bbbb-cccc is not needed; remove it",
  ]);
  expect(objections([advisory], [{ ...exception, reason: " " }], "2026-11-27")).toEqual([
    "the exception GHSA-aaaa-bbbb-cccc needs a reason and a date until which it holds",
  ]);
});

it("takes no report without an answer for one without advisories", () => {
  expect(() => advisoriesIn('{"message":"405 Method Not Allowed"}')).toThrow("405 Method Not Allowed");
  expect(advisoriesIn('{"vulnerabilities":{}}')).toEqual([]);
});
