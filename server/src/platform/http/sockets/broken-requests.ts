import { randomUUID } from 'node:crypto';
import { type IncomingMessage, maxHeaderSize, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { ApiError } from '../../refusals/errors.ts';

/** Node's own marks: the answer that is under way, and the request that was read last. It looks at them likewise. */
type MarkedSocket = Socket & {
  _httpMessage?: ServerResponse | null;
  parser?: { incoming: IncomingMessage | null } | null;
};

/**
 * Answers what is no HTTP, of which no request comes that anything else could answer: in the envelope, with a request id,
 * and the connection ends. An earlier request of the connection is answered first, and alone. The log is told nothing:
 * the bytes may hold an API key, and anybody can send them.
 */
export function answerBrokenRequest(error: NodeJS.ErrnoException, socket: MarkedSocket): void {
  const answer = socket._httpMessage;
  const request = socket.parser?.incoming;
  // Refused by its headers, say, while its body was still to come.
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
