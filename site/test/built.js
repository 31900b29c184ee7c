import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

/** The built site. */
export const dist = fileURLToPath(new URL("../.vitepress/dist/", import.meta.url));

const program = fileURLToPath(new URL("../../dist/bin/skills.cjs", import.meta.url));

/** What a command of the program says as JSON. @param {string} command @returns {any} */
export function answerOf(command) {
  const { data } = JSON.parse(
    execFileSync(process.execPath, [program, command, "--format", "json"], {
      encoding: "utf8",
      maxBuffer: 100_000_000,
    }),
  );
  return data;
}

/** The paths of all pages, such as "rules/name-format.html". */
export function pageFiles() {
  return readdirSync(dist, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".html"))
    .map((file) => file.split(path.sep).join("/"));
}

/** @param {string} file */
export function readPage(file) {
  return readFileSync(path.join(dist, file), "utf8");
}

/** The file that a static host serves for a path; undefined if there is none. @param {string} address */
export function fileFor(address) {
  const [name] = decodeURIComponent(address).split(/[?#]/);
  const at = path.join(dist, name);
  const tried = name.endsWith("/") ? [path.join(at, "index.html")] : [at, `${at}.html`];
  return tried.find((file) => existsSync(file) && statSync(file).isFile());
}

const types = new Map([
  [".html", "text/html; charset=utf-8"],
  [".js", "text/javascript"],
  [".css", "text/css"],
  [".json", "application/json"],
  [".svg", "image/svg+xml"],
]);

/** Serves the site on loopback as a static host does, compressed, and calls `onRequest` for each path. @param {(path: string) => void} [onRequest] */
export async function serve(onRequest = () => {}) {
  let sent = 0;
  const server = createServer((request, response) => {
    const { url = "/" } = request;
    onRequest(url);
    const file = fileFor(url);
    const body = file ? gzipSync(readFileSync(file)) : Buffer.of();
    sent += body.length;
    response.writeHead(file ? 200 : 404, {
      "content-type": types.get(path.extname(file ?? "")) ?? "text/plain",
      ...(file && { "content-encoding": "gzip" }),
    });
    response.end(body);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return {
    address: `http://127.0.0.1:${address.port}`,
    /** The bytes of all bodies so far. */
    sent: () => sent,
    close: () => server.close(),
  };
}
