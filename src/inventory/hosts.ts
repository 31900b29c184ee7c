import { trimEnd } from "../core/white-space.ts";
import type { FactList, HostFact } from "../model/inventory.ts";
import type { Call } from "./call.ts";
import { gatherAs, type Sighting } from "./gather.ts";
import type { Region } from "./regions.ts";

type HostKind = HostFact["kind"];

/** Hosts that appear only in identifiers, such as XML namespaces and JSON schemas, and are not contacted. */
const namespaces = new Set(
  "www.w3.org schemas.openxmlformats.org schemas.microsoft.com purl.org purl.oclc.org json-schema.org schema.org ns.adobe.com xmlns.com schemas.android.com www.topografix.com www.sitemaps.org www.opengis.net docs.oasis-open.org openoffice.org".split(
    " ",
  ),
);

/** Code that prints a URL but does not open it. */
const shown =
  /(?:\b(?:print|echo|printf|console\.\w{3,5}|log(?:ger)?\.\w{3,8}|help|description|epilog|usage|title|docs?|homepage|"\$schema"|Error|raise)\b|User-Agent|Mozilla|Write-Host)/i;

/** Calls that contact a host; other URLs in a sample do not count. */
const asking =
  /\b(?:fetch|axios|requests|httpx|urlopen|aiohttp|client|get|post|put|patch|delete|request|connect|open|WebSocket|EventSource|download|base_?url|Invoke-\w{3,12}|irm|iwr)\b/i;

/** Every host in the skill's texts. */
export function hostsIn(regions: readonly Region[], calls: readonly Call[]): FactList<HostFact> {
  return gatherAs(
    [...asked(calls), ...regions.flatMap((region) => [...written(region), ...bare(region)])],
    ["contacted", "mentioned"],
    ({ name }) => name,
    (fact) => ({ ...fact, address: isAddress(fact.name) }),
  );
}

/** Programs that accept a host without a scheme. */
const clients = new Set([
  "curl",
  "wget",
  "http",
  "https",
  "xh",
  "nc",
  "ncat",
  "telnet",
  "ssh",
  "scp",
  "rsync",
  "sftp",
  "ping",
  "dig",
  "nslookup",
  "whois",
  "traceroute",
]);

const withoutScheme =
  /^(?:[\w.-]{1,60}@)?(?=localhost\b|\d{1,3}(?:\.\d{1,3}){3}\b|(?:[\w-]{1,63}\.){1,6}(?:(?:com|org|net|io|dev|gov|edu|cloud|xyz)(?:[:/?]|$)|(?:ai|in|sh|app|co|me)[:/?]))/i;

function* asked(calls: readonly Call[]): Generator<Sighting<HostKind>> {
  for (const { region, words } of calls) {
    const [program, ...rest] = words;
    if (!program || !clients.has(program.text)) continue;
    for (const { text, start, end, literal } of rest) {
      const [lead] = literal ? (withoutScheme.exec(text) ?? []) : [];
      const address = lead === undefined ? undefined : readHost(text, lead.length, text.length);
      if (address) yield { name: address.host, kind: "contacted", file: region.file, start, end };
    }
  }
}

function* written(region: Region): Generator<Sighting<HostKind>> {
  const { file, text, start, end } = region;
  for (const address of addressesIn(text, start, end)) {
    yield {
      name: address.host,
      kind: isContacted(region, address) ? "contacted" : "mentioned",
      file,
      start: address.start,
      end: address.end,
    };
  }
}

function isContacted(region: Region, { host, start }: Address): boolean {
  const { text, role } = region;
  if (namespaces.has(host)) return false;
  const before = text.slice(Math.max(start - 300, region.start), start).replace(/^[^]*\n/, "");
  if (role === "data") return isLoaded(region, before);
  if (role === "prose" || !region.isCode(start)) return false;
  if (role === "sample") return asking.test(before);
  // A "+" before a URL, as in "compatible; bot; +https://…", marks a user agent string.
  return !/\+https?:\/\/$/.test(before) && (!shown.test(before) || isDefault(before));
}

