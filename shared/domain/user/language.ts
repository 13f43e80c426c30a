import { DEFAULT_LANGUAGE, type Language } from '../../contract/languages.ts';
import { exists } from '../../table/condition.ts';
import { keys } from '../../table/keys.ts';
import { check, onlyIf, update } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';
import type { Organization } from '../organization/organization.ts';
import { describeOwnUser, readUser, type SignIn, userNotFound } from './user.ts';

/** The language of mails to a user: that which the user has chosen, else that of the organization. */
export function languageOf(
  user: { language?: Language | undefined } | undefined,
  { language = DEFAULT_LANGUAGE }: Pick<Organization, 'language'>,
): Language {
  return user?.language ?? language;
}

/** Stores the language that a user has chosen. @throws NOT_FOUND when the user was removed meanwhile. */
export async function chooseUserLanguage(
  context: DomainContext,
  organizationId: string,
  userId: string,
  language: Language,
) {
  const key = keys.userSignIn(organizationId, userId);
  const [user, signIn] = await Promise.all([
    readUser(context, organizationId, userId),
    context.table.get<SignIn>(key),
  ]);
  if (signIn?.language !== language) {
    await context.table.commit([
      // Otherwise the language of a user who is removed meanwhile would be kept for good.
      check(keys.user(organizationId, userId), onlyIf(exists, userNotFound)),
      update(key, { set: { userId, language } satisfies Partial<SignIn> }),
    ]);
  }
  return describeOwnUser(user, { ...signIn, userId, language });
}
