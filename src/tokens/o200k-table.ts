/** Its two megabytes are one file of what is published, which the binaries and the library both load. */
export { default as ranks } from "gpt-tokenizer/bpeRanks/o200k_base";
export { O200K_TOKEN_SPLIT_REGEX as pattern } from "gpt-tokenizer/encodingParams/constants";
