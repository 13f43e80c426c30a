import type { Role } from '../contract/roles.ts';
import type { FailureReason } from '../contract/schemas.ts';
import type { Block } from './letter.ts';
import { type ByAction, type ToldChange, timeIn, total, type UserMailTexts } from './user-letter.ts';

const time = (at: string) => timeIn('en-GB', at);
const rights: Readonly<Record<Role, string>> = {
  viewer: 'As a viewer you see people and their headshots.',
  manager: 'As a manager you invite people, and look after them and their headshots.',
  owner: 'As an owner you may do everything: people, keys, webhooks, settings and other users.',
};
const actions: ByAction = {
  'key.created': { happened: 'A new API key', remedy: 'delete the key' },
  'webhooks.secret_rotated': { happened: 'A new webhook secret', remedy: 'create another secret' },
  'user.invited': { happened: 'A new owner', remedy: 'remove the user' },
  'user.role_changed': { happened: 'A new owner', remedy: 'change the role back' },
  'user.signed_in': { happened: 'A new sign-in', remedy: 'end the session' },
};
const reasons: Readonly<Record<FailureReason, string>> = {
  'training-failed': 'no headshots could be made from the photos that were uploaded',
  'generation-failed': 'the headshots could not be generated',
  'photos-refused': 'the photos were not accepted for training; other photos may be',
  'likeness-too-low': 'the headshots did not look enough like the person; with other photos they may',
  'timed-out': 'a step took too long',
  'internal-error': 'we had a failure',
};
const models = (count: number) => (count === 1 ? '1 model' : `${count} models`);
const origin = (from: string | undefined) => (from === undefined ? '' : ` It came from ${from}.`);
const actors = { operator: 'An operator of the service', unknown: 'A user who is no longer there' } as const;
const nameOf = (by: Exclude<ToldChange['by'], 'oneself'>) => (typeof by === 'object' ? by.email : actors[by]);
const otherwise = (remedy: string, adminUrl: string): Block => ({
  text: `If it was you, there is nothing to do. If not, sign in and ${remedy}:`,
  address: adminUrl,
});

/** The texts of the mails to users in English. */
export const en: UserMailTexts = {
  greeting: 'Hello,',
  signIn: (links, more) => ({
    subject: links.length === 1 ? `Sign in to ${links[0]?.name}` : 'Sign in to your organizations',
    blocks: [
      'You asked for a link to sign in to the headshots of your organization.',
      ...links.map(({ name, link }) => ({ text: name, label: `Sign in to ${name}`, link })),
      ...(more === undefined
        ? []
        : [
            {
              text: `You are a user of more organizations. A mail has ${links.length} of them at most; ask for the links to the others here:`,
              address: more,
            },
          ]),
      `${links.length === 1 ? 'It' : 'Each'} works once, within 15 minutes.`,
      'If you did not ask for it, ignore this mail: without the link, no one can sign in.',
    ],
  }),
  invitation: (name, role, link, expiresAt, adminUrl) => ({
    subject: `Your access to ${name}`,
    blocks: [
      `You are invited to the admin area of ${name}. ${rights[role]}`,
      { text: 'Sign in', label: 'Sign in', link },
      {
        text: `The link works once, until ${time(expiresAt)}. Later, ask for a new one with this address:`,
        address: adminUrl,
      },
      'If you do not know the organization, ignore this mail.',
    ],
  }),
  notice: ({ name, action, at, from, by, owner }, adminUrl) => {
    const { happened, remedy } = actions[action];
    const who = [
      ...(owner === undefined ? [] : [`New owner: ${owner}`]),
      ...(by === 'oneself' ? [] : [`By: ${nameOf(by)}`]),
    ];
    return {
      subject: `${happened} for ${name}`,
      blocks: [
        `${happened} for ${name}, on ${time(at)}.${origin(from)}`,
        ...(who.length === 0 ? [] : [{ lines: who }]),
        otherwise(remedy, adminUrl),
      ],
    };
  },
  changed: ({ name, by, at, from, to }) => {
    const remedy =
      by === 'oneself'
        ? 'If it was not you, tell an owner of the organization at once.'
        : 'If you did not expect this, ask an owner of the organization.';
    if (to !== undefined) {
      const who = by === 'oneself' ? 'You' : nameOf(by);
      return {
        subject: `Your role in ${name} has changed`,
        blocks: [
          `${who} changed your role in the admin area of ${name} from ${from} to ${to}, on ${time(at)}. ${rights[to]}`,
          remedy,
        ],
      };
    }
    const removed = by === 'oneself' ? 'You have left' : `${nameOf(by)} removed you from`;
    return {
      subject: by === 'oneself' ? `You have left ${name}` : `You were removed from ${name}`,
      blocks: [
        `${removed} the admin area of ${name}, on ${time(at)}. Your sessions there have ended.`,
        remedy,
      ],
    };
  },
  ownerLost: ({ name, by, at, from, to }, email, address, adminUrl) => {
    const when = `on ${time(at)}.${origin(address)}`;
    if (to !== undefined) {
      const change =
        by === 'oneself' ? `${email} changed their own role` : `${nameOf(by)} changed the role of ${email}`;
      return {
        subject: `An owner of ${name} has another role`,
        blocks: [
          `${change} in ${name} from ${from} to ${to}, ${when}`,
          otherwise('change the role back', adminUrl),
        ],
      };
    }
    const change =
      by === 'oneself'
        ? `${email}, an owner of ${name}, has left`
        : `${nameOf(by)} removed ${email}, an owner of ${name}`;
    return {
      subject: `${name} has an owner less`,
      blocks: [`${change}, ${when}`, otherwise('invite the user again', adminUrl)],
    };
  },
  failures: (name, failures, adminUrl) => ({
    subject: `${models(total(failures))} of ${name} failed`,
    blocks: [
      `${models(total(failures))} of ${name} failed for good, and will not restart automatically.`,
      { lines: failures.map((each) => `${models(each.models)}: ${reasons[each.reason]} (${each.reason})`) },
      'The credit of each was returned. Our operators were told.',
      {
        text: 'The section Progress of the admin area shows which: open a person to try again, or to see that it needs other photos. The API shows them by the status failed with final true:',
        address: adminUrl,
      },
      {
        note: 'We send such a mail every three hours at most. Models that fail in between are counted in the next one.',
      },
    ],
  }),
  parked: (name, host, reason, givenUpAt, adminUrl) => ({
    subject: `Webhooks of ${name} are not arriving`,
    blocks: [
      `${host} did not accept a webhook of ${name}, and no attempts are left.`,
      `The result of the last attempt: ${reason}`,
      `Nothing is lost. Webhooks about this model, and about any other model that fails in the same way, wait in order until ${time(givenUpAt)}.`,
      {
        text: 'When your receiver answers 200 again, sign in and redeliver the waiting webhooks:',
        address: adminUrl,
      },
      { note: 'As long as webhooks wait, we send no further mail about them.' },
    ],
  }),
  circuit: (name, host, openedAt, adminUrl) => ({
    subject: `Webhooks of ${name} are waiting`,
    blocks: [
      `${host} has failed to accept the webhooks of several models of ${name}. Since ${time(openedAt)} we wait before we send more.`,
      'Nothing is lost. The webhooks wait in order, for up to 72 hours. From time to time we send one of them, and when your receiver answers 200, the others follow by themselves.',
      {
        text: 'When your receiver works again, you can sign in and send a test, so that we need not wait:',
        address: adminUrl,
      },
      { note: 'We send one mail a day at most about webhooks that do not arrive.' },
    ],
  }),
};
