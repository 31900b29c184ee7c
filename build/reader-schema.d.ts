type Schema = Readonly<Record<string, unknown>>;

export function readerSchema(strict: Schema, id: string): Schema;
