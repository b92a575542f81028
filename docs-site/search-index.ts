import { addressOf } from './documents.ts';
import { placeOf, type SitePage } from './layout.ts';
import { listedFiles } from './navigation.ts';
import { REFERENCE } from './reference.ts';

/** A section of a page, as the search knows it. */
export interface Found {
  id: number;
  page: string;
  title: string;
  address: string;
  text: string;
}

/** Pages of the menu. A decision, which is none, says what was thought on one day. */
export function searchSections(pages: SitePage[], reference: SitePage[]): Found[] {
  const listed = new Set(listedFiles.map(addressOf));
  const searched = pages.filter(({ address }) => listed.has(address) || address.startsWith(REFERENCE));
  return searched
    .flatMap((found) => {
      const { address, sections } = found;
      const page = placeOf(found, reference);
      return sections.map(({ title, anchor, text, level }) => ({
        page,
        title,
        address: level === 1 ? address : `${address}#${anchor}`,
        text,
      }));
    })
    .map((section, id) => ({ id, ...section }));
}
