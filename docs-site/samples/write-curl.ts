import { JSON_TEXT, literal } from './literals.ts';
import type { SampleOperation } from './samples.ts';

export function curlSample({ verb, path, ids, request, input, answer }: SampleOperation): string {
  const left = [...ids];
  const filled = path.replaceAll(/\{\w+\}/g, () => encodeURIComponent(left.shift() ?? ''));
  const query = new URLSearchParams(Object.entries(request.query ?? {}).map(([name, value]) => [name, String(value)]));
  const address = `"$API${filled}${query.size > 0 ? `?${query}` : ''}"`;
  return [
    // A stream is shown as it arrives.
    ['curl', ...(answer.kind === 'stream' ? ['-N'] : []), ...(verb === 'GET' ? [] : ['-X', verb]), address].join(' '),
    '-H "Authorization: Bearer $KEY"',
    ...(input?.type === 'Blob' ? ["-H 'Content-Type: image/png'", '--data-binary @picture.png'] : []),
    ...(request.body
      ? ["-H 'Content-Type: application/json'", `-d '${literal(request.body, JSON_TEXT).replaceAll("'", "'\\''")}'`]
      : []),
  ].join(' \\\n  ');
}
