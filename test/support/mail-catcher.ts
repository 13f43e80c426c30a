import type { Mail, Mailer, Posting } from '../../shared/mail/message.ts';

/** A mailer that adds each mail to `mails`, and what is known of it to `postings`. */
export function catching(mails: Mail[], postings: Posting[] = []): Mailer {
  return {
    send: async (mail, posting) => {
      mails.push(mail);
      postings.push(posting);
      return true;
    },
  };
}
