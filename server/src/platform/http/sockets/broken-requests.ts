import { randomUUID } from 'node:crypto';
import { type IncomingMessage, maxHeaderSize, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Refusal } from '../../refusals/refusal.ts';
import { connectionRefusals } from '../../refusals/request-refusals.ts';
import { errorBody } from '../contract/error-handler.ts';

/** Node's internal fields, which it checks in the same way: the response in progress, and the request read last. */
type MarkedSocket = Socket & {
  _httpMessage?: ServerResponse | null;
  parser?: { incoming: IncomingMessage | null } | null;
};

/**
 * Answers bytes that are not valid HTTP, for which no request reaches the app: with the error envelope, a request id,
 * and the end of the connection. An earlier request of the connection is answered first, and is the last one answered.
 * Nothing is logged: the bytes may contain an API key, and a stranger can send them.
 */
export function answerBrokenRequest(error: NodeJS.ErrnoException, socket: MarkedSocket): void {
  const answer = socket._httpMessage;
  const request = socket.parser?.incoming;
  // A request may already be answered, for example rejected by its headers while its body was still arriving.
  const answered = answer ? answer.headersSent : request?.complete === false;
  if (answer?.req.complete) {
    if (!answer.headersSent) answer.setHeader('connection', 'close');
  } else if (error.code === 'ECONNRESET' || !socket.writable || answered) {
    socket.destroy();
  } else {
    socket.end(responseTo(error), () => socket.destroy());
  }
}

function responseTo(error: NodeJS.ErrnoException): string {
  const refusal = refusalOf(error);
  const { status } = refusal;
  const body = JSON.stringify(errorBody(refusal));
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `date: ${new Date().toUTCString()}`,
    `x-request-id: ${randomUUID()}`,
    'x-content-type-options: nosniff',
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
    '',
    body,
  ].join('\r\n');
}

function refusalOf({ code }: NodeJS.ErrnoException): Refusal {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return connectionRefusals.request_timeout();
    case 'HPE_HEADER_OVERFLOW':
      return connectionRefusals.headers_too_large({ max_bytes: maxHeaderSize });
    default:
      return connectionRefusals.invalid_http();
  }
}
