import { useState } from 'react';
import { useFormats } from '../language/formats.ts';

/**
 * Writes the times of a form and reads them, in the time zone that the form began with: the organization may get
 * another one meanwhile.
 */
export function useFormTimes() {
  const formats = useFormats();
  const [{ inputValue, withOffset, timeZone }] = useState(formats);
  return { inputValue, withOffset, timeZone };
}
