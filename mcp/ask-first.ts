import { createHash, randomBytes, randomUUID } from 'node:crypto';
import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  createRequestStateCodec,
  inputRequired,
  inputResponse,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { type Account, dashboardUrl } from './account.ts';
import { refusal } from './answers.ts';
import type { Ask, Question } from './tool.ts';

/** What the person was asked, signed, because it comes back through the client. */
interface Asked {
  question: string;
  idempotencyKey: string;
}

/** A question lives as long as this process, and ten minutes at most. */
export const questions = createRequestStateCodec<Asked>({ key: randomBytes(32) });

const CONFIRMATION = 'confirmation';

/**
 * Nothing that the model writes can confirm: the answer comes from the client, as the person gave it in a form. The
 * tool runs twice. First it reads what would happen and asks. With the answer it reads the same again, and acts only if
 * the question would still be the same, so a person confirms exactly what is done.
 */
export const askFirst = (account: Account, context: ServerContext, initialized: ClientCapabilities | undefined): Ask =>
  async function ask(question) {
    const asked = context.mcpReq.requestState<Asked>();
    const view = inputResponse(context.mcpReq.inputResponses, CONFIRMATION);
    if (asked === undefined || view.kind !== 'elicit') {
      return canAsk(capabilitiesOf(context) ?? initialized) ? form(question) : refusal(cannotAsk(account, question));
    }
    if (view.action !== 'accept' || view.content?.confirmed !== true)
      return refusal('The person did not confirm. Nothing was changed. Do not try again unless they ask for it.');
    if (asked.question !== fingerprint(question))
      return refusal(
        'What the person confirmed has changed meanwhile. Nothing was done. Call the tool again to ask anew.',
      );
    return question.act(asked.idempotencyKey);
  };

/** Newer clients send them with each request. */
const capabilitiesOf = ({ mcpReq: { envelope } }: ServerContext) =>
  (envelope as Record<string, ClientCapabilities> | undefined)?.[CLIENT_CAPABILITIES_META_KEY];

/** A client from before there were two modes says `{}` and means forms. */
const canAsk = ({ elicitation }: ClientCapabilities = {}) =>
  elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);

const form = async (question: Question) =>
  inputRequired({
    inputRequests: {
      [CONFIRMATION]: inputRequired.elicit({
        message: question.message,
        requestedSchema: {
          type: 'object',
          properties: { confirmed: { type: 'boolean', title: question.tick } },
          required: ['confirmed'],
        },
      }),
    },
    requestState: await questions.mint({ question: fingerprint(question), idempotencyKey: randomUUID() }),
  });

const fingerprint = ({ message, about, dashboard }: Question) =>
  createHash('sha256')
    .update(JSON.stringify([message, about, dashboard]))
    .digest('base64url');

const cannotAsk = (account: Account, { message, dashboard: { kind, id } }: Question) =>
  `Nothing was done: only a person can confirm this, and this client cannot ask one (it lacks MCP elicitation). They can do it in the dashboard, at ${dashboardUrl(account, kind, id)} (npx takilya open ${id}). What they would confirm: ${message}`;
