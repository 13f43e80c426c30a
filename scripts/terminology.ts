import { execFileSync } from 'node:child_process';

/** `npm run terminology [-- PATHS]`: fails when a word that the project no longer uses comes back. */

/** A word of the project's former private language, with the term of the field that replaces it. */
interface FormerWord {
  /** An extended regular expression that matches whole words, whatever their case. */
  word: string;
  instead: string;
  /** Paths in which the word has its ordinary meaning. */
  except?: readonly string[];
}

const FORMER_WORDS: readonly FormerWord[] = [
  { word: 'lanes?|lane(step|order|wake)', instead: 'delivery queue (of a model)' },
  { word: 'headOf|withoutHead|heldLane', instead: 'in-flight delivery' },
  { word: 'settled', instead: 'cursor, delivered or given up, closed' },
  { word: 'dueIn|dueOf|dueAt|due', instead: 'next, pending, deadline' },
  { word: 'claims?|claimed|claiming', instead: 'lease', except: ['.github'] },
  { word: 'wakes?|wakeStep|wakeOrder', instead: 'timer' },
  { word: 'look at|looks at|looked at', instead: 'poll, read, check' },
  { word: '(lane|wake|mail|cleanup|process)Order', instead: 'message' },
  { word: 'touch|touches|touchesOf', instead: 'permissions', except: ['web', 'shared/providers', 'demo'] },
  { word: 'obstacle|obstacleTo', instead: 'blockedReason' },
  { word: 'leadsOn', instead: 'shouldResume' },
  { word: 'tellableAt', instead: 'notBefore' },
  { word: 'resumeIfMoved', instead: 'resumeIfReconfigured' },
  { word: 'refusals?', instead: 'error, onConditionFailed, reason' },
  { word: 'stale', instead: 'ConcurrencyConflict, out of date' },
  { word: 'transient', instead: 'Throttled, temporary' },
  { word: '(move|event|balance|ledger|delivery|attempt)Steps?', instead: 'write' },
  { word: 'mirror|mirrorOf', instead: 'projection', except: ['shared/providers'] },
  { word: 'under[- ]?way', instead: 'in progress, running' },
  { word: 'follow-?ups?', instead: 'effect' },
  { word: '(read|require|fail|end)Attempt|attemptInput', instead: 'run (of the flow)' },
  { word: 'homeOf', instead: 'stackProps' },
  { word: 'findings?', instead: 'violation, nag suppression, result' },
  { word: 'operate-stack|OperateStack', instead: 'monitoring stack' },
  { word: 'doors?', instead: 'sign-in, endpoint' },
  { word: 'detour', instead: 'URL override' },
  { word: 'book', instead: 'ApiDocument' },
  { word: 'recall|recalled', instead: 'id cache' },
  { word: 'the way', instead: 'path, how' },
  { word: 'lookback', instead: 'iam-usage' },
  { word: 'crowd', instead: 'load' },
  { word: 'twins?', instead: 'concurrent run' },
  { word: 'occasions?', instead: 'schedule' },
  { word: 'hostile', instead: 'fuzz, misbehaving' },
  { word: 'pictures?', instead: 'upload, photo or image (see the glossary in ARCHITECTURE.md)' },
  { word: 'somebody|nobody|whoever|whosoever', instead: 'the person, process or role itself' },
];

/** Files that list former words on purpose, and files that are generated. */
const EXCLUDED = ['CHANGELOG.md', 'scripts/terminology.ts', 'package-lock.json', 'LICENSE'];

function occurrences({ word, except = [] }: FormerWord, paths: readonly string[]): string[] {
  const excluded = [...EXCLUDED, ...except].map((path) => `:(exclude)${path}`);
  try {
    const found = execFileSync(
      'git',
      ['grep', '--untracked', '-nIiwE', '-e', `(${word})`, '--', ...paths, ...excluded],
      { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
    );
    return found.trimEnd().split('\n');
  } catch (error) {
    // git grep ends with 1 when it finds nothing.
    if ((error as { status?: number }).status === 1) return [];
    throw error;
  }
}

const paths = process.argv.slice(2);
let count = 0;
for (const former of FORMER_WORDS) {
  const lines = occurrences(former, paths.length > 0 ? paths : ['.']);
  if (lines.length === 0) continue;
  count += lines.length;
  console.log(`\n${former.word}: say ${former.instead}`);
  for (const line of lines) console.log(`  ${line.slice(0, 160)}`);
}
console.log(count === 0 ? 'No former word is in use.' : `\n${count} lines use a former word.`);
process.exitCode = count === 0 ? 0 : 1;
