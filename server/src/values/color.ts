/** Colours are `#rrggbb`, in either case. */

/** WCAG AA for text. Marks and borders would need less. */
export const MIN_CONTRAST = 4.5;

type Channels = [red: number, green: number, blue: number];

const channelsOf = (color: string) =>
  [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16)) as Channels;

const fromChannels = (channels: number[]) =>
  `#${channels.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`;

/** WCAG's relative luminance. */
function luminance(color: string): number {
  const [red, green, blue] = channelsOf(color).map((channel) => {
    const value = channel / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as Channels;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast ratio from 1 to 21, in either order. */
export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** Mixes `share` (0 to 1) of the second colour into the first. */
export function mix(one: string, other: string, share: number): string {
  const others = channelsOf(other);
  return fromChannels(channelsOf(one).map((channel, index) => channel + ((others[index] ?? 0) - channel) * share));
}

/** The color as `rgb(11, 87, 164)`. */
export const rgbOf = (color: string): string => `rgb(${channelsOf(color).join(', ')})`;

/** Black or white: for any colour, the better of the two has a contrast of at least √21, which is 4.58. */
export const textOn = (color: string): '#000000' | '#ffffff' =>
  contrast(color, '#000000') > contrast(color, '#ffffff') ? '#000000' : '#ffffff';

/** Enough steps that neighbouring shades look almost the same. */
const STEPS = 20;

/** The colour, or the shade closest to it that is readable on all of these surfaces. */
export function readableShade(color: string, surfaces: string[], end: '#000000' | '#ffffff'): string {
  const shades = Array.from({ length: STEPS }, (_, step) => mix(color, end, step / STEPS));
  return shades.find((shade) => surfaces.every((surface) => contrast(shade, surface) >= MIN_CONTRAST)) ?? end;
}
