import { mix, readableShade, textOn } from './color.ts';

/** An organizer's appearance to buyers. */
export interface Brand {
  name: string;
  /** `#rrggbb`; null means the default colour. */
  color: string | null;
  /** A URL of any server, or the address of an uploaded picture: see `picture.ts`. */
  logoUrl: string | null;
  /**
   * A test organization: everything with its brand says that no money moves and that its tickets are not valid at the
   * door.
   */
  isTest: boolean;
}

/** What buyers need when they have questions; null: the organizer gave none. */
export interface Contact {
  contactEmail: string | null;
  contactPhone: string | null;
  /** Plain text. */
  refundPolicy: string | null;
  termsUrl: string | null;
}

/** An organizer as buyers see them. */
export interface Organizer extends Brand, Contact {
  /** Origins of the websites that may show its shop in a frame. */
  embedSites: string[];
}

/** Whether an organizer gave anything that can be shown. */
export const hasContact = ({ contactEmail, contactPhone, refundPolicy, termsUrl }: Contact): boolean =>
  (contactEmail ?? contactPhone ?? refundPolicy ?? termsUrl) !== null;

/** Whether buyers can ask the organizer: a page or an e-mail that says so must have the contact, too. */
export const canBeAsked = ({ contactEmail, contactPhone }: Contact): boolean => (contactEmail ?? contactPhone) !== null;

/** The sender of e-mails that do not go to buyers: the organizer's name without colour, logo and contact. */
export const plainBrand = (name: string, { isTest }: { isTest: boolean }): Organizer => ({
  name,
  color: null,
  logoUrl: null,
  isTest,
  contactEmail: null,
  contactPhone: null,
  refundPolicy: null,
  termsUrl: null,
  embedSites: [],
});

export const DEFAULT_COLOR = '#0b57a4';

export const SCHEMES = ['light', 'dark'] as const;
export type Scheme = (typeof SCHEMES)[number];

/** Background and text colours of pages, as in `page.css`. */
export const SURFACES = {
  light: { paper: '#f6f4f0', card: '#ffffff', ink: '#1c1b1f', quiet: '#5f5a52' },
  dark: { paper: '#151418', card: '#201f24', ink: '#eceaf0', quiet: '#b0abb8' },
} as const satisfies Record<Scheme, Record<string, string>>;

/** The share of the colour in the background of notes: visible, but text on it stays readable. */
const TINT = { light: 0.08, dark: 0.12 } as const;
const END = { light: '#000000', dark: '#ffffff' } as const;

export interface Palette {
  /** Buttons and ribbons: the colour itself. */
  fill: string;
  onFill: string;
  /** Links, borders and focus: the colour, adjusted until it is readable on every surface. */
  strong: string;
  tint: string;
}

/** Derives a palette in which all text is readable, whatever the colour. */
export function paletteOf(color: string, scheme: Scheme): Palette {
  const { paper, card } = SURFACES[scheme];
  const tint = mix(card, color, TINT[scheme]);
  const strong = readableShade(color, [paper, card, tint], END[scheme]);
  return { fill: color, onFill: textOn(color), strong, tint };
}
