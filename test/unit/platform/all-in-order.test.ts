import { expect, test } from 'vitest';
import { allInOrder } from '../../../shared/platform/all-in-order.ts';

const after = <Result>(milliseconds: number, result: () => Result) =>
  new Promise<Result>((resolve, reject) => {
    setTimeout(() => {
      try {
        resolve(result());
      } catch (error) {
        reject(error);
      }
    }, milliseconds);
  });
const failing = (message: string) => () => {
  throw new Error(message);
};

test('results are in the order of the work, whichever ends first', async () => {
  expect(
    await allInOrder(
      after(20, () => 'one'),
      after(1, () => 2),
      'three',
    ),
  ).toEqual(['one', 2, 'three']);
});

test('the error is that of the first work in order, although another one fails earlier', async () => {
  const work = allInOrder(after(20, failing('first')), after(1, failing('second')));
  await expect(work).rejects.toThrow('first');
});

test('an error is thrown before later work has ended', async () => {
  let ended = false;
  const late = after(100, () => {
    ended = true;
  });
  await expect(allInOrder(after(1, failing('first')), late)).rejects.toThrow('first');
  expect(ended).toBe(false);
  await late;
});
