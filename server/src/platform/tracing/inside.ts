import { type Context, context, type Span, SpanStatusCode, trace } from '@opentelemetry/api';
import { Refusal } from '../refusals/refusal.ts';

/** Runs `work` with this span as the open one, and ends it with the work. */
export async function inside<Result>(
  span: Span,
  work: (span: Span) => Promise<Result>,
  parent: Context = context.active(),
): Promise<Result> {
  try {
    return await context.with(trace.setSpan(parent, span), work, undefined, span);
  } catch (error) {
    markFailed(span, error);
    throw error;
  } finally {
    span.end();
  }
}

/** The kind of error only: what a database or a provider says may quote what a buyer typed. A refusal is no failure. */
function markFailed(span: Span, error: unknown) {
  if (error instanceof Refusal && error.status < 500) return;
  const { code, name } = error as { code?: unknown; name?: string };
  span.setAttribute('error.type', String(code ?? name ?? 'unknown'));
  span.setStatus({ code: SpanStatusCode.ERROR });
}
