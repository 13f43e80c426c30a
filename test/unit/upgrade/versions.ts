import { type Migration, Schema } from '../../../shared/table/schema.ts';

/**
 * The schemas of three releases. The second adds cents beside credits, so that the first and the second
 * release can serve at the same time. The third removes credits.
 */
const countCents: Migration = {
  from: ['credits'],
  change: ({ credits }) => ({ set: { cents: Number(credits) * 100 } }),
};
const dropCredits: Migration = { from: [], change: () => ({ remove: ['credits'] }) };
/** Adds the language of a team's name. A language that is already chosen stays. */
const nameLanguage: Migration = {
  from: ['language'],
  change: ({ language }) => ({ set: { language: language ?? 'en' } }),
};

export const first = new Schema({});
export const second = new Schema({ BALANCE: [countCents], TEAM: [nameLanguage] });
export const third = new Schema({ BALANCE: [countCents, dropCredits], TEAM: [nameLanguage] });
