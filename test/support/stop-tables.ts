import { afterAll } from 'vitest';
import { stopFreshTables } from './fresh-table.ts';

/** Runs for each test file, also where files share a process and its modules. */
afterAll(stopFreshTables);
