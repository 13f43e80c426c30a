import { execFileSync } from 'node:child_process';

/** `npm run secrets`: fails when a commit of the history has added something in the form of a real secret. */

/** Forms of secrets. */
const FORMS: Readonly<Record<string, RegExp>> = {
  'an access key of AWS': /\bA(?:KIA|SIA)[0-9A-Z]{16}\b/,
  'a private key': /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----/,
  'a token of GitHub': /\bgh[pousr]_[0-9A-Za-z]{36}\b/,
  'a token of npm': /\bnpm_[0-9A-Za-z]{36}\b/,
  'an API key of this service': /\bhsk_(?:live|test)_[0-9A-Za-z]{43}\b/,
};

/** In the history there are recorded items of a made-up organization. They have its key, which no stage knows. */
const RECORDED = /^test\/unit\/upgrade\/recordings\//;

/** Values that were made up for documents and tests. */
const MADE_UP = [/EXAMPLE/, /k7Qm2xVbN4sT9wYc1LdR8fGh3JpZ6aEu5KiOqXnWtBs/];

const MEBIBYTE = 1024 * 1024;

const history = execFileSync(
  'git',
  ['log', '--all', '--patch', '--unified=0', '--no-color', '--format=commit %h'],
  {
    encoding: 'utf8',
    maxBuffer: 512 * MEBIBYTE,
  },
);

let commit = '';
let path = '';
let found = 0;
for (const line of history.split('\n')) {
  if (line.startsWith('commit ')) commit = line.slice('commit '.length);
  if (line.startsWith('+++ b/')) path = line.slice('+++ b/'.length);
  if (!line.startsWith('+') || RECORDED.test(path) || MADE_UP.some((value) => value.test(line))) continue;
  for (const [name, form] of Object.entries(FORMS)) {
    if (!form.test(line)) continue;
    found += 1;
    // The secret itself is not printed: the output of CI is kept.
    console.error(`${commit} ${path}: ${name}. Revoke it, and remove it from the history.`);
  }
}
if (found > 0) process.exitCode = 1;
