(() => {
  if (parent === window) return;
  document.body.classList.add('framed');
  // The browser lets only these sites in. Most browsers name the one around the frame; others get a message for each.
  const [around] = location.ancestorOrigins ?? [];
  // The dashboard, which shows previews, is not named by its address and needs no message.
  const sites = document.body.dataset.sites
    .split(' ')
    .filter((site) => site.startsWith('http') && (!around || site === around));
  const send = (takilya) => {
    const height = Math.ceil(document.body.getBoundingClientRect().height);
    for (const site of sites) parent.postMessage({ takilya, height }, site);
  };
  send('page');
  new ResizeObserver(() => send('size')).observe(document.body);

  // Only the shop, its waiting rooms and checkouts, and the page of an order may be in a frame: everything else opens
  // beside it.
  const isFramed = ({ origin, pathname }) =>
    origin === location.origin && /^\/((shop|c|room)\/[^.]*|o\/[^/.]*)$/.test(pathname);
  document.addEventListener('click', ({ target }) => {
    const link = target.closest('a[href]');
    if (link && !isFramed(link)) link.target = '_blank';
  });
})();
