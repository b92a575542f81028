import { context, SpanKind, type Tracer, trace } from '@opentelemetry/api';
import type { Database, Queryable, Statement } from '../database/database.ts';
import { inside } from './inside.ts';

/**
 * The same database, with a span for each statement and transaction that a request or another traced work runs. What runs
 * by itself makes none. A statement's text holds no values: those are parameters.
 */
export function databaseSpans(db: Database, tracer: Tracer): Database {
  const isTraced = () => trace.getSpan(context.active()) !== undefined;

  const withSpans = <Session extends Queryable>(session: Session): Session => ({
    ...session,
    query: <Row>(statement: Statement) =>
      isTraced()
        ? inside(statementSpan(statement), () => session.query<Row>(statement))
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
        ? inside(tracer.startSpan('transaction'), () => db.transaction((tx) => work(withSpans(tx))))
        : db.transaction(work),
  };
}
