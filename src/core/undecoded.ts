/** A saved value, which is decoded only where it is needed. */
export interface Undecoded<Value> {
  /** Identifies the value; absent if it is not in a file. */
  readonly digest?: string;
  decode(): Value;
}
