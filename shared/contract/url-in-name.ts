/** What mail programs make a link of. A domain without a path is none: it cannot be told from Booking.com. */
const URL_PART = /:\/\/|(?<![\p{L}\p{N}])www\.[\p{L}\p{N}]|[\p{L}\p{N}]\.\p{L}{2,}\//iu;

/** Whether the name of an organization, a team or a person, which is in mails to others, contains a URL. */
export function hasUrl(name: string): boolean {
  return URL_PART.test(name.normalize('NFKC'));
}
