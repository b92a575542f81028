import { context, SpanKind, type Tracer, trace } from '@opentelemetry/api';
import type { Database, Queryable, Statement } from '../database/database.ts';
import { runInSpan } from './run-in-span.ts';

/**
 * Wraps the database with a span for each statement and transaction of a traced request or batch. Work without a parent
 * span makes none. The text of a statement contains no values: those are parameters.
 */
export function databaseSpans(db: Database, tracer: Tracer): Database {
  const isTraced = () => trace.getSpan(context.active()) !== undefined;

  const withSpans = <Session extends Queryable>(session: Session): Session => ({
    ...session,
    query: <Row>(statement: Statement) =>
      isTraced()
        ? runInSpan(statementSpan(statement), () => session.query<Row>(statement))
        : session.query<Row>(statement),
  });

  function statementSpan({ text }: Statement) {
    const operation = /\w+/.exec(text)?.[0] ?? 'statement';
    return tracer.startSpan(operation, {
      kind: SpanKind.CLIENT,
      attributes: { 'db.system.name': 'postgresql', 'db.operation.name': operation, 'db.query.text': text },
    });
  }

  return {
    ...withSpans(db),
    transaction: (work) =>
      isTraced()
        ? runInSpan(tracer.startSpan('transaction'), () => db.transaction((tx) => work(withSpans(tx))))
        : db.transaction(work),
  };
}
