import { Html, html } from '../server/src/platform/http/pages/html.ts';
import { addressOf, BASE, titleOf } from './documents.ts';
import type { Section } from './markdown.ts';
import { GROUPS, type Group } from './navigation.ts';

export interface SitePage {
  address: string;
  title: string;
  body: string;
  sections: Section[];
  /** The page of the API reference sends requests. */
  triesRequests?: boolean;
}

/** Addresses of the built files, which have a hash in their names. */
export interface Assets {
  style: string;
  site: string;
  tryIt: string;
  index: string;
}

export interface Entry {
  address: string;
  title: string;
}

const mark = new Html(
  '<svg width="28" height="28" viewBox="0 0 32 32" aria-hidden="true"><path fill="#f2a900" d="M4 6h24a2 2 0 0 1 2 2v5a3 3 0 0 0 0 6v5a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2v-5a3 3 0 0 0 0-6V8a2 2 0 0 1 2-2z"/><path class="window" d="M10 23v-7a6 6 0 0 1 12 0v7z"/><path fill="#f2a900" d="M13 19h6a1.5 1.5 0 0 1 0 3h-6a1.5 1.5 0 0 1 0-3z"/></svg>',
);

/** Without JavaScript everything works but the search and the requests. */
export function layOut(page: SitePage, reference: Entry[], { style, site, tryIt, index }: Assets): string {
  const entries = GROUPS.map((group) => ({ group, entries: entriesOf(group, reference) }));
  const list = entries.flatMap((group) => group.entries);
  const at = list.findIndex(({ address }) => address === page.address);
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${page.address === BASE ? 'Takilya documentation' : `${placeOf(page, reference)} · Takilya`}</title>
<link rel="icon" href="${BASE}mark.svg">
<link rel="stylesheet" href="${style}">
<script type="module" src="${site}"></script>
${page.triesRequests && html`<script type="module" src="${tryIt}"></script>\n`}</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header>
<a class="name" href="${BASE}">${mark} takilya <span>docs</span></a>
<search data-index="${index}"></search>
<button class="menu" popovertarget="menu">Menu</button>
</header>
<nav id="menu" class="documents" popover aria-label="Documents">
${entries.map(({ group, entries: [...links] }) => menuGroup(group, links, page.address))}</nav>
<main id="content">
${new Html(page.body)}
${neighbours(list[at - 1], at === -1 ? undefined : list[at + 1])}
</main>
${contents(page.sections)}
</body>
</html>
`.text;
}

/** Its group and its label in the menu: several pages have the title Webhooks. */
export function placeOf({ address, title }: SitePage, reference: Entry[]): string {
  for (const group of GROUPS) {
    const entry = entriesOf(group, reference).find((one) => one.address === address);
    if (entry) return `${entry.title} · ${group.title}`;
  }
  return title;
}

const entriesOf = ({ pages, isReference }: Group, reference: Entry[]): Entry[] => [
  ...pages.map((page) =>
    typeof page === 'string'
      ? { address: addressOf(page), title: titleOf(page) }
      : { address: addressOf(page.file), title: page.label },
  ),
  ...(isReference ? reference : []),
];

function menuGroup({ title }: Group, entries: Entry[], current: string): Html {
  const isOpen = entries.length <= MAX_OPEN || entries.some(({ address }) => address === current);
  return html`<details${isOpen && new Html(' open')}><summary>${title}</summary><ul>
${entries.map(
  ({ address, title: label }) =>
    html`<li><a href="${address}"${address === current && new Html(' aria-current="page"')}>${label}</a></li>\n`,
)}</ul></details>
`;
}
/** Longer groups are closed until a page of theirs is shown, so that the menu fits a screen. */
const MAX_OPEN = 6;

const neighbours = (before: Entry | undefined, after: Entry | undefined) =>
  (before || after) &&
  html`<nav class="neighbours" aria-label="Next pages">
${before && html`<a href="${before.address}" rel="prev"><small>Before</small> ${before.title}</a>`}
${after && html`<a href="${after.address}" rel="next"><small>Next</small> ${after.title}</a>`}
</nav>`;

/** The headings of the page, where the window is wide. One alone needs no list. */
function contents(sections: Section[]) {
  const shown = sections.filter(({ level }) => level === 2);
  if (shown.length < 2) return false;
  return html`<nav class="contents" aria-labelledby="contents"><h2 id="contents">On this page</h2><ul>
${shown.map(({ anchor, title }) => html`<li><a href="#${anchor}">${title}</a></li>\n`)}</ul></nav>`;
}
