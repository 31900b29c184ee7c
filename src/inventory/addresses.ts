import { trimEnd } from "../core/trim-end.ts";

/** The part of an address that says where it leads. */
export interface Address {
  /** In small letters, with its port; what is filled in at run time is "*". */
  readonly host: string;
  readonly start: number;
  readonly end: number;
}

/** Schemes that lead over a network. */
const schemes = new Set(
  "http https ws wss ftp ftps sftp ssh git rsync ldap ldaps smb postgres postgresql mysql mongodb mongodb+srv redis rediss amqp amqps mqtt mqtts tcp udp grpc socks5 telnet".split(
    " ",
  ),
);

/** What stands for a value: ${HOST}, {host}, <host>, $HOST, %s. */
const gap =
  /\$?\{[^{}\s]{0,80}\}{1,2}|<[^<>\s]{1,80}>|\$\([^()\n]{0,80}\)|\$[A-Za-z_]\w{0,60}|\[[A-Za-z][\w -]{0,60}\]|%s|\*/y;
const label = /[a-z0-9_-]{1,63}/iy;
const userInfo = /[\w.~%!$&+=-]{0,80}(?::[^\s@/"'`]{0,80})?@/y;

/** Addresses with a scheme, and git's `git@host:`, in their order. */
export function* addressesIn(text: string, start: number, end: number): Generator<Address> {
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

/** The host that begins at an offset; undefined where it is none that a network could know. */
export function readHost(text: string, start: number, end: number): Address | undefined {
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

/** Names for documentation (RFC 2606, RFC 6761) and names to be filled in, which lead nowhere. */
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
export function isAddress(host: string): boolean {
  if (host.startsWith("[")) return true;
  const parts = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})(?::\d+)?$/.exec(host)?.slice(1);
  return parts !== undefined && parts.every((part) => Number(part) <= 255);
}