/** A default value such as `url=${URL:-$(echo "https://…")}` prints nothing. */
function isDefault(before: string): boolean {
  return /\$\([^()]*$/.test(before);
}

/** Whether a browser loads the URL from a page without a click. */
function isLoaded({ file }: Region, before: string): boolean {
  return (
    /\.(?:html?|svg|css)$/i.test(file.path) &&
    /(?:\bsrc\s{0,3}=\s{0,3}|<link\b[^>]{0,200}\bhref\s{0,3}=\s{0,3}|\burl\(|@import\s{1,3})["']?(?:https?:)?\/\/$/i.test(
      before,
    )
  );
}

const quotedAddress = /(?<![\w.:/-])(?:\d{1,3}\.){3}\d{1,3}(?![\w.-])/g;

/**
 * IP addresses without a scheme. They are recognized only in code: elsewhere such text is usually a version or a
 * section number.
 */
function* bare(region: Region): Generator<Sighting<HostKind>> {
  const { file, text, role } = region;
  if (role !== "script" && role !== "commands") return;
  for (const match of text.slice(region.start, region.end).matchAll(quotedAddress)) {
    const start = region.start + match.index;
    const [name] = match;
    if (isAddress(name) && region.isCode(start))
      yield { name, kind: "contacted", file, start, end: start + name.length };
  }
}

/** The host part of a URL. */
interface Address {
  /** In lower case, with the port. Parts that are known only at run time are "*". */
  readonly host: string;
  readonly start: number;
  readonly end: number;
}

/** Schemes of network protocols. */
const schemes = new Set(
  "http https ws wss ftp ftps sftp ssh git rsync ldap ldaps smb postgres postgresql mysql mongodb mongodb+srv redis rediss amqp amqps mqtt mqtts tcp udp grpc socks5 telnet".split(
    " ",
  ),
);

/** Placeholders: ${HOST}, {host}, <host>, $HOST, %s. */
const gap =
  /\$?\{[^{}\s]{0,80}\}{1,2}|<[^<>\s]{1,80}>|\$\([^()\n]{0,80}\)|\$[A-Za-z_]\w{0,60}|\[[A-Za-z][\w -]{0,60}\]|%s|\*/y;

const label = /[a-z0-9_-]{1,63}/iy;

const userInfo = /[\w.~%!$&+=-]{0,80}(?::[^\s@/"'`]{0,80})?@/y;

/** URLs with a scheme, and git's `git@host:`, in the order of the text. */
function* addressesIn(text: string, start: number, end: number): Generator<Address> {
  const sign = /:\/\/|\bgit@/g;
  sign.lastIndex = start;
  for (let match = sign.exec(text); match && match.index < end; match = sign.exec(text)) {
    const [found] = match;
    const scheme = /[a-z][a-z0-9+.-]{1,20}$/i.exec(
      text.slice(Math.max(start, match.index - 22), match.index),
    )?.[0];
    if (found === "://" && (scheme === undefined || !schemes.has(scheme.toLowerCase()))) continue;
    const address = readHost(text, afterUser(text, sign.lastIndex), end);
    if (address) yield address;
  }
}

function afterUser(text: string, at: number): number {
  userInfo.lastIndex = at;
  return userInfo.test(text) ? userInfo.lastIndex : at;
}

/** The host that starts at an offset; undefined if the text cannot be a network host. */
function readHost(text: string, start: number, end: number): Address | undefined {
  let at = start;
  let host = "";
  while (at < end && at - start < 300) {
    const part = partAt(text, at);
    if (part === undefined) break;
    host += part.text;
    at = part.end;
  }
  const trimmed = trimEnd(host, ".-").toLowerCase();
  const port = /^:(\d{1,5})(?!\d)/.exec(text.slice(at, Math.min(end, at + 7)))?.[1];
  if (!isHost(trimmed, port !== undefined)) return undefined;
  return port === undefined
    ? { host: trimmed, start, end: start + trimmed.length }
    : { host: `${trimmed}:${port}`, start, end: at + port.length + 1 };
}

function partAt(text: string, at: number): { readonly text: string; readonly end: number } | undefined {
  if (text.charAt(at) === ".") return { text: ".", end: at + 1 };
  label.lastIndex = at;
  const plain = label.exec(text)?.[0];
  if (plain !== undefined) return { text: plain, end: at + plain.length };
  gap.lastIndex = at;
  const open = gap.exec(text)?.[0];
  if (open !== undefined) return { text: "*", end: at + open.length };
  const [six] = /^\[[0-9a-f:.]{2,45}\]/i.exec(text.slice(at, at + 48)) ?? [];
  return six === undefined ? undefined : { text: six, end: at + six.length };
}

/** Reserved names for documentation (RFC 2606, RFC 6761) and placeholders. */
const reserved = /(?:^|\.)(?:example(?:\.(?:com|net|org|edu))?|test|invalid)$|(?:^|[.-])your[\w-]*\./;

function isHost(host: string, port: boolean): boolean {
  if (isAddress(host)) return true;
  if (host === "localhost") return true;
  if (reserved.test(host) || !/^[a-z0-9*_-]+(?:\.[a-z0-9*_-]+)*$/.test(host)) return false;
  const labels = host.split(".");
  const last = labels.at(-1)!;
  if (labels.length === 1) return port && /[a-z]/.test(host) && !host.includes("*");
  return (
    /^(?:[a-z]{2,24}|xn--[a-z0-9-]{2,59})$/.test(last) &&
    !/^(?:\*|host(?:name)?|domain)$/.test(labels.at(-2)!)
  );
}

/** An IP address, with or without a port. */
function isAddress(host: string): boolean {
  if (host.startsWith("[")) return true;
  const parts = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})(?::\d+)?$/.exec(host)?.slice(1);
  return parts !== undefined && parts.every((part) => Number(part) <= 255);
}
