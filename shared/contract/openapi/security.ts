import type { Auth } from '../endpoint.ts';
import type { SecurityScheme } from './types.ts';

/** Any one of these will do; an owner may call whatever the organization's keys may. */
const SCHEMES: Readonly<Record<Auth, readonly string[]>> = {
  apiKey: ['apiKey', 'ownerSession'],
  ownerSession: ['ownerSession'],
  memberSession: ['memberSession'],
  optional: [],
  none: [],
};

const CREDENTIALS: Readonly<Record<string, string>> = {
  apiKey: "An organization's API key, `hsk_live_…`.",
  ownerSession: "An owner's session, from POST /api/admin/session.",
  memberSession: "A member's session, from POST /api/member/session.",
};

/** What a caller of an operation may be authorized by; nothing when anybody may call. */
export function securityOf(auth: Auth): Record<string, string[]>[] {
  return SCHEMES[auth].map((scheme) => ({ [scheme]: [] }));
}

/** The schemes that these operations name. */
export function securitySchemesOf(auths: readonly Auth[]): Record<string, SecurityScheme> {
  const named = new Set(auths.flatMap((auth) => SCHEMES[auth]));
  return Object.fromEntries(
    [...named].map((name) => [
      name,
      { type: 'http', scheme: 'bearer', description: CREDENTIALS[name] ?? name } satisfies SecurityScheme,
    ]),
  );
}
