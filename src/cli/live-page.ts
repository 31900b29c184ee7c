import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";

/** A page on loopback that shows another one after each change. */
export interface LivePage {
  /** With a token that no other program on the machine can guess. */
  readonly address: string;
  /** Shows this page from now on. */
  show(page: string): void;
  close(): void;
}

const style = "html,body,iframe{margin:0;width:100%;height:100%;border:0;display:block}body{overflow:hidden}";

/** A page of another number is loaded again, at the position to which it was scrolled. */
const script = `
"use strict";
const frame = document.querySelector("iframe");
let shown = document.body.dataset.number;
new EventSource("events").addEventListener("message", ({ data }) => {
  if (data === shown) return;
  shown = data;
  const { scrollY } = frame.contentWindow;
  frame.addEventListener("load", () => frame.contentWindow.scrollTo(0, scrollY), { once: true });
  frame.contentWindow.location.reload();
});
`;

const digest = (text: string): string => createHash("sha256").update(text).digest("base64");

const common = {
  "cache-control": "no-store",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};

/** The frame has a policy of its own, as in a file; this one is for what is around it. */
const policy = `default-src 'none'; frame-src 'self'; connect-src 'self'; style-src 'sha256-${digest(style)}'; script-src 'sha256-${digest(script)}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

function around(number: number): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>skillwright</title><style>${style}</style></head>
<body data-number="${number}"><iframe src="page" title="Report"></iframe><script>${script}</script></body></html>
`;
}

/** Serves on 127.0.0.1 alone; another host in the request is a name that leads here, of a page elsewhere. */
export async function openLivePage(): Promise<LivePage> {
  const token = randomBytes(18).toString("base64url");
  const readers = new Set<ServerResponse>();
  let page = "";
  let number = 0;
  let host = "";
  const server = createServer((request, response) => {
    const { url, method } = request;
    if (request.headers.host !== host || method !== "GET") return respond(response, 403);
    if (url === `/${token}/page`) return respond(response, 200, page, "frame-ancestors 'self'");
    if (url === `/${token}/`) return respond(response, 200, around(number), policy);
    if (url !== `/${token}/events`) return respond(response, 404);
    readers.add(response);
    response.on("close", () => readers.delete(response));
    response.writeHead(200, { ...common, "content-type": "text/event-stream" });
    response.write(`data: ${number}\n\n`);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  host = `127.0.0.1:${address.port}`;
  return {
    address: `http://${host}/${token}/`,
    show(next) {
      page = next;
      number++;
      for (const reader of readers) reader.write(`data: ${number}\n\n`);
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function respond(response: ServerResponse, status: number, page = "", allowed = "default-src 'none'"): void {
  response.writeHead(status, {
    ...common,
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": allowed,
  });
  response.end(page);
}
