import './site.css';

/**
 * Adds the field for searching. Without JavaScript there is none, because it would do nothing. The search itself, with
 * the index, is loaded when the field gets the focus.
 */
const place = document.querySelector<HTMLElement>('search');
if (place) {
  const field = document.createElement('input');
  Object.assign(field, { type: 'search', placeholder: 'Search', autocomplete: 'off', spellcheck: false });
  field.setAttribute('aria-label', 'Search the documents');
  place.append(field);
  field.addEventListener(
    'focus',
    async () => {
      const { startSearch } = await import('./search.ts');
      await startSearch(place, field);
    },
    { once: true },
  );
  // The key of other documentation sites. Not while the reader writes elsewhere.
  document.addEventListener('keydown', (event) => {
    const isWriting = event.target instanceof Element && event.target.matches('input, textarea, select');
    if (event.key !== '/' || isWriting || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    field.focus();
  });
}
// In a long menu the current page would be out of sight.
document.querySelector('#menu [aria-current]')?.scrollIntoView({ block: 'nearest' });
