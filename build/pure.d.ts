// What the pure half may use beyond ES2023: it is in Node 20, browsers, workers and Deno alike.

declare class TextEncoder {
  encode(text?: string): Uint8Array<ArrayBuffer>;
  encodeInto(text: string, bytes: Uint8Array): { readonly read: number; readonly written: number };
}

declare class TextDecoder {
  constructor(label?: string, options?: { readonly fatal?: boolean; readonly ignoreBOM?: boolean });
  decode(bytes?: Uint8Array): string;
}

interface String {
  isWellFormed(): boolean;
  toWellFormed(): string;
}

interface ErrorConstructor {
  /** V8's alone: elsewhere setting it does nothing. */
  stackTraceLimit: number;
}
