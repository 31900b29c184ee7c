/** The table, of two megabytes, is a separate file of the package, which both the binaries and the library load. */
export { default as ranks } from "gpt-tokenizer/bpeRanks/o200k_base";
export { O200K_TOKEN_SPLIT_REGEX as pattern } from "gpt-tokenizer/encodingParams/constants";
