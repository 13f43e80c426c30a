import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { centreOf, faces, SAME_PERSON } from '../shared/images/faces.ts';
import { distance, type Embedding } from '../shared/vision/embed-face.ts';

/**
 * `node bench/likeness.ts FOLDER`: false accepts and rejects of the comparison of faces, as the tables and the plot of
 * docs/likeness.md. The folder has a folder of photos for each person, and may have `groups.json`, which names the
 * groups of people. The photos are not in this repository: most of them are not free.
 */
const PLOT = join(import.meta.dirname, '../docs/likeness.svg');
const DISTANCES = [0.5, 0.55, 0.6, 0.65, 0.7];
/** The uploads in a centre: those with which an upload is compared at the most, and a headshot. */
const CENTRES = [
  { of: 'uploads', count: 1, limit: SAME_PERSON.upload },
  { of: 'uploads', count: 3, limit: SAME_PERSON.upload },
  { of: 'headshots', count: 4, limit: SAME_PERSON.photo },
];

interface Photo {
  person: string;
  embedding: Embedding;
}

interface Distances {
  same: readonly number[];
  different: readonly number[];
}

async function main(folder: string): Promise<void> {
  const photos = await embedAll(folder);
  const people = new Set(photos.map(({ person }) => person));
  const groups: Record<string, string[]> = JSON.parse(
    await readFile(join(folder, 'groups.json'), 'utf8').catch(() => '{}'),
  );
  const sets = [['all', [...people]] as const, ...Object.entries(groups)];
  print(['Two photos', 'people', 'photos', 'pairs', ...DISTANCES.map((limit) => `within ${limit}`)]);
  for (const [name, members] of sets) {
    const within = photos.filter(({ person }) => members.includes(person));
    const { same, different } = pairs(within);
    const of = (kind: string, distances: readonly number[]) =>
      print([
        `${name}, ${kind}`,
        members.length,
        within.length,
        distances.length,
        ...DISTANCES.map((limit) => share(distances, (each) => each <= limit)),
      ]);
    of('same person', same);
    of('different people', different);
  }
  print(['One photo and a centre', 'limit', 'same person refused', 'other person accepted']);
  for (const { of, count, limit } of CENTRES) {
    const { same, different } = toCentres(photos, count);
    print([
      `${of}, centre of ${count}`,
      limit,
      `${share(same, (each) => each > limit)} of ${same.length}`,
      `${share(different, (each) => each <= limit)} of ${different.length}`,
    ]);
    console.log(
      `same at most ${Math.max(...same).toFixed(2)}, others at least ${different.reduce((least, each) => Math.min(least, each)).toFixed(2)}`,
    );
  }
  await writeFile(PLOT, plot(pairs(photos)));
}

async function embedAll(folder: string): Promise<Photo[]> {
  const photos: Photo[] = [];
  let unseen = 0;
  const start = process.cpuUsage();
  for (const { name: person } of (await readdir(folder, { withFileTypes: true })).filter((each) =>
    each.isDirectory(),
  )) {
    for (const file of await readdir(join(folder, person))) {
      const embedding = await faces.embed(await readFile(join(folder, person, file)));
      if (embedding) photos.push({ person, embedding });
      else unseen += 1;
    }
  }
  const milliseconds = process.cpuUsage(start).user / 1000 / (photos.length + unseen);
  console.log(
    `${photos.length} photos with one certain face, ${unseen} others; ${Math.round(milliseconds)} ms of processor time each, ${Math.round(process.memoryUsage.rss() / 1e6)} MB`,
  );
  return photos;
}

function pairs(photos: readonly Photo[]): Distances {
  const [same, different]: [number[], number[]] = [[], []];
  for (const [at, one] of photos.entries()) {
    for (const other of photos.slice(at + 1)) {
      (one.person === other.person ? same : different).push(distance(one.embedding, other.embedding));
    }
  }
  return { same, different };
}

/** Every photo against the centre of the next ones of its person, and those of all other people against that centre. */
function toCentres(photos: readonly Photo[], count: number): Distances {
  const [same, different]: [number[], number[]] = [[], []];
  for (const photo of photos) {
    const own = photos.filter(({ person }) => person === photo.person);
    if (own.length <= count) continue;
    const after = own.indexOf(photo) + 1;
    const centre = centreOf([...own, ...own].slice(after, after + count).map(({ embedding }) => embedding));
    if (!centre) continue;
    same.push(distance(photo.embedding, centre));
    for (const other of photos)
      if (other.person !== photo.person) different.push(distance(other.embedding, centre));
  }
  return { same, different };
}

function share(distances: readonly number[], counts: (each: number) => boolean): string {
  const percent = (100 * distances.filter(counts).length) / distances.length;
  return `${percent.toFixed(percent < 1 ? 2 : 1)} %`;
}

function print(cells: readonly (string | number)[]): void {
  console.log(`| ${cells.join(' | ')} |`);
}

/** Both errors by the limit: pairs of one person beyond it, and pairs of different people within it. */
function plot({ same, different }: Distances): string {
  const x = (limit: number) => 50 + (limit - 0.3) * 1000;
  const y = (part: number) => 230 - part * 1000;
  const limits = Array.from({ length: 101 }, (_, step) => 0.3 + step / 200);
  const curve = (colour: string, part: (limit: number) => number) => {
    const points = limits
      .filter((limit) => part(limit) <= 0.2)
      .map((limit) => `${x(limit)},${y(part(limit)).toFixed(1)}`);
    return `<polyline fill="none" stroke="${colour}" stroke-width="2" points="${points.join(' ')}"/>`;
  };
  const of = (distances: readonly number[], counts: (each: number) => boolean) =>
    distances.filter(counts).length / distances.length;
  const marks = [0.3, 0.4, 0.5, 0.6, 0.7, 0.8].map(
    (limit) => `<text x="${x(limit)}" y="248" text-anchor="middle">${limit}</text>`,
  );
  const lines = [0, 0.05, 0.1, 0.15, 0.2].map(
    (part) =>
      `<path d="M50 ${y(part)}H550" stroke="#ddd"/><text x="44" y="${y(part) + 4}" text-anchor="end">${100 * part} %</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 270" font-family="sans-serif" font-size="12">
<title>False accepts and rejects by the distance of two photos</title>
<rect width="600" height="270" fill="#fff"/>
${lines.join('\n')}
${marks.join('\n')}
<path d="M${x(SAME_PERSON.photo)} 30V230" stroke="#888" stroke-dasharray="4"/>
${curve('#b3261e', (limit) => of(same, (each) => each > limit))}
${curve('#1b5e9b', (limit) => of(different, (each) => each <= limit))}
<text x="60" y="20" fill="#b3261e">one person, beyond the distance</text>
<text x="330" y="20" fill="#1b5e9b">different people, within the distance</text>
<text x="300" y="266" text-anchor="middle">distance of two photos</text>
</svg>
`;
}

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Name the folder of the photos: node bench/likeness.ts FOLDER');
await main(folder);
