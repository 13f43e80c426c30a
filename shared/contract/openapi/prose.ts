/** The introduction of the document, in CommonMark. */
export const DESCRIPTION = `
Invite the people of your organization, or embed the studio in your own application. Each person uploads a few photos and
gets headshots. This API and webhooks tell you about models, photos and favorites.

## Authentication
Send your API key with every request: \`Authorization: Bearer hsk_live_…\`. A key belongs to one organization and
has access to its data only. Owners create and delete keys in the admin area.

## Answers
Bodies are JSON. Every answer has \`success\`. An error response has \`error\`, a sentence for people, and \`code\`, for programs.
\`X-Request-Id\` identifies the request: send it with questions. A resource of another organization is answered like one that
does not exist. Your program has to accept fields that are added later.

A body is JSON in UTF-8 and may have 1,000,000 bytes. A query parameter may be given once. HEAD is answered like GET. A slash
at the end of a path is ignored, as are fields and query parameters of other names. Where a member has no team or no name, the
field is null; in the list of favorites it is an empty string.

## Lists
Lists are newest first. \`limit\` (50, at most 200) and \`offset\` choose the page. \`pagination\` has the \`total\` and whether
the list \`hasMore\` entries. The delivery log changes while you read it, so it has a cursor instead: send the \`next\` of an
answer as \`before\` until it is null. A page of the log may have fewer entries than \`limit\`, or none, while more follow.

## Rate limit
An organization has 300 requests in any 60 seconds (Enterprise 1,000), for all endpoints and versions together. Every answer
has the headers \`X-RateLimit-Limit\`, \`X-RateLimit-Remaining\` and \`X-RateLimit-Reset\`, save one to a body that is too
large. Above the limit, the answer is 429 \`RATE_LIMIT_EXCEEDED\` with \`Retry-After\`.

## Safe retries
Send an \`Idempotency-Key\` of your own with a POST. For 24 hours, a request with the same key and body gets the first answer
and takes effect once. The same key with another body is an error. After 402, 429 and 5xx the next request with the key runs.

## Embedding
Your server creates a model for the user who is signed in, or gets the one that it has created before, and passes the \`signedUrl\`
to the page of this user. The page loads \`<script src="/embed.js" async></script>\` from this service and has
\`<headshots-studio src="signedUrl"></headshots-studio>\`, which dispatches \`ready\`, \`uploaded\`, \`submitted\`,
\`finished\`, \`favorite\`, \`expired\` and \`error\`. A signedUrl has to be opened within an hour: store the \`modelId\` with
your user, as another model for the same address is refused. Owners set in the admin area which origins may show the studio.

## Links to photos
Links to photos are signed for GET and valid for 24 hours from the request. Do not store them: request new ones. HEAD of a link
is answered 403 by S3.

## Webhooks
Each event is signed and posted to your webhook URL. Verify the bytes that you receive by \`verifyWebhook\` or \`verify_webhook\`
of our clients, by a library of Standard Webhooks, or by \`X-Service-Signature\`: the HMAC-SHA256 of the body in lower-case hex,
whose key is the whole secret as text, \`whsec_\` included. Answer 200 within 10 seconds. A failed delivery is retried after about
30 seconds, 5 minutes and 30 minutes. Events of one model arrive in order. Events of white-label models are sent 5 seconds late.

A webhook without attempts left is parked, and the later events of its model wait behind it. All events wait while no URL is
set or webhooks are switched off. They are delivered, in order, when an owner redelivers them or sets another URL. After 72
hours they are given up; they can be redelivered as long as the log has them, which is 30 days. Owners read the log, rotate the
secret and send a \`webhook.test\` in the admin area or with its endpoints. After a rotation, both secrets sign
\`webhook-signature\` for 24 hours, and only the new one signs \`X-Service-Signature\`.
`.trim();

/** The areas of the API, by the first part of the operations' names. */
export const AREAS: Readonly<Record<string, string>> = {
  v2: 'The current version, for organizations and partners.',
  v1: 'The previous version, for integrations that were built on it.',
  member: 'The endpoints of the studio, for the session of a member.',
  admin:
    'The endpoints of the admin area, for the session of a user, who needs the role that each operation names.',
  web: 'The service itself.',
  webhooks: 'The requests that the service makes to your webhook URL.',
};
