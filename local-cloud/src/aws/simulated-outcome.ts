/**
 * SES's mailbox simulator, https://docs.aws.amazon.com/ses/latest/dg/send-an-email-from-console.html, with
 * labels after a plus. `quota` is the local cloud's own: SES answers as if the daily quota were used up.
 */
const SIMULATED = /^(bounce|complaint|quota)(\+[^@]*)?@simulator\.amazonses\.com$/;

/** The outcome of a mail to an address of the simulator: `bounce`, `complaint` or `quota`. */
export function simulatedOutcome(address: string): string | undefined {
  return SIMULATED.exec(address)?.[1];
}
