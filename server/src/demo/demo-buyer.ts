import type { FastifyInstance } from 'fastify';

interface Answer {
  status: number;
  location: string;
  // biome-ignore lint/suspicious/noExplicitAny: the demo reads a handful of fields of its own API's answers
  data: any;
}

/** A client with an API key, and a buyer with a browser: the demo uses the service from outside, as they do. */
export function demoClient(app: FastifyInstance, apiKey: string) {
  async function send(
    method: 'GET' | 'POST' | 'PUT',
    url: string,
    headers: Record<string, string>,
    payload?: string,
  ): Promise<Answer> {
    const response = await app.inject({ method, url, headers, payload });
    if (response.statusCode >= 400)
      throw new Error(`demo: ${method} ${url} answered ${response.statusCode}: ${response.body}`);
    const json = response.headers['content-type']?.toString().startsWith('application/json');
    return {
      status: response.statusCode,
      location: String(response.headers.location ?? ''),
      data: json ? response.json().data : null,
    };
  }

  async function call(method: 'GET' | 'POST' | 'PUT', path: string, body?: object) {
    const headers = { authorization: `Bearer ${apiKey}`, ...(body ? { 'content-type': 'application/json' } : {}) };
    return (await send(method, `/api/v1${path}`, headers, body && JSON.stringify(body))).data;
  }

  /** Submits a form, and follows redirects within this server. */
  async function submit(url: string, form: Record<string, string>): Promise<string> {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    let { location } = await send('POST', pathOf(url), headers, new URLSearchParams(form).toString());
    while (pathOf(location).match(/^\/c\/[^/]+\/return\//))
      location = (await send('GET', pathOf(location), {})).location;
    return location;
  }

  return { call, submit };
}

const pathOf = (url: string) => new URL(url, 'http://localhost').pathname;
