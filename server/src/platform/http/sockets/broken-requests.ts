import { randomUUID } from 'node:crypto';
import { type IncomingMessage, maxHeaderSize, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { ApiError } from '../../refusals/errors.ts';

/** Node's internal fields, which it checks in the same way: the response in progress, and the request read last. */
type MarkedSocket = Socket & {
  _httpMessage?: ServerResponse | null;
  parser?: { incoming: IncomingMessage | null } | null;
};

/**
 * Answers bytes that are not valid HTTP, for which no request reaches the app: with the error envelope, a request id,
 * and the end of the connection. An earlier request of the connection is answered first, and is the last one answered.
 * Nothing is logged: the bytes may contain an API key, and anyone can send them.
 */
export function answerBrokenRequest(error: NodeJS.ErrnoException, socket: MarkedSocket): void {
  const answer = socket._httpMessage;
  const request = socket.parser?.incoming;
  // For example rejected by its headers while its body was still arriving.
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
  const { status, message } = asApiError(error);
  const body = JSON.stringify({ error: { message, status } });
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

function asApiError({ code }: NodeJS.ErrnoException): ApiError {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new ApiError(408, 'The request took too long to arrive');
    case 'HPE_HEADER_OVERFLOW':
      return new ApiError(431, `The request line and headers must be at most ${maxHeaderSize / 1_024} KiB`);
    default:
      return new ApiError(400, 'The request is not valid HTTP');
  }
}
