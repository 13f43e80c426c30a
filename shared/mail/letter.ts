import type { BrandFont } from '../contract/brand.ts';
import { BACKGROUNDS, brandColors, FONT_STACKS } from '../contract/brand-look.ts';
import type { Language } from '../contract/languages.ts';
import { escapeHtml, type Mail } from './message.ts';

/** A part of a mail, as plain text without markup. A text is a paragraph. */
export type Block =
  | string
  | { lines: readonly string[] }
  /**
   * A link that opens something: `text` leads to it in plain text, without a colon, and `label` is that of the button in
   * HTML. `copy` precedes its address there, for those whose button does nothing.
   */
  | { text: string; label: string; link: string; copy?: string }
  /** A paragraph that ends with the address of a page. */
  | { text: string; address: string }
  | { note: string };

export interface Letter {
  subject: string;
  blocks: readonly Block[];
}

/** The sender of a mail as its HTML shows it. */
export interface Letterhead {
  name: string;
  /** `#rrggbb`. */
  accent?: string | undefined;
  font?: BrandFont | undefined;
  /** A data URL, shown instead of the name. */
  logo?: string | undefined;
}

/** The service, which writes to users. */
export const SERVICE = { name: 'Headshots', accent: '#1f5f52' } as const;

/** The mail with the letter. Its HTML has the letterhead. */
export function mailOf(
  to: string,
  language: Language,
  { subject, blocks }: Letter,
  letterhead: Letterhead,
): Mail {
  const { logo } = letterhead;
  return {
    to,
    subject,
    text: [...blocks.map(plain), ''].join('\n\n'),
    html: page(language, subject, letterhead, blocks),
    ...(logo !== undefined && { logo }),
  };
}

function plain(block: Block): string {
  if (typeof block === 'string') return block;
  if ('lines' in block) return block.lines.map((line) => `- ${line}`).join('\n');
  if ('note' in block) return block.note;
  return 'link' in block ? `${block.text}:\n${block.link}` : `${block.text}\n${block.address}`;
}

// Outlook on Windows lays mails out as Word does: it knows tables, their widths, and padding and fonts of their cells, and
// neither a largest width nor the padding of links. Some programs drop the style sheet: so each element has its styles for the
// light scheme, and the sheet has those of the dark one only.

/** Ink and muted are those of tokens.css. */
const INKS = {
  light: { ink: '#1b1d1b', muted: '#5d5f59' },
  dark: { ink: '#f1f1ed', muted: '#aaaca5' },
};
const BASE = 'margin:0 0 16px';

/** The colors of a mail in the light scheme. */
interface Colors {
  link: string;
  button: string;
  onButton: string;
}

function html(block: Block, colors: Colors): string {
  if (typeof block === 'string') return `<p style="${BASE}">${escapeHtml(block)}</p>`;
  if ('lines' in block)
    return `<ul>${block.lines.map((line) => `<li>${escapeHtml(line)}</li>`).join('')}</ul>`;
  if ('note' in block) return note(escapeHtml(block.note));
  if ('link' in block) return button(block, colors);
  const address = escapeHtml(block.address);
  return `<p style="${BASE}">${escapeHtml(block.text)} <a class="link" href="${address}" style="color:${colors.link}">${address}</a></p>`;
}

function note(content: string): string {
  return `<p class="muted" style="${BASE};color:${INKS.light.muted};font-size:13px">${content}</p>`;
}

function button({ label, link, copy }: Extract<Block, { link: string }>, colors: Colors): string {
  const address = escapeHtml(link);
  const anchor = `<a class="button" href="${address}" style="display:inline-block;padding:12px 24px;border-radius:8px;color:${colors.onButton};font-weight:bold;text-decoration:none">${escapeHtml(label)}</a>`;
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="${BASE}">
          <tr><td class="button" bgcolor="${colors.button}" style="border-radius:8px;mso-padding-alt:12px 24px">${anchor}</td></tr>
        </table>${copy === undefined ? '' : `\n        ${note(`${escapeHtml(copy)}<br>${address}`)}`}`;
}

function page(
  language: Language,
  title: string,
  { name, accent = SERVICE.accent, font = 'system', logo }: Letterhead,
  blocks: readonly Block[],
): string {
  const { light, dark } = brandColors(accent);
  const [paper, surface] = BACKGROUNDS.light;
  const [darkPaper, darkSurface] = BACKGROUNDS.dark;
  const colors = {
    link: light['--accent'],
    button: light['--accent-fill'],
    onButton: light['--on-accent-fill'],
  };
  const text = `color:${INKS.light.ink};font:16px/1.5 ${escapeHtml(FONT_STACKS[font])}`;
  const shownName = escapeHtml(name);
  // A logo is made for a light background.
  const head =
    logo === undefined
      ? shownName
      : `<img class="logo" src="cid:logo" height="40" alt="${shownName}" style="max-width:100%;width:auto;height:auto;max-height:40px;border-radius:6px">`;
  return `<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="supported-color-schemes" content="light dark">
    <title>${escapeHtml(title)}</title>
    <style>
      :root { color-scheme: light dark; }
      @media (prefers-color-scheme: dark) {
        .paper { background: ${darkPaper} !important; }
        .sheet { background: ${darkSurface} !important; }
        .text { color: ${INKS.dark.ink} !important; }
        .muted { color: ${INKS.dark.muted} !important; }
        .link { color: ${dark['--accent']} !important; }
        .button { background: ${dark['--accent']} !important; color: ${dark['--on-accent']} !important; }
        .logo { background: #ffffff; padding: 6px; }
      }
    </style>
  </head>
  <body class="paper" style="margin:0;background:${paper}">
    <table class="paper" role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${paper}">
      <tr><td align="center" style="padding:24px 12px">
        <table class="sheet" role="presentation" width="560" cellpadding="0" cellspacing="0" border="0" bgcolor="${surface}" style="width:100%;max-width:560px;border-radius:14px">
          <tr><td class="text" align="left" style="padding:28px 32px 12px;overflow-wrap:anywhere;${text}"><div role="main">
        <h1 style="margin:0 0 24px;font-size:18px">${head}</h1>
        ${blocks.map((block) => html(block, colors)).join('\n        ')}
          </div></td></tr>
        </table>
      </td></tr>
    </table>
  </body>
</html>
`;
}
