/** The progress bar of the trainer's log: `45%|####  | 450/1000 [09:10<11:12, 1.22s/it`. */
const PROGRESS = /(?<!\d)\d+\/\d+ \[[\d:]+<(?<left>\d{1,2}(?::\d{2}){1,2})\b/g;

/** The seconds that a training will take by the last line of progress in its log. */
export function secondsLeft(logs: string | null | undefined): number | undefined {
  const left = [...(logs ?? '').matchAll(PROGRESS)].at(-1)?.groups?.left;
  return left?.split(':').reduce((seconds, part) => seconds * 60 + Number(part), 0);
}
