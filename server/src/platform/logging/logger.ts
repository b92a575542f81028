import type { FastifyBaseLogger } from 'fastify';
import { type Bindings, type DestinationStream, type Logger, pino, stdSerializers } from 'pino';
import { logAbsenceOnce } from './logged-absence.ts';

/**
 * Log lines are for machines and go to standard error; standard output is for people. What a database says about a failed
 * row holds names and addresses of buyers: its message and code are logged, the row is not.
 */
export function createLogger(level: string, stream: DestinationStream = process.stderr): Logger {
  const logger: Logger = pino(
    {
      level,
      mixin: (_fields, _level, logger) => ({ requestId: (logger as RequestLogger).requestId }),
      redact: ['req.headers.authorization', 'req.headers.cookie'],
      serializers: { err: (error: Error) => withoutRow(stdSerializers.errWithCause(error)) },
      hooks: { logMethod: logAbsenceOnce(() => logger) },
    },
    stream,
  );
  return logger;
}

type RequestLogger = Logger & { requestId?: string };

/** A request's logger: its lines name it. Hardly any request writes one, so its id is set down only then. */
export const nameRequest = (logger: FastifyBaseLogger, { requestId }: Bindings): FastifyBaseLogger =>
  Object.assign(Object.create(logger), { requestId });

/** Fields of a PostgreSQL error that quote values. */
const QUOTING_FIELDS = ['detail', 'where', 'internalQuery', 'hint'];

function withoutRow<Serialized extends object>(serialized: Serialized): Serialized {
  const kept = Object.entries(serialized).filter(([name]) => !QUOTING_FIELDS.includes(name));
  return Object.fromEntries(
    kept.map(([name, value]) => [name, value instanceof Object && name === 'cause' ? withoutRow(value) : value]),
  ) as Serialized;
}
