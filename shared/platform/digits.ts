/** A number in the digits of an alphabet, the most significant first, with leading zeros up to `length`. */
export function toDigits(value: bigint, alphabet: string, length: number): string {
  const base = BigInt(alphabet.length);
  let [left, text] = [value, ''];
  for (; left > 0n; left /= base) text = alphabet.charAt(Number(left % base)) + text;
  return text.padStart(length, alphabet.charAt(0));
}

/** The number that {@link toDigits} has written. @throws RangeError for a character outside the alphabet. */
export function fromDigits(text: string, alphabet: string): bigint {
  const base = BigInt(alphabet.length);
  return [...text].reduce((value, digit) => {
    const position = alphabet.indexOf(digit);
    if (position < 0) throw new RangeError(`A character of '${text}' is no digit.`);
    return value * base + BigInt(position);
  }, 0n);
}
