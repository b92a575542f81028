import { type Html, html } from '../platform/http/pages/html.ts';
import { type Brand, DEFAULT_COLOR, paletteOf } from '../values/brand.ts';
import type { Language } from '../values/language.ts';
import { pictureUrl } from '../values/picture.ts';

/** A block of an e-mail. Text and HTML are rendered from the same blocks, so they cannot differ. */
export type Block =
  | { kind: 'heading'; text: string }
  | { kind: 'paragraph'; text: string }
  | { kind: 'written'; text: string }
  | { kind: 'facts'; facts: [name: string, value: string][] }
  | { kind: 'link'; label: string; url: string }
  | { kind: 'code'; cid: string; description: string };

export const heading = (text: string): Block => ({ kind: 'heading', text });
export const paragraph = (text: string): Block => ({ kind: 'paragraph', text });
/** What a person wrote: several paragraphs, with lines and addresses of pages. */
export const written = (text: string): Block => ({ kind: 'written', text: text.replaceAll('\r\n', '\n').trim() });
/** Leaves out facts without a value. */
export const facts = (...list: [name: string, value: string][]): Block => ({
  kind: 'facts',
  facts: list.filter(([, value]) => value !== ''),
});
export const link = (label: string, url: string): Block => ({ kind: 'link', label, url });
/** A picture that is attached with this id. */
export const code = (cid: string, description: string): Block => ({ kind: 'code', cid, description });

const RULE = '-- ';

/** A line below the footer that leads out of such mails. */
export interface WayOut {
  label: string;
  url: string;
}

export function asText(blocks: Block[], footer: string, unsubscribe?: WayOut): string {
  const lines = blocks.flatMap((block) => {
    const text = textOf(block);
    return text === null ? [] : [text];
  });
  const wayOut = unsubscribe ? `\n${unsubscribe.label}:\n${unsubscribe.url}\n` : '';
  return `${lines.join('\n\n')}\n\n${RULE}\n${footer}\n${wayOut}`;
}

function textOf(block: Block): string | null {
  switch (block.kind) {
    case 'heading':
      return block.text.toUpperCase();
    case 'paragraph':
    case 'written':
      return block.text;
    case 'facts':
      return block.facts.map(([name, value]) => `${name}: ${value}`).join('\n');
    case 'link':
      return `${block.label}:\n${block.url}`;
    case 'code':
      return null;
  }
}

/** Mail programs support few styles, and only on the element itself. */
const BODY = 'margin:0;padding:24px 12px;background:#f6f4f0;color:#1c1b1f;font:16px/1.5 Arial,Helvetica,sans-serif';
const CARD = 'max-width:520px;margin:0 auto;padding:24px;background:#fff;border-radius:12px';
const RIBBON = 'height:8px;margin:-24px -24px 20px;border-radius:12px 12px 0 0';
const BUTTON = 'display:inline-block;padding:12px 20px;border-radius:8px;font-weight:bold';
const LOGO = 'display:block;max-width:200px;max-height:48px;margin:0 0 12px';
const QUIET = 'max-width:520px;margin:16px auto 0;color:#5f5a52;font-size:13px;text-align:center';

interface Appearance {
  language: Language;
  organizer: Brand;
  unsubscribe?: WayOut | undefined;
  publicUrl: string;
}

/** Light colours only: mail programs do their own dark mode. */
export function asHtml(title: string, blocks: Block[], footer: string, appearance: Appearance): string {
  const { language, organizer, unsubscribe, publicUrl } = appearance;
  const { fill, onFill } = paletteOf(organizer.color ?? DEFAULT_COLOR, 'light');
  return html`<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title></head>
<body style="${BODY}">
<div style="${CARD}">
<div style="${RIBBON};background:${fill}"></div>
${organizer.logoUrl && html`<img src="${pictureUrl(organizer.logoUrl, publicUrl)}" alt="${organizer.name}" style="${LOGO}">\n`}${blocks.map((block) => htmlOf(block, `${BUTTON};background:${fill};color:${onFill}`))}</div>
<p style="${QUIET}">${footer}</p>
${unsubscribe && html`<p style="${QUIET}"><a href="${unsubscribe.url}" style="color:#5f5a52">${unsubscribe.label}</a></p>\n`}</body>
</html>
`.text;
}

function htmlOf(block: Block, button: string): Html {
  switch (block.kind) {
    case 'heading':
      return html`<h2 style="margin:28px 0 8px;font-size:18px">${block.text}</h2>\n`;
    case 'paragraph':
      return html`<p style="margin:0 0 12px">${block.text}</p>\n`;
    case 'written':
      return html`${block.text.split(/\n\s*\n/).map((text) => html`<p style="margin:0 0 12px">${linesOf(text)}</p>\n`)}`;
    case 'facts':
      return html`<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 16px">
${block.facts.map(([name, value]) => html`<tr><td style="padding:2px 16px 2px 0;color:#5f5a52;vertical-align:top">${name}</td><td style="padding:2px 0;font-weight:bold">${brokenLines(value)}</td></tr>\n`)}</table>\n`;
    case 'link':
      return html`<p style="margin:0 0 16px"><a href="${block.url}" style="${button}">${block.label}</a></p>\n`;
    case 'code':
      return html`<p style="margin:0 0 12px"><img src="cid:${block.cid}" alt="${block.description}" width="240" height="240" style="display:block;background:#fff"></p>\n`;
  }
}

/** The address of a page, without the full stop or bracket that follows it in a sentence. */
const ADDRESS = /(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]'’”])/;

/** Line ends break lines. */
const brokenLines = (text: string, write = (line: string) => html`${line}`): Html =>
  html`${text.split('\n').map((line, index) => html`${index > 0 && html`<br>\n`}${write(line)}`)}`;

/** Addresses become links as well. A link shows where it leads: its text is its address. */
const linesOf = (text: string): Html =>
  brokenLines(
    text,
    (line) =>
      html`${line.split(ADDRESS).map((part, at) => (at % 2 === 1 ? html`<a href="${part}">${part}</a>` : part))}`,
  );
