import { expect, test } from 'vitest';
import { parameter } from '../../../web/service/parameter.ts';

test('a parameter of the address has its only value, and none when it is repeated', () => {
  expect(parameter('token', '?token=a%2Bb&anonymous=1')).toBe('a+b');
  expect(parameter('token', '?invite=a')).toBeUndefined();
  for (const query of ['?token=a&token=b', '?token=a&x=1&token=a', '?token=a&%74oken=b'])
    expect(parameter('token', query)).toBeUndefined();
});
