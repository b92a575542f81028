/** A language that is chosen in one sample is chosen in all, and on the next page. */
const NAME = 'language-of-samples';

document.addEventListener('change', ({ target }) => {
  if (!(target instanceof HTMLInputElement) || !target.matches('.samples input')) return;
  const before = target.getBoundingClientRect().top;
  choose(target.value);
  // Samples above it have other heights now.
  scrollBy({ top: target.getBoundingClientRect().top - before, behavior: 'instant' });
  withStorage((storage) => storage.setItem(NAME, target.value));
});
withStorage((storage) => choose(storage.getItem(NAME)));

function choose(language: string | null) {
  for (const radio of document.querySelectorAll<HTMLInputElement>('.samples input'))
    if (radio.value === language) radio.checked = true;
}

/** A browser may forbid it: then every page begins with the first language. */
function withStorage(use: (storage: Storage) => void) {
  try {
    use(localStorage);
  } catch {}
}
