import { Type } from 'typebox';
import { parseRangeEnd, parseRangeStart } from '../../../values/timestamps.ts';
import { fieldRefusals } from '../../refusals/request-refusals.ts';
import { DateOrTimestamp } from './fields.ts';

export interface TimeRange {
  from?: Date | undefined;
  to?: Date | undefined;
}

/** Query parameters that narrow a list to a time. `what` says whose: “Orders paid”. */
export const TimeRangeQuery = (what: string) => ({
  from: Type.Optional(
    DateOrTimestamp(`${what} from then on; a date is its first instant in the organization’s time zone.`),
  ),
  to: Type.Optional(DateOrTimestamp(`${what} until then; a date is its last instant in the organization’s time zone.`)),
});

/** @throws Refusal 400 when the range ends before it starts */
export function timeRangeFrom({ from, to }: { from?: string | null; to?: string | null }, timeZone: string): TimeRange {
  const start = from == null ? undefined : parseRangeStart(from, timeZone);
  const end = to == null ? undefined : parseRangeEnd(to, timeZone);
  if (start && end && start > end)
    throw fieldRefusals.fields_out_of_order({ field: 'from', relation: 'not after', other: 'to' });
  return { from: start, to: end };
}
