import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

/** Links, buttons and charts: the green of a lagoon. */
const lagoon: MantineColorsTuple = [
  '#e6f5f3',
  '#c9e8e4',
  '#9bd3cc',
  '#68bbb2',
  '#3ea399',
  '#238a81',
  '#14746c',
  '#106a63',
  '#0b5f59',
  '#0c3f3d',
];
/** Warm like paper: tickets were paper before they were codes. */
const paper: MantineColorsTuple = [
  '#faf7f1',
  '#f4efe6',
  '#ebe4d8',
  '#ddd4c5',
  '#c9beac',
  '#aca08d',
  '#87796a',
  '#655b50',
  '#463f37',
  '#262119',
];
const night: MantineColorsTuple = [
  '#ddd6ca',
  '#b9b0a2',
  '#8f867a',
  '#6b6359',
  '#443e37',
  '#35302a',
  '#2a2621',
  '#211e1a',
  '#181613',
  '#12100e',
];

export const theme = createTheme({
  colors: { lagoon, gray: paper, dark: night },
  primaryColor: 'lagoon',
  // Enough contrast for white text on it, in both schemes.
  primaryShade: { light: 8, dark: 8 },
  black: '#262119',
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
  headings: {
    fontWeight: '650',
    sizes: { h1: { fontSize: '1.625rem' }, h2: { fontSize: '1.125rem' }, h3: { fontSize: '1rem' } },
  },
  components: {
    // Descriptions below the inputs, so that fields side by side line up when only one has a description.
    InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
    // Amounts are written 1,500.50 here: a comma that is typed is no decimal point. A number that is too large is
    // refused and never made smaller: a user who typed 9 must not sell 4.
    // Enter may send what is typed so far: a minus or a point alone is no number, and the browser asks for one.
    NumberInput: { defaultProps: { allowedDecimalSeparators: ['.'], clampBehavior: 'none', pattern: '.*\\d.*' } },
    // Menus are in the page's own region, without the empty element that a menu must not have.
    Menu: { defaultProps: { portalProps: { target: '#page' }, withInitialFocusPlaceholder: false } },
    // A `header` outside of the page's own would be a second banner for screen readers.
    ModalHeader: { defaultProps: { role: 'presentation' } },
  },
});

const COLORS = ['lagoon', 'red', 'green', 'yellow', 'gray', 'orange', 'grape', 'teal'];

/** The mark, the ground of the pages, and what Mantine gives too little contrast for WCAG AA. */
export const colors: CSSVariablesResolver = () => ({
  variables: { '--mark-ticket': '#f2a900' },
  light: {
    '--mark-window': '#0c3f3d',
    '--ground': paper[0],
    '--menu': paper[1],
    '--line': paper[2],
    '--chosen': '#fbe7b2',
    '--mantine-color-default-border': paper[3],
    '--mantine-color-dimmed': 'var(--mantine-color-gray-7)',
    '--mantine-color-error': 'var(--mantine-color-red-9)',
    '--mantine-color-placeholder': 'var(--mantine-color-gray-7)',
    '--mantine-color-anchor': 'var(--mantine-color-lagoon-8)',
    ...textsOfVariants((color) => `color-mix(in srgb, var(--mantine-color-${color}-9), black 45%)`),
  },
  dark: {
    '--mark-window': '#181613',
    '--ground': night[8],
    '--menu': night[7],
    '--line': night[5],
    '--chosen': '#4a3a10',
    '--mantine-color-dimmed': 'var(--mantine-color-dark-1)',
    '--mantine-color-error': 'var(--mantine-color-red-4)',
    '--mantine-color-placeholder': 'var(--mantine-color-dark-1)',
    '--mantine-color-anchor': 'var(--mantine-color-lagoon-3)',
    ...textsOfVariants((color) => `var(--mantine-color-${color}-2)`),
  },
});

const textsOfVariants = (value: (color: string) => string) =>
  Object.fromEntries(
    COLORS.flatMap((color) =>
      ['light-color', 'outline'].map((variant) => [`--mantine-color-${color}-${variant}`, value(color)]),
    ),
  );
