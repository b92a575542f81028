/**
 * Ends work of many parts, each of which was tried although others failed. A periodic task's errors are logged one by
 * one.
 * @throws the error, or several as an AggregateError
 */
export function throwErrors(errors: unknown[]): void {
  if (errors.length > 1) throw new AggregateError(errors, `${errors.length} errors, the first: ${String(errors[0])}`);
  if (errors.length === 1) throw errors[0];
}
