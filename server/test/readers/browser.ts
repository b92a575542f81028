import type { InjectOptions, LightMyRequestResponse } from 'fastify';

/** A page in a browser without JavaScript. `html` is empty if the browser left our server. */
export interface Page {
  url: string;
  status: number;
  html: string;
  headers: Record<string, string>;
  /** Forms with a field or a button. */
  forms: Form[];
  links: { href: string; text: string }[];
  /** The visible text: without tags, entities decoded. */
  text: string;
}

interface Form {
  action: string;
  method: string;
  fields: { name: string; value: string; type: string; checked: boolean; label: string }[];
  /** `action` of the button, if it has one, instead of the form's. */
  buttons: { name: string; value: string; text: string; action: string | undefined }[];
}

const MOST_REDIRECTS = 10;

/**
 * Opens pages of the app, follows redirects, submits forms. Like Chrome it checks the whole chain of redirects after a
 * form against the page's `form-action`, so a success_url that the policy does not let through fails the test.
 */
export function openBrowser(
  server: { inject(request: InjectOptions): Promise<LightMyRequestResponse> },
  publicUrl: string,
) {
  const own = new URL(publicUrl).origin;

  async function load(method: 'GET' | 'POST', url: string, body: string | undefined, policy?: string): Promise<Page> {
    let at = new URL(url, own);
    let request: { method: 'GET' | 'POST'; payload?: string } = { method, payload: body };
    for (let hop = 0; hop < MOST_REDIRECTS; hop++) {
      if (policy !== undefined) checkFormAction(policy, at, own);
      if (at.origin !== own) return pageOf(at.href, 0, '', {});
      const response = await server.inject({
        ...request,
        url: at.pathname + at.search,
        headers: request.payload === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' },
      });
      const headers = Object.fromEntries(
        Object.entries(response.headers).map(([name, value]) => [name, String(value)]),
      );
      if (response.statusCode < 300 || response.statusCode > 399)
        return pageOf(at.href, response.statusCode, response.body, headers);
      at = new URL(headers.location ?? '', at);
      request = { method: 'GET' };
    }
    throw new Error(`more than ${MOST_REDIRECTS} redirects from ${url}`);
  }

  return {
    open: (url: string): Promise<Page> => load('GET', url, undefined),

    /**
     * Submits the form that has the button (by its value or its words, or the first one), its checked fields and
     * `fields`; if several checkboxes have one name, the listed ones are checked.
     */
    submit(page: Page, { press, fields = {} }: { press?: string; fields?: Record<string, string | string[]> } = {}) {
      const isPressed = ({ value, text }: Form['buttons'][number]) => value === press || text === press;
      const form = page.forms.find(({ buttons }) => !press || buttons.some(isPressed));
      if (!form) throw new Error(`no form with ${press ?? 'a button'} on ${page.url} (${page.status}): ${page.text}`);
      const sent = new URLSearchParams();
      for (const { name, value, checked } of form.fields) if (checked && !(name in fields)) sent.append(name, value);
      const entered = Object.entries(fields).flatMap(([name, values]) =>
        [values].flat().map((value) => ({ name, value })),
      );
      for (const { name, value } of entered) {
        const known = form.fields.some(
          (field) => field.name === name && (!['radio', 'checkbox'].includes(field.type) || field.value === value),
        );
        if (!known) throw new Error(`the form on ${page.url} offers no ${name}=${value}`);
        sent.append(name, value);
      }
      const button = press === undefined ? undefined : form.buttons.find(isPressed);
      if (button?.name) sent.append(button.name, button.value);
      const action = new URL(button?.action ?? form.action, page.url);
      const policy = page.headers['content-security-policy'];
      if (form.method === 'post') return load('POST', action.href, sent.toString(), policy);
      action.search = sent.toString();
      return load('GET', action.href, undefined, policy);
    },
  };
}

export type Browser = ReturnType<typeof openBrowser>;

