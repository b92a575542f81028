import type { Parameter } from '../scripts/openapi-document.ts';
import { Html, html } from '../server/src/platform/http/pages/html.ts';
import type { Placed } from './reference.ts';
import { SAMPLE_REQUESTS } from './samples/sample-requests.ts';

/** The request as a form that client/try-it.ts sends. `type` is that of the body; empty: the operation takes none. */
export function tryIt({ method, path, operation }: Placed, parameters: Parameter[], type: string): Html {
  const id = operation.operationId;
  const shown = parameters.filter(({ in: place }) => place !== 'header');
  const body = SAMPLE_REQUESTS[id]?.body;
  return html`<details class="try"><summary>Try it</summary>
<form data-method="${method}" data-path="${path}" data-type="${type}">
<p class="needs-script">Sending requests from this page needs JavaScript.</p>
<label>API key <input name="key" type="password" autocomplete="off" spellcheck="false" placeholder="svc_live_…"></label>
${shown.map(
  ({ name, in: place, required }) =>
    html`<label>${name} <input name="${place}.${name}" autocomplete="off" spellcheck="false"${required && new Html(' required')}></label>\n`,
)}${
  body &&
  html`<label>Body <textarea name="body" rows="6" spellcheck="false">${JSON.stringify(body, null, 2)}</textarea></label>\n`
}${type.startsWith('image/') && html`<label>Picture <input name="file" type="file" accept="image/*" required></label>\n`}<button>${
    method === 'GET' ? 'Send the request' : 'Send the request for real'
  }</button>
<output aria-live="polite" id="answer-${id}"></output>
</form></details>`;
}
