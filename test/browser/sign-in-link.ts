import { caughtMail } from '../support/invites.ts';
import { until } from '../support/tenant.ts';

/** The link to sign in that was mailed to an address, once it is there. */
export async function mailedSignInLink(address: string): Promise<string> {
  let link: string | undefined;
  await until(async () => {
    const mail = (await caughtMail()).find(
      ({ to, subject }) => to.includes(address) && /^(Sign in|Anmelden)/.test(subject),
    );
    link = /https?:\/\/\S+\/admin\?token=\S+/.exec(mail?.text ?? '')?.[0];
    return link !== undefined;
  }, 'the mail with the link to sign in');
  return link ?? '';
}
