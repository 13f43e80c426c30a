/**
 * Domains of well-known providers at which anybody can have an address. A join link is for the people of a company: one
 * for such a domain would be open to everyone who finds it. The list cannot be whole; the uses and days of a link limit
 * what it misses.
 */
export const PUBLIC_MAIL_DOMAINS: ReadonlySet<string> = new Set([
  ...['gmail.com', 'googlemail.com', 'outlook.com', 'outlook.de', 'hotmail.com', 'hotmail.de', 'live.com'],
  ...['live.de', 'msn.com', 'hotmail.co.uk', 'hotmail.fr', 'icloud.com', 'me.com', 'mac.com', 'aol.com'],
  ...['yahoo.com', 'yahoo.de', 'yahoo.fr', 'yahoo.co.uk', 'ymail.com', 'gmx.de', 'gmx.net', 'gmx.com'],
  ...['gmx.at', 'gmx.ch', 'web.de', 't-online.de', 'freenet.de', 'mail.de', 'posteo.de', 'mailbox.org'],
  ...['proton.me', 'protonmail.com', 'pm.me', 'tutanota.com', 'fastmail.com', 'zoho.com', 'mail.com'],
  ...['bluewin.ch', 'orange.fr', 'free.fr', 'laposte.net', 'libero.it', 'yandex.com', 'yandex.ru', 'mail.ru'],
  ...['qq.com', '163.com'],
]);
