import { expect, test } from 'vitest';
import { type Opening, opensPage } from '../../../shared/http/opens-page.ts';

const CHROMIUM = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8';

function opening(method: string, rawPath: string, accept?: string): Opening {
  return { rawPath, headers: accept === undefined ? {} : { accept }, requestContext: { http: { method } } };
}

test.each([
  ['GET', '/nothing', CHROMIUM],
  ['HEAD', '/nothing', 'text/html'],
  ['GET', '/auth/nothing', 'application/json, Text/HTML; q=0.5'],
  ['GET', '/apiary', CHROMIUM],
])('a browser opens a page with %s %s that accepts %s', (method, path, accept) => {
  expect(opensPage(opening(method, path, accept))).toBe(true);
});

test.each([
  ['GET', '/nothing', undefined],
  ['GET', '/nothing', '*/*'],
  ['GET', '/nothing', 'application/json'],
  ['GET', '/nothing', 'text/html-like'],
  ['POST', '/nothing', CHROMIUM],
  ['DELETE', '/nothing', CHROMIUM],
  ['GET', '/api', CHROMIUM],
  ['GET', '/api/', CHROMIUM],
  ['GET', '/api/v2/nothing', CHROMIUM],
])('a program gets the envelope for %s %s that accepts %s', (method, path, accept) => {
  expect(opensPage(opening(method, path, accept))).toBe(false);
});
