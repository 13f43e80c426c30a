import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SESv2Client } from '@aws-sdk/client-sesv2';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { LANGUAGES } from '../../../shared/contract/languages.ts';
import { addressMail } from '../../../shared/mail/member-mail.ts';
import { type Mail, MailHeldBack } from '../../../shared/mail/message.ts';
import { SesMailer } from '../../../shared/mail/ses.ts';

let server: Server;
let mailer: SesMailer;
let answer: { status: number; type?: string; message: string };
let requests: Record<string, unknown>[];

beforeEach(async () => {
  requests = [];
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    requests.push(JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>);
    const { status, type, message } = answer;
    response.writeHead(status, {
      'content-type': 'application/json',
      ...(type && { 'x-amzn-errortype': type }),
    });
    response.end(JSON.stringify(status === 200 ? { MessageId: 'one' } : { message }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const client = new SESv2Client({
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    region: 'us-east-1',
    credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
    maxAttempts: 1,
  });
  mailer = new SesMailer(client, {
    from: 'Headshots <invites@headshots.example>',
    configurationSet: 'headshots-test',
  });
});
afterEach(() => {
  server.close();
});

const send = (change: Partial<Mail> = {}) =>
  mailer.send(
    { to: 'ada@people.example', subject: 's', text: 't', html: 'h', ...change },
    { organizations: ['org_1', 'org_2'], invite: 'inv_1', recipient: 'new' },
  );

async function failure(type: string, message: string): Promise<unknown> {
  answer = { status: type === 'TooManyRequestsException' ? 429 : 400, type, message };
  return send().catch((error: unknown) => error);
}

test('a mail names its configuration set, so that the default one of the identity is not used, and its organization and invite', async () => {
  answer = { status: 200, message: '' };
  await send({ to: 'Ada@Bücher.example' });
  expect(requests).toMatchObject([
    {
      Destination: { ToAddresses: ['ada@xn--bcher-kva.example'] },
      ConfigurationSetName: 'headshots-test',
      EmailTags: [
        { Name: 'organization', Value: 'org_1' },
        { Name: 'invite', Value: 'inv_1' },
      ],
      Content: { Simple: { Body: { Text: { Data: 't' }, Html: { Data: 'h' } } } },
    },
  ]);
});

test('a mail without a look of its own has the sender of the stage, and no image', async () => {
  answer = { status: 200, message: '' };
  await send();
  expect(requests[0]).toMatchObject({ FromEmailAddress: 'Headshots <invites@headshots.example>' });
  expect(requests[0]).not.toHaveProperty('ReplyToAddresses');
  expect(requests[0]).not.toHaveProperty('Content.Simple.Attachments');
});

test('a mail has the name of its sender, the address for answers, and the logo as an image inside', async () => {
  answer = { status: 200, message: '' };
  await send({
    senderName: 'Acme via Headshots',
    replyTo: 'people@acme.example',
    logo: `data:image/png;base64,${btoa('logo')}`,
  });
  expect(requests).toMatchObject([
    {
      FromEmailAddress: '"Acme via Headshots" <invites@headshots.example>',
      ReplyToAddresses: ['people@acme.example'],
      Content: {
        Simple: {
          Attachments: [
            {
              FileName: 'logo.png',
              ContentId: 'logo',
              ContentDisposition: 'INLINE',
              ContentType: 'image/png',
              RawContent: btoa('logo'),
            },
          ],
        },
      },
    },
  ]);
});

test('a mail that the recipient can end has the headers by which mail programs end it at one click', async () => {
  answer = { status: 200, message: '' };
  const unsubscribe = 'https://app.example/auth/signup?invite=inv_1&reminders=stop';
  await send({ unsubscribe });
  expect(requests).toMatchObject([
    {
      Content: {
        Simple: {
          Headers: [
            { Name: 'List-Unsubscribe', Value: `<${unsubscribe}>` },
            { Name: 'List-Unsubscribe-Post', Value: 'List-Unsubscribe=One-Click' },
          ],
        },
      },
    },
  ]);
});

test('a name that looks like encoded words is encoded, as programs decode them within quotes, too', async () => {
  answer = { status: 200, message: '' };
  await send({ senderName: '=?UTF-8?B?Qm9zcw==?=' });
  const from = String(requests[0]?.FromEmailAddress);
  expect(from).toBe(`=?UTF-8?B?${btoa('=?UTF-8?B?Qm9zcw==?=')}?= <invites@headshots.example>`);
});

test('the longest name of an organization leaves the sender short enough for SES', async () => {
  answer = { status: 200, message: '' };
  const recipient = { to: 'ada@people.example', organizationName: '🌻'.repeat(120), branding: {} };
  for (const language of LANGUAGES)
    await send(addressMail({ ...recipient, language }, 'https://app.example'));
  for (const { FromEmailAddress } of requests)
    expect(String(FromEmailAddress).length).toBeLessThanOrEqual(320);
});

test('a name is quoted, or in encoded words, so that it can name no other sender', async () => {
  answer = { status: 200, message: '' };
  await send({ senderName: '"Boss" <boss@bank.example>, \\' });
  await send({ senderName: `Müller 🌻 ${'ß'.repeat(40)} <boss@bank.example>` });
  const [quoted = '', encoded = ''] = requests.map(({ FromEmailAddress }) => String(FromEmailAddress));
  expect(quoted).toBe('"\\"Boss\\" <boss@bank.example>, \\\\" <invites@headshots.example>');
  expect(encoded).toMatch(/^(=\?UTF-8\?B\?[\w+/]+=*\?= ){3,}<invites@headshots\.example>$/);
  const words = encoded.split(' ').slice(0, -1);
  expect(words.every((word) => word.length <= 75)).toBe(true);
  const decoded = words.map((word) => Buffer.from(word.slice(10, -2), 'base64').toString());
  expect(decoded.join('')).toBe(`Müller 🌻 ${'ß'.repeat(40)} <boss@bank.example>`);
});

test('a used-up daily quota holds a mail back for some minutes, under each name that SES has for it', async () => {
  for (const type of ['TooManyRequestsException', 'ThrottlingException', 'LimitExceededException']) {
    const error = await failure(type, 'Daily message quota exceeded.');
    expect(error).toBeInstanceOf(MailHeldBack);
    expect(error).toMatchObject({ reason: 'daily quota', retrySeconds: 1200 });
  }
});

test('an exceeded rate holds a mail back for less long, and paused sending as long as a quota', async () => {
  expect(await failure('TooManyRequestsException', 'Maximum sending rate exceeded.')).toMatchObject({
    reason: 'rate',
    retrySeconds: 120,
  });
  for (const type of ['SendingPausedException', 'AccountSuspendedException'])
    expect(await failure(type, 'Sending is paused.')).toMatchObject({
      reason: 'stopped',
      retrySeconds: 1200,
    });
});

test('another error is not held back', async () => {
  const error = await failure('MessageRejected', 'Email address is not verified.');
  expect(error).not.toBeInstanceOf(MailHeldBack);
  expect(error).toMatchObject({ name: 'MessageRejected' });
});
