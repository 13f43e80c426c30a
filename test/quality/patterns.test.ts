import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { check } from 'recheck';
import { parseSync, Visitor } from 'rolldown/utils';
import { expect, test, vi } from 'vitest';

/**
 * A pattern that takes more than linear time lets a sender of a long text stop a function. Recheck searches for
 * such a text, by automata or, for patterns with look-behind or long repeats, by trying texts: https://makenowjust-labs.github.io/recheck/.
 */

const PROJECT = join(import.meta.dirname, '../..');
const SHIPPED = '{shared,functions,web,client/src,ops,infra}/**/*.{ts,tsx}';
/** Modules that have others make patterns. */
const LOADING = ['shared/contract/registry.ts', 'shared/domain/user/session.ts'];
/** What is counted is steps: the result does not depend on the machine. */
const UNTIMED = { timeout: null, attackTimeout: null, incubationTimeout: null, seedingTimeout: null };
const MINUTES = 60_000;

interface Source {
  file: string;
  /** The patterns that are written out. */
  patterns: readonly RegExp[];
  /** Whether others are put together. */
  makesPatterns: boolean;
}

const sources = globSync(SHIPPED, { cwd: PROJECT })
  .filter((file) => !file.endsWith('.d.ts'))
  .map(read);

function read(file: string): Source {
  const { program } = parseSync(file, readFileSync(join(PROJECT, file), 'utf8'));
  const patterns: RegExp[] = [];
  let makesPatterns = false;
  new Visitor({
    Literal(node) {
      if ('regex' in node) patterns.push(new RegExp(node.regex.pattern, node.regex.flags));
    },
    NewExpression({ callee }) {
      if (callee.type === 'Identifier' && callee.name === 'RegExp') makesPatterns = true;
    },
  }).visit(program);
  return { file, patterns, makesPatterns };
}

/** The patterns that modules make when they are loaded, those of zod among them. */
async function madePatterns(): Promise<RegExp[]> {
  const made: RegExp[] = [];
  const places: string[] = [];
  vi.stubGlobal(
    'RegExp',
    class extends RegExp {
      constructor(pattern: string | RegExp, flags?: string) {
        super(pattern, flags);
        made.push(this);
        places.push(String(new Error().stack));
      }
    },
  );
  const makers = sources.filter(({ makesPatterns }) => makesPatterns).map(({ file }) => file);
  for (const file of [...LOADING, ...makers]) await import(join(PROJECT, file));
  vi.unstubAllGlobals();
  expect(makers.filter((file) => !places.some((place) => place.includes(file)))).toEqual([]);
  return made;
}

/** An attack on a pattern; undefined when there is none. */
async function attackOn({ source, flags }: RegExp): Promise<string | undefined> {
  const { status, ...rest } = await check(source, flags, UNTIMED);
  if (status === 'safe') return undefined;
  return `/${source}/${flags} ${status}: ${JSON.stringify({ attack: 'attack' in rest && rest.attack.pattern })}`;
}

test('a pattern of quadratic time is noticed', async () => {
  expect(await attackOn(/[^\s@]+@[^\s@]+/g)).toContain('vulnerable');
});

test(
  'every pattern of the project takes linear time, whatever the text',
  async () => {
    const written = sources.flatMap(({ patterns }) => patterns);
    const made = await madePatterns();
    expect(written.length).toBeGreaterThan(100);
    const distinct = new Map([...written, ...made].map((pattern) => [String(pattern), pattern]));
    const attacks = await Promise.all([...distinct.values()].map(attackOn));
    expect(attacks.filter((attack) => attack !== undefined)).toEqual([]);
  },
  5 * MINUTES,
);
