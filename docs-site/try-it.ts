import type { Parameter } from '../scripts/openapi-document.ts';
import { Html, html } from '../server/src/platform/http/pages/html.ts';
import type { Placed } from './reference.ts';

interface Body {
  /** Empty: the operation takes none. */
  type: string;
  example?: unknown;
}

/** The request as a command, and as a form that client/try-it.ts sends. */
export function tryIt({ method, path, operation }: Placed, parameters: Parameter[], { type, example }: Body): Html {
  const id = operation.operationId;
  const shown = parameters.filter(({ in: place }) => place !== 'header');
  return html`<h3>Example</h3>
<pre tabindex="0"><code>${curl(method, path, type, example)}</code></pre>
<details class="try"><summary>Try it</summary>
<form data-method="${method}" data-path="${path}" data-type="${type}">
<p class="needs-script">Sending requests from this page needs JavaScript.</p>
<label>API key <input name="key" type="password" autocomplete="off" spellcheck="false" placeholder="svc_live_…"></label>
${shown.map(
  ({ name, in: place, required }) =>
    html`<label>${name} <input name="${place}.${name}" autocomplete="off" spellcheck="false"${required && new Html(' required')}></label>\n`,
)}${
  example !== undefined &&
  html`<label>Body <textarea name="body" rows="6" spellcheck="false">${JSON.stringify(example, null, 2)}</textarea></label>\n`
}${type.startsWith('image/') && html`<label>Picture <input name="file" type="file" accept="image/*" required></label>\n`}<button>${
    method === 'GET' ? 'Send the request' : 'Send the request for real'
  }</button>
<output aria-live="polite" id="answer-${id}"></output>
</form></details>`;
}

function curl(method: string, path: string, type: string, example: unknown): string {
  const lines = [
    `curl${method === 'GET' ? '' : ` -X ${method}`} "$API${path.replaceAll(/\{(\w+)\}/g, (_all, name) => `$${String(name).toUpperCase()}`)}"`,
    `-H "Authorization: Bearer $KEY"`,
    ...(type ? [`-H 'Content-Type: ${type}'`] : []),
    ...(example === undefined ? [] : [`-d '${JSON.stringify(example).replaceAll("'", "'\\''")}'`]),
    ...(type.startsWith('image/') ? ['--data-binary @picture.png'] : []),
  ];
  return lines.join(' \\\n  ');
}
