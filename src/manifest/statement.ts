/** in-toto's attestation framework, Statement v1 (spec/v1/statement.md): the value of `_type`. */
export const statementType = "https://in-toto.io/Statement/v1";

/** OpenSSF Model Signing v1.0 (spec/v1.0.md, 5.1): the value of `predicateType`. */
export const predicateType = "https://model_signing/signature/v1.0";
