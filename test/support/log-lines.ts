import { vi } from 'vitest';

/** The log lines that `run` writes to standard output. */
export async function linesOf(run: () => Promise<unknown>): Promise<Record<string, unknown>[]> {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  try {
    await run();
    return write.mock.calls.map(([line]) => JSON.parse(String(line)) as Record<string, unknown>);
  } finally {
    write.mockRestore();
  }
}
