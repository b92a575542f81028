import type { FastifyBaseLogger } from 'fastify';
import { type Bindings, type DestinationStream, type Logger, pino, stdSerializers } from 'pino';
import { summarizeOutages } from './outages.ts';

/**
 * Log lines are JSON on standard error; standard output is for people. PostgreSQL's details of a failed row contain
 * names and addresses of buyers: the message and code are logged, the row is not.
 */
export function createLogger(level: string, stream: DestinationStream = process.stderr): Logger {
  const logger: Logger = pino(
    {
      level,
      mixin: (_fields, _level, logger) => ({ requestId: (logger as RequestLogger).requestId }),
      redact: ['req.headers.authorization', 'req.headers.cookie'],
      serializers: { err: (error: Error) => withoutRow(stdSerializers.errWithCause(error)) },
      hooks: { logMethod: summarizeOutages(() => logger) },
    },
    stream,
  );
  return logger;
}

type RequestLogger = Logger & { requestId?: string };

/** The logger of a request adds its id. Few requests log anything, so the id is serialized only then. */
export const nameRequest = (logger: FastifyBaseLogger, { requestId }: Bindings): FastifyBaseLogger =>
  Object.assign(Object.create(logger), { requestId });

/** Fields of a PostgreSQL error that may contain values of a row. */
const QUOTING_FIELDS = ['detail', 'where', 'internalQuery', 'hint'];

function withoutRow<Serialized extends object>(serialized: Serialized): Serialized {
  const kept = Object.entries(serialized).filter(([name]) => !QUOTING_FIELDS.includes(name));
  return Object.fromEntries(
    kept.map(([name, value]) => [name, value instanceof Object && name === 'cause' ? withoutRow(value) : value]),
  ) as Serialized;
}
