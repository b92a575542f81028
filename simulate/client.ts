import type { InjectOptions } from 'fastify';
import { idempotencyRefusals } from '../server/src/idempotency/refusals.ts';
import { Died } from './life.ts';
import { Violation } from './violation.ts';
import type { World } from './world.ts';

export interface Answer {
  status: number;
  location: string;
  replayed: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: a handful of fields of the API's own answers
  data: any;
  /** Set on an error. */
  code: string;
  details?: Record<string, unknown>;
  /** A page; '' for other answers. */
  html: string;
}

/** No answer: the server died, could not be reached, or the answer got lost. The request may have been done. */
export const NO_ANSWER = null;

const NETWORK_MS = { least: 2, most: 80 };
/** Time-out of a request without an answer. */
const AGAIN_MS = { least: 300, most: 90_000 };
const MOST_TRIES = 6;

/** Sends one request to one of the servers. @throws Violation for an unexplained failure */
export async function send(world: World, request: InjectOptions): Promise<Answer | typeof NO_ANSWER> {
  const { timeline, dice, troubles, tally, fleet, requests } = world;
  const way = () => timeline.pause(dice.spread(NETWORK_MS.least, NETWORK_MS.most));
  await way();
  const instance = fleet.any();
  if (!instance) return NO_ANSWER;
  instance.lastAskedMs = timeline.clock.now().getTime();
  const seenBefore = instance.life.troublesSeen;
  const done = requests.start(`${request.method} ${request.url}`);
  try {
    const response = await instance.life.orDie(instance.app.inject(request));
    const { statusCode: status, headers } = response;
    if (status >= 500 && instance.life.troublesSeen === seenBefore)
      throw new Violation(`a request was answered ${status} although nothing had failed`, {
        request,
        body: response.body.slice(0, 1_000),
      });
    await way();
    if (dice.chance(troubles.lostAnswer)) {
      tally.lostAnswers++;
      return NO_ANSWER;
    }
    const isJson = String(headers['content-type']).startsWith('application/json') && response.body !== '';
    const json = isJson ? response.json() : {};
    return {
      status,
      location: String(headers.location ?? ''),
      replayed: headers['idempotent-replayed'] === 'true',
      data: json.data,
      code: json.error?.code ?? '',
      details: json.error?.details,
      html: String(headers['content-type']).startsWith('text/html') ? response.body : '',
    };
  } catch (error) {
    if (error instanceof Died) return NO_ANSWER;
    throw error;
  } finally {
    done();
  }
}

/** A request of the organizer's program. */
export const call = (world: World, method: 'GET' | 'POST' | 'PUT', path: string, body?: object, key?: string) =>
  send(world, {
    method,
    url: `/api/v1${path}`,
    headers: { authorization: `Bearer ${world.program.apiKey}`, ...(key ? { 'idempotency-key': key } : {}) },
    ...(body ? { payload: body } : {}),
  });

/** A form of the hosted page. */
export const submit = (world: World, path: string, form: Record<string, string>) =>
  send(world, {
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(form).toString(),
  });

/** Repeats a request until there is a definite answer, a few times at most. */
export async function requestUntilAnswered(
  { timeline, dice }: World,
  ask: () => Promise<Answer | typeof NO_ANSWER>,
): Promise<Answer | typeof NO_ANSWER> {
  for (let tries = 1; ; tries++) {
    const answer = await ask();
    if (saysSomething(answer) || tries >= MOST_TRIES) return answer;
    await timeline.pause(dice.spread(AGAIN_MS.least, AGAIN_MS.most));
  }
}

const saysSomething = (answer: Answer | typeof NO_ANSWER): boolean =>
  answer !== NO_ANSWER && answer.status < 500 && answer.code !== idempotencyRefusals.idempotency_key_in_use.code;
