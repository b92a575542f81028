import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';
import type { Database } from '../platform/database/database.ts';
import { type Commits, followCommits } from '../platform/database/follow-commits.ts';
import { MAX_IDEMPOTENCY_KEY_LENGTH } from '../platform/http/contract/fields.ts';
import { commitTogether } from '../platform/lanes/commit-together.ts';
import type { Clock } from '../values/clock.ts';
import { marksOf } from './answer-marks.ts';
import { hashOfKey, openAnswer, sealAnswer } from './kept-answer.ts';
import {
  claimKey,
  deleteKey,
  findAnswer,
  type IdempotentRequest,
  isLate,
  type KeyClaim,
  rememberAnswer,
} from './queries.ts';
import { idempotencyRefusals } from './refusals.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set while this request is the first with its Idempotency-Key, with what it has committed. */
    idempotent: Idempotent | null;
  }
}

interface Idempotent {
  claim: KeyClaim;
  commits: Commits;
}

/** The longest path of an operation has about 90 characters; a database index entry holds at most 2,704 bytes. */
const MAX_PATH_LENGTH = 500;

/**
 * `Idempotency-Key` on every POST, per API key or user, method and concrete path, for 24 h. The same body again gets
 * the first answer with `Idempotent-Replayed: true`, including a refusal of the body. Another body gets 409, and so
 * does a repeat while the first request is still running. Three kinds of answers are not kept: temporary ones (5xx,
 * 429, sold out); those to bodies that are not JSON, which cannot be compared; and those to paths that are too long
 * or bodies that are nested too deep for any operation, which are refused each time. If a process dies or fails between
 * its commit and its answer, loses the database's answer to the commit, or cannot keep its own, the key counts as
 * running for a minute; then the request may run again. A key that took half of that to claim is let go, and its
 * request is not carried out: it would still be at work when its repeat may run. Neither key nor answer is readable in
 * the database: see `kept-answer.ts`.
 */
export function honourIdempotencyKeys(
  app: FastifyInstance,
  { db, clock, config }: { db: Database; clock: Clock; config: Pick<Config, 'keepIdempotencyHours'> },
) {
  app.decorateRequest('idempotent', null);

  app.addHook(
    // Runs before schema validation, so that a refusal of the body is kept like any other answer.
    'preValidation',
    (request, reply, done) => {
      const isAsked = request.method === 'POST' && request.headers['idempotency-key'] !== undefined;
      if (!isAsked || pathOf(request).length > MAX_PATH_LENGTH) return done();
      begin(request, reply).then((commits) => {
        if (commits) followCommits(commits, done);
      }, done);
    },
  );

  /** @returns where the request's commits are noted; nothing when it was answered */
  async function begin(request: FastifyRequest, reply: FastifyReply): Promise<Commits | undefined> {
    const commits = { any: false };
    const key = keyOf(request);
    const hash = hashOf(request);
    if (!hash) return commits;
    const claim = { ...idempotentRequest(request, key), requestHash: hash, claimedAt: clock.now() };
    if (await commitTogether(db, placeOf(claim), (tx) => claimKey(tx, claim, config.keepIdempotencyHours))) {
      if (isLate(claim, clock.now())) {
        await commitTogether(db, placeOf(claim), (tx) => deleteKey(tx, claim));
        throw idempotencyRefusals.idempotency_key_in_use();
      }
      request.idempotent = { claim, commits };
      return commits;
    }
    const first = await findAnswer(db, claim);
    if (!first || (hash.equals(first.requestHash) && first.status === null))
      throw idempotencyRefusals.idempotency_key_in_use();
    if (!hash.equals(first.requestHash)) throw idempotencyRefusals.idempotency_key_reused();
    if (first.sealedBody === null) throw idempotencyRefusals.idempotency_answer_erased();
    replay(reply, first.status ?? 200, openAnswer(key, first.sealedBody, about(claim)));
  }

  app.addHook('onSend', (request, reply, payload, done) => {
    if (!request.idempotent) return done();
    return end(request, reply, payload, request.idempotent);
  });

  async function end(request: FastifyRequest, reply: FastifyReply, payload: unknown, { claim, commits }: Idempotent) {
    request.idempotent = null;
    const hasFailed = reply.statusCode >= 500;
    // As after a crash: a repeat that comes at once must not do it twice. It may have failed when only its answer was
    // missing.
    if (request.outcomeUnknown || (hasFailed && commits.any)) return;
    const temporary = hasFailed || reply.statusCode === 429 || request.temporaryRefusal;
    try {
      if (temporary) await commitTogether(db, placeOf(claim), (tx) => deleteKey(tx, claim));
      else await remember(request, reply, String(payload ?? ''), claim);
    } catch (error) {
      // The answer is true all the same, and no other could take its place any more.
      request.log.error({ err: error }, 'the answer to an Idempotency-Key could not be kept');
    }
  }

  async function remember(request: FastifyRequest, reply: FastifyReply, body: string, claim: KeyClaim) {
    const sealedBody = sealAnswer(keyOf(request), body, about(claim));
    const answer = { status: reply.statusCode, sealedBody, marks: marksOf(body) };
    await commitTogether(db, placeOf(claim), (tx) => rememberAnswer(tx, claim, answer));
  }
}

