/** Characters that show nothing by themselves, such as the joiner in an emoji. */
const IGNORABLE = /\p{Default_Ignorable_Code_Point}/gu;

/**
 * A name in the form in which names are compared: NFKC with case folding, so that case, the encoding of accents, the width
 * of letters and characters that show nothing make no difference. Pages compare names as well.
 */
export function foldedName(name: string): string {
  const letters = name.normalize('NFKC').replace(IGNORABLE, '');
  // JavaScript has no case folding. Upper case makes ß equal to ss, and ẞ by way of lower case. So ı counts as i.
  return letters.toLowerCase().toUpperCase().toLowerCase().normalize('NFKC').trim();
}
