import { type Migration, Schema } from '../../../shared/table/schema.ts';

/**
 * Three releases as they might follow the first. The second counts credits in cents beside credits, so that both it
 * and the first can serve; the third knows nothing else any more.
 */
const countCents: Migration = {
  from: ['credits'],
  change: ({ credits }) => ({ set: { cents: Number(credits) * 100 } }),
};
const dropCredits: Migration = { from: [], change: () => ({ remove: ['credits'] }) };
/** A team's name has a language; what somebody has chosen stays. */
const nameLanguage: Migration = {
  from: ['language'],
  change: ({ language }) => ({ set: { language: language ?? 'en' } }),
};

export const first = new Schema({});
export const second = new Schema({ BALANCE: [countCents], TEAM: [nameLanguage] });
export const third = new Schema({ BALANCE: [countCents, dropCredits], TEAM: [nameLanguage] });
