import MiniSearch from 'minisearch';

/** As docs-site/search-index.ts writes it. */
interface Section {
  id: number;
  page: string;
  title: string;
  address: string;
  text: string;
}

const MAX_RESULTS = 12;
/** Characters of text around the first word that was found. */
const BEFORE = 40;
const AROUND = 140;

/** Loads the index, and lists what is found below the field while the reader writes. */
export async function startSearch(place: HTMLElement, field: HTMLInputElement) {
  const answer = await fetch(String(place.dataset.index));
  const sections: Section[] = await answer.json();
  const search = new MiniSearch<Section>({
    fields: ['title', 'page', 'text'],
    storeFields: ['page', 'title', 'address', 'text'],
    // Words of code are found whole and by their parts: `max_per_order`, `order`.
    tokenize: (text) =>
      text.split(/[^\p{L}\p{N}_]+/u).flatMap((word) => [word, ...(word.includes('_') ? word.split('_') : [])]),
    searchOptions: {
      boost: { title: 4, page: 2 },
      prefix: true,
      fuzzy: (word) => (word.length > 4 ? 0.2 : false),
      combineWith: 'AND',
      // Many codes begin with the word that is looked for. A whole code is only there.
      boostDocument: (_id, _term, stored) => (String(stored?.page).startsWith('Error codes') ? 0.3 : 1),
    },
  });
  search.addAll(sections);
  const results = document.createElement('div');
  results.className = 'results';
  results.setAttribute('aria-live', 'polite');
  place.append(results);
  const show = () => {
    const words = field.value.trim();
    const found = words === '' ? [] : search.search(words).slice(0, MAX_RESULTS);
    results.hidden = words === '';
    results.replaceChildren(
      ...(found.length > 0 ? [listOf(found.map((one) => entry(one, one.queryTerms)))] : ['Nothing found']),
    );
  };
  field.addEventListener('input', show);
  place.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') {
      field.value = '';
      field.focus();
      show();
    }
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') move(place, event);
    if (event.key === 'Enter' && event.target === field) place.querySelector('a')?.click();
  });
  // A result on the same page leaves the list open otherwise.
  results.addEventListener('click', () => {
    results.hidden = true;
  });
  show();
}

function listOf(entries: HTMLElement[]): HTMLElement {
  const list = document.createElement('ul');
  list.append(...entries);
  return list;
}

function entry({ page, title, address, text }: Partial<Section>, words: string[]): HTMLElement {
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.href = String(address);
  const name = document.createElement('b');
  name.textContent = String(title);
  const excerpt = document.createElement('small');
  excerpt.textContent = around(String(text), words);
  const place = document.createElement('small');
  place.textContent = String(page);
  link.append(name, place, excerpt);
  item.append(link);
  return item;
}

function around(text: string, words: string[]): string {
  const line = text.replaceAll(/\s+/g, ' ');
  const lower = line.toLowerCase();
  const at = Math.max(
    0,
    Math.min(...words.map((word) => lower.indexOf(word)).map((place) => (place < 0 ? Infinity : place))),
  );
  const from = Number.isFinite(at) ? Math.max(0, at - BEFORE) : 0;
  return `${from > 0 ? '… ' : ''}${line.slice(from, from + AROUND)}${line.length > from + AROUND ? ' …' : ''}`;
}

function move(place: HTMLElement, event: KeyboardEvent) {
  const stops = [...place.querySelectorAll<HTMLElement>('input, a')];
  const next = stops.indexOf(document.activeElement as HTMLElement) + (event.key === 'ArrowDown' ? 1 : -1);
  event.preventDefault();
  stops[next]?.focus();
}
