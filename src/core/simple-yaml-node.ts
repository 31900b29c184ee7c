/** A value as offsets into the text; every scalar is a string, as it reads without its quotes. */
export type SimpleNode =
  | {
      readonly kind: "scalar";
      readonly start: number;
      readonly end: number;
      readonly value: string;
      readonly style: "plain" | "single" | "double" | "block" | "empty";
    }
  | {
      readonly kind: "list";
      readonly start: number;
      readonly end: number;
      readonly style: "block" | "flow";
      readonly items: readonly SimpleScalar[];
    }
  | {
      readonly kind: "map";
      readonly start: number;
      readonly end: number;
      readonly style: "block";
      readonly pairs: readonly SimplePair[];
    };

export type SimpleScalar = SimpleNode & { readonly kind: "scalar" };

export interface SimplePair {
  readonly key: SimpleScalar;
  readonly value: SimpleNode;
}

/** A reader's place in the text; `columns` holds the column of the maps at each depth, which must be one for all. */
export interface SimpleCursor {
  readonly text: string;
  at: number;
  readonly columns: number[];
}
