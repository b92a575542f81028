import GithubSlugger from 'github-slugger';
import MarkdownIt, { type Token } from 'markdown-it';
import { html } from '../server/src/platform/http/pages/html.ts';
import { targetOf } from './documents.ts';

/** A heading and the text below it, for the table of contents and the search. */
export interface Section {
  level: number;
  title: string;
  anchor: string;
  text: string;
}

export interface Rendered {
  html: string;
  sections: Section[];
}

export interface Picture {
  address: string;
  width: number;
  height: number;
}

/** Raw HTML is allowed: the documents are our own, and the policy of the pages forbids scripts in them. */
const markdown = new MarkdownIt({ html: true });

/** Renders a document. Its relative links lead to pages of the site, its pictures to those that `pictureOf` names. */
export function renderDocument(file: string, text: string, pictureOf: (file: string) => Picture): Rendered {
  const tokens = markdown.parse(text, {});
  const sections = nameHeadings(tokens);
  for (const token of tokens.flatMap((one) => [one, ...(one.children ?? [])])) {
    if (token.type === 'image') showPicture(token, picture(String(token.attrGet('src'))));
    if (/^html_/.test(token.type))
      token.content = token.content.replaceAll(/<img src="([^"]+)"([^>]*)>/g, (_tag, source, rest) => {
        const { address, height, width } = picture(source);
        const shown = Number(/ width="(\d+)"/.exec(rest)?.[1] ?? width);
        const size = ` width="${shown}" height="${Math.round((height * shown) / width)}"`;
        return `<img src="${address}"${String(rest).replace(/ width="\d+"/, '')}${size}>`;
      });
  }
  for (const { children } of tokens) if (children) leadLinks(file, children);
  return { html: makeScrollable(markdown.renderer.render(tokens, markdown.options, {})), sections };

  function picture(source: string) {
    const target = targetOf(file, source);
    if (!target) throw new Error(`${file}: a picture of another server: ${source}`);
    return pictureOf(target.file);
  }
}

/** A sentence or list of the OpenAPI document. */
export const renderText = (text: string) => makeScrollable(markdown.render(text));

function showPicture(token: Token, { address, width, height }: Picture) {
  token.attrSet('src', address);
  token.attrSet('width', String(width));
  token.attrSet('height', String(height));
  token.attrSet('loading', 'lazy');
}

/** Gives headings the anchors that GitHub gives them. */
function nameHeadings(tokens: Token[]): Section[] {
  const slugger = new GithubSlugger();
  const sections: Section[] = [];
  for (const [index, token] of tokens.entries()) {
    const section = sections.at(-1);
    if (token.type === 'heading_open') {
      const title = plainText(tokens[index + 1]);
      const anchor = slugger.slug(title);
      token.attrSet('id', anchor);
      sections.push({ level: Number(token.tag.slice(1)), title, anchor, text: '' });
    } else if (section && tokens[index - 1]?.type !== 'heading_open') {
      const text = token.type === 'inline' ? plainText(token) : token.type === 'fence' ? token.content : '';
      if (text !== '') section.text += `${text}\n`;
    }
  }
  return sections;
}

const plainText = (token: Token | undefined): string =>
  (token?.children ?? [])
    .map(({ type, content }) => (type === 'softbreak' ? ' ' : type === 'text' || type === 'code_inline' ? content : ''))
    .join('');

/** Links to files that are no pages, such as source code, become their text with the path as a hint. */
function leadLinks(file: string, tokens: Token[]) {
  let isFile = false;
  for (const token of tokens) {
    if (token.type === 'link_open') {
      const target = targetOf(file, String(token.attrGet('href')));
      if (!target) continue;
      if (target.address === undefined) {
        isFile = true;
        token.tag = 'span';
        token.attrs = [
          ['class', 'file'],
          ['title', target.file],
        ];
      } else token.attrSet('href', target.address);
    } else if (token.type === 'link_close' && isFile) {
      isFile = false;
      token.tag = 'span';
    }
  }
}

/** What is wider than a phone scrolls by itself, with the keyboard, too. A header without text is none. */
const makeScrollable = (text: string) =>
  text
    .replaceAll('<table>', `${html`<div class="scroll" role="group" aria-label="Table" tabindex="0"><table>`}`)
    .replaceAll('</table>', '</table></div>')
    .replaceAll('<th></th>', '<td></td>')
    .replaceAll('<pre>', '<pre tabindex="0">');
