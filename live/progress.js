// A line on a terminal that counts answers, as many clients take minutes.

/**
 * A function to call for each answer, which writes nothing if standard error is no terminal.
 * @param {string} label
 */
export function counting(label) {
  let answers = 0;
  return {
    answered() {
      answers += 1;
      show(`${label}: ${answers} answers`);
    },
    /** Leaves an empty line to whatever is printed next. */
    end: () => show(""),
  };
}

/** @param {string} text */
function show(text) {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${text}`);
}
