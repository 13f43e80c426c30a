/** Characters that file systems refuse in names, or that show a name in another direction than it is. */
const REFUSED = /[\\/:*?"<>|\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;
/** Names that Windows keeps for devices, with any ending. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;
/** Beyond it, paths become longer than Windows opens. */
const LONGEST = 80;

/** The words of a file that are not the member's own. */
export interface FileWords {
  /** The folder of members without a team. */
  withoutTeam: string;
  /** The name of a file when the member's name and address leave nothing. */
  unnamed: string;
}

/** A member whose photo becomes a file. */
interface NamedMember {
  name: string;
  email: string;
  teamName: string;
}

/**
 * Gives each photo of an archive a path of its own: `Design/Anna Doe.jpg`, and for the next one of that name
 * `Design/Anna Doe (2).jpg`. Paths that differ only in their case are the same file on most computers.
 */
export function pathGiver({ withoutTeam, unnamed }: FileWords): (member: NamedMember) => string {
  const given = new Set<string>();
  return ({ name, email, teamName }) => {
    const folder = plain(teamName) || withoutTeam;
    const file = plain(name) || plain(email) || unnamed;
    for (let number = 1; ; number++) {
      const path = `${folder}/${file}${number === 1 ? '' : ` (${number})`}.jpg`;
      const key = path.normalize('NFKC').toLowerCase();
      if (given.has(key)) continue;
      given.add(key);
      return path;
    }
  };
}

/** The name of one downloaded photo. */
export function fileNameOf(member: NamedMember, words: FileWords): string {
  return pathGiver(words)(member).split('/').at(-1) ?? words.unnamed;
}

/** A name that every file system takes: Windows drops dots and spaces at the end. */
function plain(text: string): string {
  const cut = [...text.normalize('NFC').replace(REFUSED, ' ').replace(/\s+/g, ' ').trim()].slice(0, LONGEST);
  const name = cut.join('').replace(/^[.\s]+|(?<![.\s])[.\s]+$/g, '');
  return DEVICE.test(name) ? `_${name}` : name;
}