const pathOf = ({ url }: FastifyRequest): string => url.split('?', 1)[0] ?? '';
const keyOf = ({ headers }: FastifyRequest) => String(headers['idempotency-key']);
const about = ({ organizationId, callerId, method, path }: IdempotentRequest) =>
  JSON.stringify([organizationId, callerId, method, path]);
const placeOf = (request: IdempotentRequest) => ({
  lane: `idempotency ${request.organizationId}`,
  row: `${about(request)} ${request.keyHash}`,
});

function idempotentRequest(request: FastifyRequest, key: string): IdempotentRequest {
  if (key.length < 1 || key.length > MAX_IDEMPOTENCY_KEY_LENGTH)
    throw idempotencyRefusals.invalid_idempotency_key({ max_length: MAX_IDEMPOTENCY_KEY_LENGTH });
  const { organizationId, caller, method } = request;
  return {
    organizationId,
    callerId: caller.id,
    method,
    path: pathOf(request),
    keyHash: hashOfKey(key),
  };
}

/**
 * @returns undefined for a body that is nested deeper than the stack: no operation takes it, and each repeat is refused
 * as well
 */
function hashOf(request: FastifyRequest): Buffer | undefined {
  try {
    return createHash('sha256')
      .update(JSON.stringify([knownQuery(request), bodyOf(request)], inOrder))
      .digest();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** On routes where the body is optional, a missing body counts as an empty object, as it does later. */
const bodyOf = ({ body, routeOptions }: FastifyRequest): unknown =>
  // As JSON the bytes of a picture would be a list of ten million numbers.
  Buffer.isBuffer(body)
    ? createHash('sha256').update(body).digest('hex')
    : (body ?? (routeOptions.config.bodyOptional ? {} : null));

/** The known query parameters: a key must not replay the answer to another query. Unknown parameters are ignored. */
function knownQuery({ query, routeOptions }: FastifyRequest): unknown[] {
  const { properties = {} } = (routeOptions.schema?.querystring ?? {}) as { properties?: object };
  return Object.keys(properties).map((name) => (query as Record<string, unknown>)[name]);
}

function replay(reply: FastifyReply, status: number, body: string) {
  return (
    reply
      .code(status)
      .header('idempotent-replayed', 'true')
      .type('application/json; charset=utf-8')
      // The body holds the bytes of the first answer, so it must not be encoded again.
      .serializer((text: string) => text)
      .send(body)
  );
}

/**
 * A replacer for JSON.stringify: objects with the same fields become the same text, in whatever order a client's
 * library wrote them.
 */
const inOrder = (_name: string, value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;
