export declare const patternExceptions: readonly {
  readonly file: string;
  readonly starts: string;
  readonly because: string;
}[];

export declare const packagedExceptions: readonly { readonly source: string; readonly because: string }[];
