import type { GivenConsent } from '../../contract/consent.ts';
import { consentText, consentVersionFor } from '../../contract/consent-text.ts';
import { Problem } from '../../contract/errors.ts';
import { DEFAULT_LANGUAGE, type Language } from '../../contract/languages.ts';
import type { ProviderName } from '../../contract/providers.ts';
import { isoTime } from '../../platform/clock.ts';
import { exists } from '../../table/condition.ts';
import { keys } from '../../table/keys.ts';
import { onlyIf, update } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';
import type { Member } from '../member/member.ts';
import { retentionDaysOf } from '../model/retention.ts';
import type { Organization } from '../organization/organization.ts';
import { trailWrite } from '../trail/trail.ts';

/** The subject of a member's consent: the organization, and the provider that makes its headshots. */
export interface ConsentSubject {
  organization: Organization;
  /** The provider of the stage, which an organization without one of its own has. */
  defaultProvider: ProviderName;
}

/** The text for a member: in the requested language, else in the language of the agreement. */
export function showConsent(member: Member, subject: ConsentSubject, language?: Language) {
  const { organization } = subject;
  const given = currentConsent(member, subject);
  const shown = language ?? given?.language ?? DEFAULT_LANGUAGE;
  return {
    version: versionOf(subject),
    language: shown,
    text: consentText(shown, {
      organizationName: organization.name,
      uploadRetentionDays: retentionDaysOf(organization, given),
      provider: providerOf(subject),
    }),
    agreedAt: given?.agreedAt ?? null,
    required: needsConsent(member, organization),
  };
}

/** Records the agreement to the current version. @throws INVALID_REQUEST for another, UNAUTHORIZED once erased. */
export async function giveConsent(
  context: DomainContext,
  subject: ConsentSubject,
  member: Member,
  { version, language = DEFAULT_LANGUAGE }: { version: string; language?: Language | undefined },
): Promise<Member> {
  const current = versionOf(subject);
  if (version !== current) {
    throw new Problem(
      'INVALID_REQUEST',
      `The field 'version' is not valid: the current version is ${current}. Read its text by GET /api/member/consent.`,
    );
  }
  if (currentConsent(member, subject)) return member;
  const { organization } = subject;
  const organizationId = organization.id;
  const consent: GivenConsent = {
    version,
    language,
    uploadRetentionDays: retentionDaysOf(organization),
    agreedAt: isoTime(context.clock.now()),
  };
  await context.table.commit([
    update(
      keys.member(organizationId, member.id),
      { set: { consent } },
      onlyIf(exists, () => new Problem('UNAUTHORIZED', 'The session is no longer valid.')),
    ),
    trailWrite(context, organizationId, 'consent.given', member.id),
  ]);
  return { ...member, consent };
}

/** Whether uploads have to wait for the member's agreement. */
export function lacksConsent(member: Member, subject: ConsentSubject): boolean {
  return needsConsent(member, subject.organization) && !currentConsent(member, subject);
}

/** @throws INVALID_REQUEST when the member has to agree before uploading. */
export function requireConsent(member: Member, subject: ConsentSubject): void {
  if (!lacksConsent(member, subject)) return;
  throw new Problem(
    'INVALID_REQUEST',
    'Uploads need the consent of the member: show the text of GET /api/member/consent, and agree by POST /api/member/consent.',
  );
}

/** Partners of white-label members bring their own proof, unless their organization has chosen otherwise. */
function needsConsent({ anonymous }: Member, { whiteLabelConsent = false }: Organization): boolean {
  return !anonymous || whiteLabelConsent;
}

function currentConsent({ consent }: Member, subject: ConsentSubject): GivenConsent | undefined {
  return consent?.version === versionOf(subject) ? consent : undefined;
}

function versionOf(subject: ConsentSubject): string {
  return consentVersionFor(providerOf(subject));
}

function providerOf({ organization, defaultProvider }: ConsentSubject): ProviderName {
  return organization.provider ?? defaultProvider;
}
