import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import type { ExamineOptions, MemoryFile } from "../../src/engine.ts";

/** The package and its program in Debian. */
export const chromium = "chromium-headless-shell";

/** What `examine` is called with. */
export interface Asked {
  readonly files: Readonly<Record<string, MemoryFile>>;
  readonly options: ExamineOptions;
}

const flags = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // It ends when the pipe is closed, and so with this process, however that ends.
  "--remote-debugging-pipe",
];

/**
 * Calls the shipped engine in Chromium, on a page that may load scripts only from its server, and returns the reports
 * as JSON.
 */
export async function examineInChromium(asked: readonly Asked[]): Promise<readonly string[]> {
  const server = createServer();
  const answered = new Promise<readonly string[]>((resolve, reject) => {
    server.on("request", (request, response) => {
      serve(request, response, asked).then((reports) => reports && resolve(reports), reject);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const home = mkdtempSync(path.join(tmpdir(), "skills-chromium-"));
  const page = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const browser = spawn(chromium, [...flags, `--user-data-dir=${home}`, page], {
    stdio: ["ignore", "ignore", "pipe", "pipe", "pipe"],
  });
  const said = text(browser.stderr!);
  const closed = once(browser, "close");
  const ended = closed.then(async () => {
    throw new Error(`${chromium} ended: ${await said}`);
  });
  try {
    return await Promise.race([answered, ended]);
  } finally {
    for (const pipe of browser.stdio.slice(3)) pipe?.destroy();
    await ended.catch(() => undefined);
    server.closeAllConnections();
    server.close();
    rmSync(home, { recursive: true, force: true });
  }
}

/** Opens a page and returns what has become of it, and the paths that were asked for, its own ("/") first. */
export async function openInChromium(
  page: string,
): Promise<{ readonly dom: string; readonly asked: readonly string[] }> {
  const asked: string[] = [];
  const server = createServer(({ url = "" }, response) => {
    if (url === "/favicon.ico") return response.writeHead(404).end();
    asked.push(url);
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
    return response.end(url === "/" ? page : "");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const home = mkdtempSync(path.join(tmpdir(), "skills-chromium-"));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const commandFlags = flags.filter((flag) => flag !== "--remote-debugging-pipe");
  const browser = spawn(chromium, [...commandFlags, "--dump-dom", `--user-data-dir=${home}`, address], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  try {
    return { dom: await text(browser.stdout), asked };
  } finally {
    browser.kill("SIGKILL");
    server.closeAllConnections();
    server.close();
    rmSync(home, { recursive: true, force: true, maxRetries: 9 });
  }
}

/** Returns the reports once the page has sent them. */
async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  asked: readonly Asked[],
): Promise<readonly string[] | undefined> {
  const { url = "" } = request;
  if (url === "/reports" || url === "/failure") {
    const sent = await text(request);
    response.end();
    if (url === "/failure") throw new Error(`in ${chromium}: ${sent}`);
    return JSON.parse(sent);
  }
  const [type, body] = pages[url]?.(asked) ?? ["text/plain", ""];
  response.writeHead(body === "" ? 404 : 200, {
    "content-type": `${type}; charset=utf-8`,
    "content-security-policy": "default-src 'none'; script-src 'self'; connect-src 'self'",
  });
  response.end(body);
  return undefined;
}

const pages: Readonly<Record<string, (asked: readonly Asked[]) => readonly [type: string, body: string]>> = {
  "/": () => ["text/html", '<!doctype html><script type="module" src="/page.js"></script>'],
  "/page.js": () => [
    "text/javascript",
    `const send = (where, what) => fetch(where, { method: "POST", body: what });
    const bytesOf = (base64) => Uint8Array.from(atob(base64), (each) => each.charCodeAt(0));
    const contentOf = (content) => (content.base64 === undefined ? content : bytesOf(content.base64));
    try {
      const { examine } = await import("/engine.js");
      const asked = await (await fetch("/asked")).json();
      const reports = asked.map(({ files, options, executable, siblings, outside }) => {
        const context = {
          ...options.context,
          executable: new Map(executable),
          ...(siblings && { siblings: new Set(siblings) }),
          ...(outside && { outside: new Map(outside) }),
        };
        const content = Object.fromEntries(files.map(([path, each]) => [path, contentOf(each)]));
        return JSON.stringify(examine(content, { ...options, context }));
      });
      await send("/reports", JSON.stringify(reports));
    } catch (error) {
      await send("/failure", error.stack);
    }`,
  ],
  "/engine.js": () => ["text/javascript", readFileSync("dist/engine.js", "utf8")],
  "/asked": (asked) => ["application/json", JSON.stringify(asked.map(asJson))],
};

/** Bytes, maps and sets as JSON has them. */
function asJson({ files, options }: Asked): unknown {
  const { executable, siblings, outside } = options.context ?? {};
  const withoutContent = (content: MemoryFile) =>
    ArrayBuffer.isView(content) ? { base64: Buffer.from(content).toString("base64") } : content;
  return {
    files: Object.entries(files).map(([file, content]) => [file, withoutContent(content)]),
    options,
    executable: [...(executable ?? [])],
    siblings: siblings && [...siblings],
    outside: outside && [...outside],
  };
}
