/** Characters that show nothing by themselves, such as the joiner in an emoji. */
const IGNORABLE = /\p{Default_Ignorable_Code_Point}/gu;

/** A name as names are compared: case, the encoding of accents, width and invisible characters make no difference. */
export function foldedName(name: string): string {
  const letters = name.normalize('NFKC').replace(IGNORABLE, '');
  // JavaScript has no case folding. Upper case makes ß equal to ss, and ẞ by way of lower case. So ı counts as i.
  return letters.toLowerCase().toUpperCase().toLowerCase().normalize('NFKC').trim();
}
