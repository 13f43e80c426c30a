import * as z from 'zod';
import { ADDRESS_MAX_LENGTH, canonicalAddress, isInviteId, undeliverableReason } from './address.ts';
import { described } from './fields.ts';
import { SAMPLE } from './samples.ts';

/** E-mail addresses in requests, in the form in which they are stored and compared. */

const ID_MAX_LENGTH = 300;

const META = {
  description: 'The e-mail address. It counts trimmed, in lower case and with its domain in ASCII.',
  examples: [SAMPLE.email],
};

/** An address whose form `reasonOf` accepts. Its issue has the code INVALID_EMAIL. */
function addressThat(reasonOf: (address: string) => string | undefined) {
  return z
    .string()
    .overwrite(canonicalAddress)
    .superRefine((address, { addIssue }) => {
      const reason = address.isWellFormed() ? reasonOf(address) : 'it is not Unicode text';
      if (reason !== undefined)
        addIssue({ code: 'custom', params: { code: 'INVALID_EMAIL' }, message: reason, input: address });
    })
    .meta(META);
}

/** An address that the service sends mail to. */
export const emailAddress = addressThat(undeliverableReason);

/** An address that invites were sent to, or the id of an invite, which keeps its upper-case letters. */
export const addressOrInviteId = described(
  z
    .string()
    .trim()
    .max(ID_MAX_LENGTH)
    .overwrite((text) => (isInviteId(text) ? text : canonicalAddress(text)))
    .superRefine((text, { addIssue }) => {
      const reason = isInviteId(text) ? undefined : undeliverableReason(text);
      if (reason !== undefined)
        addIssue({ code: 'custom', params: { code: 'INVALID_EMAIL' }, message: reason, input: text });
    }),
  'An e-mail address, or the id of an invite.',
  SAMPLE.email,
);

/** The address of a member, who may be a white-label one that gets no mail: it has to contain an @. */
export const memberAddress = addressThat((address) => {
  if (address.length > ADDRESS_MAX_LENGTH) return `it may have at most ${ADDRESS_MAX_LENGTH} characters`;
  if (/\p{Cc}/u.test(address)) return 'it must not contain control characters';
  return address.includes('@') ? undefined : 'it needs the form name@domain';
});
