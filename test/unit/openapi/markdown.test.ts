import { describe, expect, test } from 'vitest';
import { openApiDocument } from '../../../shared/contract/openapi/document.ts';
import { llmsText, markdownReference } from '../../../shared/contract/openapi/markdown.ts';
import { endpoints } from '../../../shared/contract/registry.ts';

const document = openApiDocument(endpoints, { url: 'https://headshots.test', description: 'Test' });
const reference = markdownReference(document);

/** The text below a heading, up to the next one. */
function sectionOf(heading: string): string {
  const [, section = ''] = reference.split(`\n### ${heading}\n`);
  return section.split(/\n##+ /)[0] ?? '';
}

describe('the API reference as Markdown', () => {
  test('every operation, webhook and shape of the document has a section', () => {
    const operations = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const names = [
      ...operations,
      ...Object.keys(document.webhooks),
      ...Object.keys(document.components.schemas),
    ];
    expect(names.filter((name) => sectionOf(name) === '')).toEqual([]);
  });

  test('an operation names its credentials, its parameters, its body, its answer and its errors', () => {
    const section = sectionOf('PUT /api/v2/organization/teams/{teamId}');
    expect(section).toContain('Credentials: apiKey (team:write) or userSession (manager).');
    expect(section).toContain('- `teamId` (path, string): The id of the team.');
    expect(section).toContain('- `name` (string): The name of the team.');
    expect(section).toContain('- `team` (Team)');
    expect(section).toContain('400 `ALREADY_EXISTS`');
    expect(section).toContain('"name": "Marketing"');
  });

  test('a body that may be one of two objects shows both', () => {
    const section = sectionOf('POST /api/member/session');
    expect(section).toContain('Option 1:');
    expect(section).toMatch(/Option 2:\n\n- `invite` \(string\)/);
  });

  test('the index for language models leads to the reference, the document and the page for people', () => {
    const index = llmsText(document, '/docs/reference.md');
    const operations = Object.values(document.paths).flatMap((item) => Object.keys(item));
    expect(index).toContain('](/docs/reference.md)');
    expect(index).toContain('](/api/openapi.json)');
    expect(index).toContain(`an API of ${operations.length} operations`);
  });
});
