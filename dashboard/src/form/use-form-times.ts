import { useState } from 'react';
import { useFormats } from '../language/formats.ts';
import { withOffset } from './with-offset.ts';

/**
 * Writes the times of a form and reads them, in the time zone that the form began with: the organization may get
 * another one meanwhile.
 */
export function useFormTimes() {
  const formats = useFormats();
  const [zone] = useState(formats);
  const { inputValue, dateTime, timeZone } = zone;
  return { inputValue, dateTime, timeZone, withOffset: (typed: string) => withOffset(typed, zone) };
}
