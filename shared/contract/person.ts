import * as z from 'zod';
import { canonicalAddress } from './address.ts';
import { described } from './fields.ts';
import { SAMPLE } from './samples.ts';

const MAX_LENGTH = 300;

/** A person in a request. Someone who was only invited has an address and no id: that of the invite lets its holder sign up. */
export const personIdentifier = described(
  z
    .string()
    .min(1)
    .max(MAX_LENGTH)
    .overwrite((text) => (text.includes('@') ? canonicalAddress(text) : text)),
  'The id of a member, the id of a model, or an e-mail address.',
  SAMPLE.memberId,
);
