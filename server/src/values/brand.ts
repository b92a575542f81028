import { mix, readableShade, textOn } from './color.ts';

/** How buyers recognize their organizer. */
export interface Brand {
  name: string;
  /** `#rrggbb`; null: ours. */
  color: string | null;
  /** Shown from where it is, never copied. */
  logoUrl: string | null;
}

/** Of letters that are not to buyers: with a name, and nothing else of the organizer's. */
export const plainBrand = (name: string): Brand => ({ name, color: null, logoUrl: null });

export const DEFAULT_COLOR = '#0b57a4';

export const SCHEMES = ['light', 'dark'] as const;
export type Scheme = (typeof SCHEMES)[number];

/** What pages are written on, as `page.css` has it. */
export const SURFACES = {
  light: { paper: '#f6f4f0', card: '#ffffff', ink: '#1c1b1f', quiet: '#5f5a52' },
  dark: { paper: '#151418', card: '#201f24', ink: '#eceaf0', quiet: '#b0abb8' },
} as const satisfies Record<Scheme, Record<string, string>>;

/** So much of the colour is in the ground of notes: to be seen, and not in the way of what is written on it. */
const TINT = { light: 0.08, dark: 0.12 } as const;
const END = { light: '#000000', dark: '#ffffff' } as const;

export interface Palette {
  /** Buttons and ribbons: the colour itself. */
  fill: string;
  onFill: string;
  /** Links, borders and focus: the colour as far as it can be read on every surface. */
  strong: string;
  tint: string;
}

/** What a colour becomes so that everything written in it or on it can be read, whichever it is. */
export function paletteOf(color: string, scheme: Scheme): Palette {
  const { paper, card } = SURFACES[scheme];
  const tint = mix(card, color, TINT[scheme]);
  const strong = readableShade(color, [paper, card, tint], END[scheme]);
  return { fill: color, onFill: textOn(color), strong, tint };
}
