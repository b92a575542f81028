import { createHash } from 'node:crypto';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readApiDocument } from '../scripts/api-document.ts';
import { buildClient } from './build-client.ts';
import { addressOf, BASE, documentFiles, root, textOf, titleOf } from './documents.ts';
import { layOut, type SitePage } from './layout.ts';
import { type Picture, renderDocument } from './markdown.ts';
import { writePictures } from './pictures.ts';
import { referencePages } from './reference.ts';
import { type Found, searchSections } from './search-index.ts';

/** Writes the whole site into an empty folder. @throws when a document shows a picture that does not exist */
export async function buildSite(folder: string) {
  await mkdir(folder, { recursive: true });
  const [pictures, reference, client] = await Promise.all([
    writePictures(folder),
    readApiDocument().then((text) => referencePages(JSON.parse(text))),
    buildClient(folder),
  ]);
  const pages = [...documentFiles.map((file) => documentPage(file, pictures)), ...reference];
  const index = await writeIndex(folder, searchSections(pages, reference));
  await copyFile(join(root, 'dashboard/public/mark.svg'), join(folder, 'mark.svg'));
  for (const page of pages) {
    const path = join(folder, page.address.slice(BASE.length), 'index.html');
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, layOut(page, reference, { ...client, index }));
  }
}

function documentPage(file: string, pictures: Map<string, Picture>): SitePage {
  const { html, sections } = renderDocument(file, textOf(file), (picture) => {
    const found = pictures.get(picture);
    if (!found) throw new Error(`${file} shows ${picture}, which is not below docs/screenshots`);
    return found;
  });
  return { address: addressOf(file), title: titleOf(file), body: html, sections };
}

/** @returns its address, with a hash, so that a browser may keep it for ever */
async function writeIndex(folder: string, sections: Found[]): Promise<string> {
  const text = JSON.stringify(sections);
  const name = `assets/search-${createHash('sha256').update(text).digest('hex').slice(0, 8)}.json`;
  await writeFile(join(folder, name), text);
  return BASE + name;
}
