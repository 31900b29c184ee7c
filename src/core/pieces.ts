/** In UTF-16 units: far more than a write costs, far less than a long report has. */
const enough = 256 * 1024;

/** The same text in pieces that are worth a write each. */
export function* longerPieces(pieces: Iterable<string>): Generator<string> {
  let gathered: string[] = [];
  let length = 0;
  for (const piece of pieces) {
    gathered.push(piece);
    length += piece.length;
    if (length < enough) continue;
    yield gathered.join("");
    gathered = [];
    length = 0;
  }
  if (length > 0) yield gathered.join("");
}
