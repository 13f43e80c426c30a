import { beforeEach, describe, expect, test } from 'vitest';
import { type Attempt, Journal, type TrackedWebhook } from '../../chaos/journal.ts';
import { unexplainedDuplicates } from '../../chaos/verdict.ts';

let journal: Journal;
let webhook: TrackedWebhook;

beforeEach(() => {
  journal = new Journal();
  webhook = {
    id: 'msg_1',
    organization: 0,
    model: 0,
    ordinal: 0,
    body: '{}',
    notBefore: 0,
    plannedFaults: [],
    receipts: 0,
    taken: 0,
    answered: false,
    ambiguous: 0,
  };
  journal.track(webhook);
});

function attempt(process: string): Attempt {
  return (
    journal.leased(process, webhook.id, `token of ${process}`) ?? expect.fail('There is no such webhook.')
  );
}

describe('a duplicate in a fault run', () => {
  test('is explained by any fault that kills the process of a post before its result is recorded', () => {
    journal.take(attempt('one'));
    journal.killed('one');
    journal.ended('one');
    journal.take(attempt('two'));
    expect(unexplainedDuplicates(journal)).toEqual([]);
  });

  test('is explained also when the receiver processes the post after the death of its process', () => {
    const first = attempt('one');
    journal.killed('one');
    journal.ended('one');
    journal.take(first);
    journal.take(attempt('two'));
    expect(unexplainedDuplicates(journal)).toEqual([]);
  });

  test('is explained once by a fault that was planned to kill the process', () => {
    const first = attempt('one');
    journal.take(first);
    journal.hide(first);
    journal.killed('one');
    journal.ended('one');
    journal.take(attempt('two'));
    journal.take(attempt('three'));
    expect(unexplainedDuplicates(journal)).toEqual(['msg_1: 2 duplicates, 1 ambiguous faults']);
  });

  test('is not explained without a fault, nor by a fault after the result was recorded', () => {
    journal.take(attempt('one'));
    journal.ended('one');
    const second = attempt('two');
    journal.take(second);
    second.recorded = true;
    journal.killed('two');
    journal.ended('two');
    expect(unexplainedDuplicates(journal)).toEqual(['msg_1: 1 duplicates, 0 ambiguous faults']);
  });
});
