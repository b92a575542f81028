(() => {
  const byId = (id) => document.getElementById(id);
  const left = byId('left');
  if (left) {
    // Counts elapsed time, because the phone's clock may be wrong.
    const end = Date.now() + Number(left.dataset.seconds) * 1000;
    const announcements = JSON.parse(left.dataset.announcements);
    let before = Number(left.dataset.seconds);
    const tick = () => {
      const seconds = Math.max(0, Math.ceil((end - Date.now()) / 1000));
      left.textContent = left.dataset.clock.replace(
        '{}',
        `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`,
      );
      const due = Object.keys(announcements).find((at) => before > at && at >= seconds);
      if (due) byId('announcement').textContent = announcements[due];
      before = seconds;
      if (seconds > 0) return;
      clearInterval(timer);
      byId('hold').hidden = true;
      byId('over').hidden = false;
      for (const part of document.querySelectorAll('form, .changes')) part.hidden = true;
    };
    const timer = setInterval(tick, 1000);
    tick();
  }

  // Safari on iOS does not scroll to an autofocused field.
  byId('promo_error')?.scrollIntoView({ block: 'center' });

  // Entered values are restored once, on the page in the other language.
  const key = (path) => `entered ${path}`;
  const fields = () => [...document.querySelectorAll('main input:not([type=hidden])')];
  const isTicked = ({ type }) => type === 'radio' || type === 'checkbox';
  // The order may be another one by then.
  const isAsShown = ({ name, value }) => document.getElementsByName(`shown_${name}`)[0]?.value === value;
  try {
    const values = JSON.parse(sessionStorage.getItem(key(location.pathname)) ?? '[]');
    sessionStorage.removeItem(key(location.pathname));
    for (const [index, field] of fields().entries())
      if ((values[index] ?? null) !== null) field[isTicked(field) ? 'checked' : 'value'] = values[index];
    const keep = ({ currentTarget }) => {
      const entered = fields().map((field) =>
        isTicked(field) ? field.checked : isAsShown(field) ? null : field.value,
      );
      sessionStorage.setItem(key(currentTarget.pathname), JSON.stringify(entered));
    };
    for (const link of document.querySelectorAll('.languages a')) link.addEventListener('click', keep);
  } catch {
    // Without storage the entered values are lost, as they are without scripts.
  }
})();
