import { type Context, context, type Span, SpanStatusCode, trace } from '@opentelemetry/api';
import { Refusal } from '../refusals/refusal.ts';

/** Runs `work` with this span as the active one, and ends the span with it. */
export async function runInSpan<Result>(
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

/**
 * Records only the kind of error: a message of the database or a provider may quote a buyer's input. A 4xx is not a
 * failure.
 */
function markFailed(span: Span, error: unknown) {
  if (error instanceof Refusal && error.status < 500) return;
  const { code, name } = error as { code?: unknown; name?: string };
  span.setAttribute('error.type', String(code ?? name ?? 'unknown'));
  span.setStatus({ code: SpanStatusCode.ERROR });
}