function checkFormAction(policy: string, target: URL, own: string) {
  const directive = policy.split('; ').find((one) => one.startsWith('form-action '));
  const allowed = directive?.split(' ').slice(1) ?? [];
  const passes = allowed.some((source) =>
    source === "'self'" ? target.origin === own : source === target.origin || source === target.protocol,
  );
  if (!passes) throw new Error(`the browser refuses to send a form to ${target.origin}: ${directive}`);
}

function pageOf(url: string, status: number, html: string, headers: Record<string, string>): Page {
  const body = html.replace(/<(style|script)\b[^>]*>[\s\S]*?<\/\1>/g, '');
  return {
    url,
    status,
    html,
    headers,
    forms: [...body.matchAll(/<form\b([^>]*)>([\s\S]*?)<\/form>/g)]
      .map(([, tag = '', inner = '']) => {
        const id = attribute(tag, 'id');
        return formOf(tag, withoutOthers(inner, id), associated(body, id));
      })
      .filter(({ fields, buttons }) => fields.length + buttons.length > 0),
    links: [...body.matchAll(/<a\b([^>]*)>([\s\S]*?)<\/a>/g)].map(([, tag = '', inner = '']) => ({
      href: attribute(tag, 'href') ?? '',
      text: textOf(inner),
    })),
    text: textOf(body),
  };
}

const CONTROLS = /<(?:input|button)\b[^>]*>(?:[^<]*<\/button>)?/g;

/** Controls outside the form that refer to it. */
const associated = (body: string, id: string | undefined): string =>
  id === undefined
    ? ''
    : [...body.matchAll(CONTROLS)].filter(([control]) => attribute(control, 'form') === id).join('');

/** What is inside the form, without the controls that refer to another. */
const withoutOthers = (inner: string, id: string | undefined): string =>
  inner.replace(CONTROLS, (control) => ([undefined, id].includes(attribute(control, 'form')) ? control : ''));

function formOf(tag: string, inside: string, elsewhere: string): Form {
  const inner = inside + elsewhere;
  const labelOf = (input: string) =>
    [...inner.matchAll(/<label\b[^>]*>([\s\S]*?)<\/label>/g)].find(
      ([label]) =>
        label.includes(input) || (label.includes(' for="') && attribute(label, 'for') === attribute(input, 'id')),
    )?.[1] ?? '';
  return {
    action: attribute(tag, 'action') ?? '',
    method: (attribute(tag, 'method') ?? 'get').toLowerCase(),
    fields: [...inner.matchAll(/<input\b[^>]*>|<select\b[\s\S]*?<\/select>/g)].map(([input]) => {
      if (input.startsWith('<select')) return selectOf(input, textOf(labelOf(input)));
      const type = attribute(input, 'type') ?? 'text';
      const checked = !['radio', 'checkbox'].includes(type) || /\schecked[\s>]/.test(input);
      const name = attribute(input, 'name') ?? '';
      return { name, value: attribute(input, 'value') ?? '', type, checked, label: textOf(labelOf(input)) };
    }),
    buttons: [...inner.matchAll(/<button\b([^>]*)>([\s\S]*?)<\/button>/g)].map(([, button = '', text = '']) => ({
      name: attribute(button, 'name') ?? '',
      value: attribute(button, 'value') ?? '',
      text: textOf(text),
      action: attribute(button, 'formaction'),
    })),
  };
}

/** A list: its value is the selected option. */
function selectOf(select: string, label: string): Form['fields'][number] {
  const options = [...select.matchAll(/<option\b([^>]*)>([^<]*)<\/option>/g)];
  const [, tag = '', text = ''] = options.find(([, tag = '']) => /\sselected\b/.test(tag)) ?? options[0] ?? [];
  const value = attribute(tag, 'value') ?? text;
  return { name: attribute(select, 'name') ?? '', value, type: 'select', checked: true, label };
}

function attribute(tag: string, name: string): string | undefined {
  const value = tag.match(new RegExp(`\\s${name}="([^"]*)"`))?.[1];
  return value === undefined ? undefined : decoded(value);
}

const textOf = (html: string) =>
  decoded(html.replace(/<[^>]*>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim();

const decoded = (text: string) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
