import { expect, test } from 'vitest';
import { endOfMonth, monthOf, monthsAfter, monthsFrom } from '../../../shared/domain/usage/months.ts';

test('months are counted over the ends of years, in both directions', () => {
  expect(monthsAfter('2026-11', 2)).toBe('2027-01');
  expect(monthsAfter('2026-01', -1)).toBe('2025-12');
  expect(monthsAfter('2026-12', -36)).toBe('2023-12');
  expect(monthsFrom('2025-11', '2026-02')).toBe(4);
  expect(monthsFrom('2026-02', '2026-01')).toBe(0);
});

test('a month ends with its last millisecond in UTC', () => {
  const end = endOfMonth('2028-02');
  expect(monthOf(new Date(end - 1).toISOString())).toBe('2028-02');
  expect(monthOf(new Date(end).toISOString())).toBe('2028-03');
});
