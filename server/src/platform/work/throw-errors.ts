/** The errors of the parts of some work: a periodic task's are logged one by one. */
export class SeveralErrors extends AggregateError {}

/**
 * Ends work of many parts, each of which was tried although others failed.
 * @throws the error, or several as `SeveralErrors`
 */
export function throwErrors(errors: unknown[]): void {
  if (errors.length > 1) throw new SeveralErrors(errors, `${errors.length} errors, the first: ${String(errors[0])}`);
  if (errors.length === 1) throw errors[0];
}
