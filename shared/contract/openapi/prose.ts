/** The introduction of the document, in CommonMark. */
export const DESCRIPTION = `
Invite the people of your organization, or embed the studio in your own application; each uploads a few photos, and gets
headshots. You follow models, photos and favorites by this interface and by webhooks.

## Authentication
Send your API key with every request: \`Authorization: Bearer hsk_live_…\`. A key belongs to one organization, and sees and
changes nothing outside of it. Owners make and delete keys in the admin area.

## Answers
Bodies are JSON. Every answer has \`success\`; an error response has \`error\`, a sentence for people, and \`code\`, to decide by.
\`X-Request-Id\` names the request: send it with questions. A resource of another organization is answered like one that does not exist.
Be ready for fields that are added later.

## Lists
Lists are newest first. \`limit\` (50, at most 200) and \`offset\` choose the page, \`pagination\` tells the \`total\` and
whether the list \`hasMore\`. The delivery log moves while one reads it, so it has a cursor in place of these: send the
\`next\` of an answer as \`before\` until it is null. A page of it may hold fewer than \`limit\`, even none, while more follow.

## Rate limit
An organization has 300 requests in any 60 seconds (Enterprise 1,000), over all endpoints and versions together.
\`X-RateLimit-Limit\`, \`X-RateLimit-Remaining\` and \`X-RateLimit-Reset\` are on every answer; past the limit it is 429
\`RATE_LIMIT_EXCEEDED\` with \`Retry-After\`.

## Safe retries
Send an \`Idempotency-Key\` of your own with a POST. For 24 hours the same key with the same body is answered with the first
answer, and nothing happens twice; with another body it is refused.

## Links to photos
Links to photos are signed and live 24 hours from the call. Ask again for fresh ones; do not store them.

## Webhooks
Each event is posted to your webhook URL and signed. Verify \`X-Service-Signature\`, or use any library of Standard Webhooks,
before you trust it; answer 200 within 10 seconds. A failed delivery is tried again after about 30 seconds, 5 minutes and
30 minutes. Events of one model arrive in order; white-label ones 5 seconds late.

A webhook without attempts left is parked, and the later events of its model wait behind it. Without a URL and while webhooks
are off all events wait. They go on, in order, when an owner redelivers them or sets another URL; after 72 hours they are given
up, and can still be redelivered while the log keeps them, for 30 days. Owners read the log, rotate the secret and send a
\`webhook.test\` in the admin area or by its interface. After a rotation both secrets sign for 24 hours in
\`webhook-signature\`, the new one alone in \`X-Service-Signature\`.
`.trim();

/** The areas of the interface, by the first part of its operations' names. */
export const AREAS: Readonly<Record<string, string>> = {
  v2: 'The current version, for organizations and partners.',
  v1: 'The previous version, for integrations that were built on it.',
  member: 'The endpoints of the studio, for the session of a member.',
  admin: 'The endpoints of the admin area, for the session of an owner.',
  web: 'The service itself.',
  webhooks: 'The requests that the service makes to your webhook URL.',
};
