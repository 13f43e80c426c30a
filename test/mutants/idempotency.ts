import type { Slip } from './slip.ts';

export const slips: readonly Slip[] = [
  {
    name: 'a repeated request takes over from one that runs',
    promise: 'A lease that ran out can be acquired again.',
    file: 'shared/domain/idempotency/idempotency.ts',
    find: "    atMost('leaseUntil', now),\n",
    replace: '',
    tests: ['test/unit/idempotency/kept-request.test.ts'],
  },
  {
    name: 'another request takes over the lease of one that died',
    promise: 'Hash of everything that makes two requests the same.',
    file: 'shared/domain/idempotency/idempotency.ts',
    find: "    atMost('leaseUntil', now),\n    equals('fingerprint', fingerprint),\n",
    replace: "    atMost('leaseUntil', now),\n",
    tests: ['test/unit/idempotency/kept-request.test.ts'],
  },
  {
    name: 'an expired answer is replayed',
    promise: 'An earlier request with this key has expired, and may have left its answer.',
    file: 'shared/domain/idempotency/idempotency.ts',
    find: "        remove: ['answer'],\n",
    replace: '',
    tests: ['test/unit/idempotency/kept-request.test.ts'],
  },
  {
    name: 'an invocation that lost its lease stores its answer',
    promise: 'Stores the answer … unless another invocation has the lease.',
    file: 'shared/domain/idempotency/idempotency.ts',
    find: "{ set: { answer } }, onlyIf(equals('holder', holder))",
    replace: '{ set: { answer } }, undefined',
    tests: ['test/unit/idempotency/kept-request.test.ts'],
  },
  {
    name: 'an invocation that lost its lease releases the request',
    promise: 'Releases a request without an answer, so that it can be sent again.',
    file: 'shared/domain/idempotency/idempotency.ts',
    find: "{ set: { expiresAt: 0 } }, onlyIf(equals('holder', holder))",
    replace: '{ set: { expiresAt: 0 } }, undefined',
    tests: ['test/unit/idempotency/kept-request.test.ts'],
  },
];
