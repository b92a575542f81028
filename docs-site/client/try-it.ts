import './samples.ts';

/** Sends the requests of the reference. The key stays in the field: neither storage nor another page gets it. */
const forms = document.querySelectorAll<HTMLFormElement>('.try form');
for (const form of forms) {
  form.querySelector('.needs-script')?.remove();
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    await send(form);
  });
}
// One key for all forms of the page.
document.addEventListener('change', ({ target }) => {
  if (!(target instanceof HTMLInputElement) || target.name !== 'key') return;
  for (const field of document.querySelectorAll<HTMLInputElement>('.try input[name="key"]')) field.value = target.value;
});

async function send(form: HTMLFormElement) {
  const output = form.querySelector('output');
  const { method = 'GET', path = '', type } = form.dataset;
  const values = new FormData(form);
  const query = new URLSearchParams();
  let address = path;
  for (const [name, value] of values) {
    const [place, field = ''] = name.split('.');
    if (place === 'path') address = address.replace(`{${field}}`, encodeURIComponent(String(value)));
    if (place === 'query' && value !== '') query.set(field, String(value));
  }
  const url = `/api/v1${address}${query.size > 0 ? `?${query}` : ''}`;
  output?.replaceChildren('Waiting for the answer …');
  try {
    const answer = await fetch(url, {
      method,
      // The key alone decides: a session of the dashboard in this browser does not take part.
      credentials: 'omit',
      headers: { authorization: `Bearer ${values.get('key')}`, ...(type ? { 'content-type': type } : {}) },
      body: values.get('body') ?? values.get('file'),
    });
    output?.replaceChildren(
      line(`${method} ${url}`),
      line(`${answer.status} ${answer.statusText}`),
      block(await textOf(answer)),
    );
  } catch (error) {
    output?.replaceChildren(line(`No answer: ${error}`));
  }
}

/** A stream has no end: its first part shows that it works. */
async function textOf(answer: Response): Promise<string> {
  const type = answer.headers.get('content-type') ?? '';
  if (type.includes('event-stream')) {
    const reader = answer.body?.getReader();
    const part = await reader?.read();
    await reader?.cancel();
    return new TextDecoder().decode(part?.value);
  }
  const text = await answer.text();
  return type.includes('json') && text !== '' ? JSON.stringify(JSON.parse(text), null, 2) : text;
}

function line(text: string): HTMLElement {
  const element = document.createElement('p');
  element.textContent = text;
  return element;
}

function block(text: string): HTMLElement {
  const element = document.createElement('pre');
  element.tabIndex = 0;
  element.textContent = text;
  return element;
}
