import { type Logger, pino, stdSerializers } from 'pino';

/**
 * Log lines are for machines and go to standard error; standard output is for people. What a database says about a failed
 * row holds names and addresses of buyers: its message and code are logged, the row is not.
 */
export function createLogger(level: string): Logger {
  return pino(
    {
      level,
      redact: ['req.headers.authorization', 'req.headers.cookie'],
      serializers: { err: (error: Error) => withoutRow(stdSerializers.err(error)) },
    },
    process.stderr,
  );
}

/** Fields of a PostgreSQL error that quote values. */
const QUOTING_FIELDS = ['detail', 'where', 'internalQuery', 'hint'];

function withoutRow<Serialized extends object>(serialized: Serialized): Serialized {
  return Object.fromEntries(
    Object.entries(serialized).filter(([name]) => !QUOTING_FIELDS.includes(name)),
  ) as Serialized;
}
