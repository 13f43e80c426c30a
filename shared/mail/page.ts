import type { Language } from '../contract/languages.ts';

/** The style of the main link of a mail. */
export const BUTTON =
  'display:inline-block;padding:12px 24px;border-radius:6px;background:#1f4fd8;color:#fff;text-decoration:none';

/** The HTML of a mail with these paragraphs. */
export function page(content: string, language: Language = 'en'): string {
  return `<!doctype html>
<html lang="${language}">
  <meta charset="utf-8">
  <body style="font:16px/1.5 sans-serif;color:#222;max-width:34em;margin:2em auto;padding:0 1em">${content}
  </body>
</html>
`;
}
