import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { FastifyReply } from 'fastify';
import { type Brand, paletteOf, type Scheme } from '../../../values/brand.ts';
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '../../../values/language.ts';
import { queryOf } from './address-query.ts';
import { Html, html } from './html.ts';
import { rememberLanguage, requestedLanguage } from './page-language.ts';
import { pageTexts } from './page-texts.ts';
import { pictureTag } from './picture-tag.ts';

/** An inline style or script, which saves a request on a slow connection. The policy allows it by its hash. */
interface Inline {
  text: string;
  source: string;
}

const inline = (text: string): Inline => ({
  text,
  source: `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
});

/** A script or style sheet in a file beside the page that uses it. */
export const inlineFile = (file: URL): Inline => inline(readFileSync(file, 'utf8'));

const style = inlineFile(new URL('page.css', import.meta.url));
/** Tells the site around a frame how high the page is. */
const frameScript = inlineFile(new URL('frame.js', import.meta.url));

/** The icon, a ticket. Without it browsers request /favicon.ico. */
const icon = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path fill="#1769c0" d="M1 4h14v3a1 1 0 0 0 0 2v3H1V9a1 1 0 0 0 0-2z"/></svg>',
)}`;

/** Everything up to the title. Only public pages are open to search engines. */
const headIn = (language: Language, isIndexed: boolean) =>
  Buffer.from(
    html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${isIndexed ? false : new Html('<meta name="robots" content="noindex">\n')}<link rel="icon" href="${icon}">
<style>${new Html(style.text)}</style>
`.text,
  );

/** The head is the same on every page and at least half of its bytes, so it is encoded once. */
const HEADS = { en: headIn('en', false), fil: headIn('fil', false) } satisfies Record<Language, Buffer>;
const INDEXED_HEADS = { en: headIn('en', true), fil: headIn('fil', true) } satisfies Record<Language, Buffer>;

export interface Page {
  language: Language;
  title: string;
  body: Html;
  /** The organizer's brand, on pages of an organizer. */
  brand?: Brand;
  status?: number;
  /** The path and query of the same page in another language, when they differ from the URL of this response. */
  path?: string;
  /** A form that may be partly filled in. The language links submit it, so that no input is lost. */
  keeps?: { form: string; action: string };
  /** URLs that the form may redirect to, including our own, because the server may have several names. */
  formTargets?: string[];
  /** Reloads the page after this time, without a script. */
  refreshSeconds?: number;
  /** The sandbox is in use: a banner says that no money moves and tickets are free. */
  isSandbox?: boolean;
  /** A page without a brand about a test organization: see `Brand`. */
  isTest?: boolean;
  /** The page has two columns where the window is wide. */
  isWide?: boolean;
  /** Tags for search engines and link previews: a description, Open Graph, the canonical URL. */
  head?: Html;
  /** Search engines may show the page. */
  isIndexed?: boolean;
  /** It shows nothing personal: the browser may keep it for the way back, with what was entered. */
  isKept?: boolean;
  /** Origins of the websites that may show the page in a frame. Without any no site may. */
  sites?: string[];
  /** Rules that only this page needs. */
  style?: Inline;
  /** Optional enhancement; the page works without it. */
  script?: Inline;
}

/** The title starts with the state: it is read first by a screen reader, and shown by a narrow tab. */
export type PageOfState = Pick<Page, 'title' | 'body' | 'refreshSeconds' | 'keeps'>;

/** Sends a complete page that works without JavaScript and loads nothing but images. */
export function sendPage(reply: FastifyReply, page: Page) {
  const { language, title, body, brand, status = 200, formTargets = [], refreshSeconds, isWide, script } = page;
  const { head, style: ownStyle, isIndexed = false, isKept = false, sites = [] } = page;
  const scripts = [script ?? [], sites.length > 0 ? frameScript : []].flat();
  const colors = brand?.color ? brandStyle(brand.color) : undefined;
  const styles = [colors ?? [], ownStyle ?? []].flat();
  const policy = [
    "default-src 'none'",
    `style-src ${[style, ...styles].map(({ source }) => source).join(' ')}`,
    ...(scripts.length > 0 ? [`script-src ${scripts.map(({ source }) => source).join(' ')}`] : []),
    "img-src 'self' https: data:",
    `form-action ${formSources(formTargets)}`,
    "base-uri 'none'",
    `frame-ancestors ${sites.length > 0 ? sites.join(' ') : "'none'"}`,
  ].join('; ');
  const asked = requestedLanguage(reply.request);
  if (asked) rememberLanguage(reply, asked);
  return reply
    .code(status)
    .headers({
      'content-security-policy': policy,
      'content-language': language,
      'referrer-policy': 'no-referrer',
      'cache-control': isKept ? 'private, no-cache' : 'no-store',
      ...(isKept ? { vary: 'accept-language, cookie' } : {}),
      // It knows no list of sites. Browsers that know the policy ignore it.
      ...(sites.length > 0 ? {} : { 'x-frame-options': 'DENY' }),
      ...(refreshSeconds === undefined ? {} : { refresh: refreshSeconds }),
    })
    .type('text/html; charset=utf-8')
    .send(
      Buffer.concat([
        (isIndexed ? INDEXED_HEADS : HEADS)[language],
        Buffer.from(
          html`<title>${title}</title>
${styles.map(({ text }) => html`<style>${new Html(text)}</style>\n`)}${head}</head>
<body${sites.length > 0 && html` data-sites="${sites.join(' ')}"`}${isWide && new Html(' class="wide"')}>
${banner(page)}<header class="top">
${brand && brandMark(brand)}
${languageSwitch(reply, page)}
</header>
<main>
${body}
</main>
${scripts.map(({ text }) => html`<script>${new Html(text)}</script>\n`)}</body>
</html>
`.text,
        ),
      ]),
    );
}

function banner({ language, isSandbox, isTest, brand }: Page): Html | false {
  const texts = pageTexts[language];
  if (isTest || brand?.isTest) return html`<aside class="sandbox">${texts.test}</aside>\n`;
  return isSandbox === true && html`<aside class="sandbox">${texts.sandbox}</aside>\n`;
}

const brandMark = ({ name, logoUrl }: Brand) =>
  html`<p class="brand">${logoUrl && pictureTag(logoUrl, { sizes: '8rem' })}<span>${name}</span></p>`;

/**
 * Links, so that they work without a script. The current language is listed too, because one link alone would be
 * unclear.
 */
function languageSwitch({ request }: FastifyReply, { language, path, keeps }: Page): Html | false {
  if (path === undefined && request.method !== 'GET') return false;
  const shown = path ?? `?${queryOf(request.url)}`;
  const query = new URLSearchParams(queryOf(shown));
  const address = (other: Language) => {
    query.set('lang', other);
    return `${shown.split('?', 1)[0]}?${query}`;
  };
  return html`<nav class="languages" aria-label="${pageTexts[language].languages}">${
    // Enter in a field presses the form's first button, which must not change the language.
    keeps && html`<button form="${keeps.form}" hidden></button>`
  }${LANGUAGES.map((one) =>
    one === language
      ? html`<span aria-current="true">${LANGUAGE_NAMES[one]}</span>`
      : keeps
        ? html`<button form="${keeps.form}" formaction="${keeps.action}?lang=${one}" formtarget="_self" formnovalidate lang="${one}">${LANGUAGE_NAMES[one]}</button>`
        : html`<a href="${address(one)}" lang="${one}" hreflang="${one}">${LANGUAGE_NAMES[one]}</a>`,
  )}</nav>`;
}

/**
 * Computing readable shades and their hash took a tenth of the time of a page. The cache is cleared when it is full.
 */
const MAX_CACHED_STYLES = 1_000;
const cachedStyles = new Map<string, Inline>();

function brandStyle(color: string): Inline {
  let cached = cachedStyles.get(color);
  if (!cached) {
    if (cachedStyles.size === MAX_CACHED_STYLES) cachedStyles.clear();
    cached = inline(styleOf(color));
    cachedStyles.set(color, cached);
  }
  return cached;
}

const styleOf = (color: string) =>
  `:root{${variables(color, 'light')}}@media(prefers-color-scheme:dark){:root{${variables(color, 'dark')}}}`;

function variables(color: string, scheme: Scheme): string {
  const { fill, onFill, strong, tint } = paletteOf(color, scheme);
  return `--fill:${fill};--on-fill:${onFill};--strong:${strong};--tint:${tint}`;
}

const DOCUMENT_TYPES: Record<string, string> = {
  pdf: 'application/pdf',
  ics: 'text/calendar; charset=utf-8',
  pkpass: 'application/vnd.apple.pkpass',
};

/** Sends a file such as a ticket, as private as a page. The extension (`.pdf`, `.ics`, `.pkpass`) sets its type. */
export const sendDocument = (reply: FastifyReply, fileName: string, content: Buffer) =>
  reply
    .headers({
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
      'content-disposition': `inline; filename="${fileName}"`,
    })
    .type(DOCUMENT_TYPES[fileName.slice(fileName.lastIndexOf('.') + 1)] ?? 'application/octet-stream')
    .send(content);

/**
 * Browsers check the whole redirect chain after a form submission against the policy, including redirects of the
 * organizer's site (to `www.`, to a sign-in) and of the payment provider. These cannot be listed, so every https URL is
 * allowed.
 */
function formSources(targets: string[]): string {
  const sources = targets.map((target) => {
    const { protocol, hostname, origin } = new URL(target);
    // Policies cannot contain an IPv6 address: only the scheme is named then.
    return protocol === 'https:' || hostname.startsWith('[') ? protocol : origin;
  });
  return [...new Set(["'self'", 'https:', ...sources])].join(' ');
}
