import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { FastifyReply } from 'fastify';
import { type Brand, paletteOf, type Scheme } from '../../../values/brand.ts';
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '../../../values/language.ts';
import { Html, html } from './html.ts';
import { languageAsked, rememberLanguage } from './page-language.ts';
import { pageTexts } from './page-texts.ts';

/** In the page itself: one request less on a slow line, allowed by its hash and nothing else. */
interface Inline {
  text: string;
  source: string;
}

const inline = (text: string): Inline => ({
  text,
  source: `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
});

/** A script or style sheet that lies beside the page that it is for. */
export const inlineFile = (file: URL): Inline => inline(readFileSync(file, 'utf8'));

const style = inlineFile(new URL('page.css', import.meta.url));

/** A ticket; in the page too, or browsers ask for /favicon.ico. */
const icon = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path fill="#1769c0" d="M1 4h14v3a1 1 0 0 0 0 2v3H1V9a1 1 0 0 0 0-2z"/></svg>',
)}`;

const headIn = (language: Language) =>
  Buffer.from(
    html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<link rel="icon" href="${icon}">
<style>${new Html(style.text)}</style>
`.text,
  );

/** The same on every page and half of it or more, so it is kept as it is sent. */
const HEADS: Record<Language, Buffer> = { en: headIn('en'), fil: headIn('fil') };
interface Page {
  language: Language;
  title: string;
  body: Html;
  /** Whose page it is; without it, nobody's. */
  brand?: Brand;
  status?: number;
  /** Where the same page can be asked for in another language, when that is not the address of this answer. */
  path?: string;
  /** A form with something entered in it: the language is changed by sending it there, and nothing is lost. */
  keeps?: { form: string; action: string };
  /** Addresses that a form's redirects lead to, ours included: a buyer may have come by another of our names. */
  formTargets?: string[];
  /** Without a script: the browser asks for the same address again. */
  refreshSeconds?: number;
  /** Makes the page nicer; it works without. */
  script?: Inline;
}

/** The title says the state first: it is what a screen reader reads, and what a narrow tab shows. */
export type PageOfState = Pick<Page, 'title' | 'body' | 'refreshSeconds'>;

/** Answers with a whole page that works without JavaScript; it loads nothing but pictures. */
export function sendPage(reply: FastifyReply, page: Page) {
  const { language, title, body, brand, status = 200, formTargets = [], refreshSeconds, script } = page;
  const colors = brand?.color ? brandStyle(brand.color) : undefined;
  const policy = [
    "default-src 'none'",
    `style-src ${[style, ...(colors ? [colors] : [])].map(({ source }) => source).join(' ')}`,
    ...(script ? [`script-src ${script.source}`] : []),
    'img-src https: data:',
    `form-action ${formSources(formTargets)}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  const asked = languageAsked(reply.request);
  if (asked) rememberLanguage(reply, asked);
  return reply
    .code(status)
    .headers({
      'content-security-policy': policy,
      'content-language': language,
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'x-frame-options': 'DENY',
      ...(refreshSeconds === undefined ? {} : { refresh: refreshSeconds }),
    })
    .type('text/html; charset=utf-8')
    .send(
      Buffer.concat([
        HEADS[language],
        Buffer.from(
          html`<title>${title}</title>
${colors && html`<style>${new Html(colors.text)}</style>\n`}</head>
<body>
<header class="top">
${brand && brandMark(brand)}
${languageSwitch(reply, page)}
</header>
<main>
${body}
</main>
${script && html`<script>${new Html(script.text)}</script>\n`}</body>
</html>
`.text,
        ),
      ]),
    );
}

const brandMark = ({ name, logoUrl }: Brand) =>
  html`<p class="brand">${logoUrl && html`<img src="${logoUrl}" alt="">`}<span>${name}</span></p>`;

/** Links, so that they work without a script. The present language is named too: a list of one says nothing. */
function languageSwitch({ request }: FastifyReply, { language, path, keeps }: Page): Html | false {
  if (path === undefined && request.method !== 'GET') return false;
  const query = new URLSearchParams(path === undefined ? request.url.split('?')[1] : '');
  const address = (other: Language) => {
    query.set('lang', other);
    return `${path ?? ''}?${query}`;
  };
  return html`<nav class="languages" aria-label="${pageTexts[language].languages}">${
    // Enter in a field presses the first button of its form, and must not change the language.
    keeps && html`<button form="${keeps.form}" hidden></button>`
  }${LANGUAGES.map((one) =>
    one === language
      ? html`<span aria-current="true">${LANGUAGE_NAMES[one]}</span>`
      : keeps
        ? html`<button form="${keeps.form}" formaction="${keeps.action}?lang=${one}" lang="${one}">${LANGUAGE_NAMES[one]}</button>`
        : html`<a href="${address(one)}" lang="${one}" hreflang="${one}">${LANGUAGE_NAMES[one]}</a>`,
  )}</nav>`;
}

/** Finding readable shades and their hash took a tenth of a page. When so many organizers had their turn, it begins anew. */
const MOST_KEPT_STYLES = 1_000;
const keptStyles = new Map<string, Inline>();

function brandStyle(color: string): Inline {
  let kept = keptStyles.get(color);
  if (!kept) {
    if (keptStyles.size === MOST_KEPT_STYLES) keptStyles.clear();
    kept = inline(styleOf(color));
    keptStyles.set(color, kept);
  }
  return kept;
}

const styleOf = (color: string) =>
  `:root{${variables(color, 'light')}}@media(prefers-color-scheme:dark){:root{${variables(color, 'dark')}}}`;

function variables(color: string, scheme: Scheme): string {
  const { fill, onFill, strong, tint } = paletteOf(color, scheme);
  return `--fill:${fill};--on-fill:${onFill};--strong:${strong};--tint:${tint}`;
}

const DOCUMENT_TYPES: Record<string, string> = { pdf: 'application/pdf', ics: 'text/calendar; charset=utf-8' };

/** Answers with a file to keep, as private as a page. Its name ends with what it is: `.pdf`, `.ics`. */
export const sendDocument = (reply: FastifyReply, fileName: string, content: Buffer) =>
  reply
    .headers({
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
      'content-disposition': `inline; filename="${fileName}"`,
    })
    .type(DOCUMENT_TYPES[fileName.slice(fileName.lastIndexOf('.') + 1)] ?? 'application/octet-stream')
    .send(content);

/**
 * Browsers hold the whole chain of redirects after a form against the policy, the organizer's own ones (to `www.`, to a
 * sign-in) and a payment service's included; nobody can list those, so every https address may end it.
 */
function formSources(targets: string[]): string {
  const sources = targets.map((target) => {
    const { protocol, hostname, origin } = new URL(target);
    // Policies cannot name an IPv6 address: there the scheme has to do.
    return protocol === 'https:' || hostname.startsWith('[') ? protocol : origin;
  });
  return [...new Set(["'self'", 'https:', ...sources])].join(' ');
}
