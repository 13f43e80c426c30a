import type { ServerResponse } from 'node:http';
import type { Mail, Mailbox } from '../aws/mailbox.ts';

const SANDBOX = 'allow-popups allow-popups-to-escape-sandbox';

/** `/_local/mail` lists what was sent, `/_local/mail/<id>` shows one message. */
export function answerMailPage(path: string, mailbox: Mailbox, response: ServerResponse): void {
  const id = path.split('/')[3];
  const mail = id === undefined ? undefined : mailbox.find(id);
  if (id === undefined) send(response, 200, 'Mail', listOf(mailbox.list()));
  else if (mail === undefined) send(response, 404, 'Mail', '<p>There is no such message.</p>');
  else send(response, 200, mail.subject, messageOf(mail));
}

function listOf(mails: readonly Mail[]): string {
  if (mails.length === 0) return '<p>No mail has been sent.</p>';
  const rows = mails.map(
    (mail) =>
      `<tr><td>${new Date(mail.receivedAt).toISOString()}</td><td>${escapeHtml(mail.to.join(', '))}</td>` +
      `<td><a href="/_local/mail/${escapeHtml(mail.id)}">${escapeHtml(mail.subject)}</a></td></tr>`,
  );
  return `<table>${rows.join('')}</table>`;
}

function messageOf(mail: Mail): string {
  const addresses = { From: decoded(mail.from), To: mail.to.join(', '), 'Reply to': mail.replyTo.join(', ') };
  const header = Object.entries(addresses)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `<p>${name}: ${escapeHtml(value)}</p>`)
    .join('');
  const text = `<pre>${escapeHtml(mail.text)}</pre>`;
  // Its links open tabs, as in mail programs: pages may refuse to be framed.
  const shown = mail.html
    .replace(/<head>/i, '$&<base target="_blank">')
    .replace(/"cid:([^"]+)"/g, (source, id: string) =>
      mail.images[id] === undefined ? source : `"${mail.images[id]}"`,
    );
  // Sandboxed, since a message may contain text that a user typed.
  const html = shown === '' ? '' : `<iframe sandbox="${SANDBOX}" srcdoc="${escapeHtml(shown)}"></iframe>`;
  return header + text + html;
}

/** A header without its encoded words. https://www.rfc-editor.org/rfc/rfc2047 */
function decoded(header: string): string {
  return header
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?UTF-8\?B\?([^?]*)\?=/gi, (_word, content: string) =>
      Buffer.from(content, 'base64').toString(),
    );
}

function send(response: ServerResponse, status: number, title: string, body: string): void {
  const style =
    'body{font:16px sans-serif;margin:2em;overflow-wrap:anywhere}td{padding:.3em 1em .3em 0}pre{white-space:pre-wrap}' +
    'iframe{width:100%;height:44em;border:1px solid #ccc}';
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'x-content-type-options': 'nosniff',
  });
  response.end(
    `<!doctype html><html lang="en"><meta charset="utf-8">` +
      `<meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title>` +
      `<style>${style}</style><h1>${escapeHtml(title)}</h1>${body}</html>`,
  );
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
