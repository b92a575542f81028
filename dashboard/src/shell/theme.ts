import { type CSSVariablesResolver, createTheme } from '@mantine/core';

export const theme = createTheme({
  primaryColor: 'blue',
  // Enough contrast for white text on it, in both schemes.
  primaryShade: { light: 8, dark: 8 },
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
  // Descriptions below the inputs, so that fields side by side line up when only one has a description.
  components: { InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } } },
  headings: { sizes: { h1: { fontSize: '1.5rem' }, h2: { fontSize: '1.2rem' }, h3: { fontSize: '1rem' } } },
});

const COLORS = ['blue', 'red', 'green', 'yellow', 'gray', 'orange', 'grape', 'teal'];

/** Mantine's dimmed texts and light variants have too little contrast for WCAG AA. */
export const contrast: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': 'var(--mantine-color-gray-7)',
    '--mantine-color-error': 'var(--mantine-color-red-9)',
    '--mantine-color-placeholder': 'var(--mantine-color-gray-7)',
    '--mantine-color-anchor': 'var(--mantine-color-blue-8)',
    ...textsOfVariants((color) => `color-mix(in srgb, var(--mantine-color-${color}-9), black 45%)`),
  },
  dark: {
    '--mantine-color-dimmed': 'var(--mantine-color-dark-1)',
    '--mantine-color-error': 'var(--mantine-color-red-4)',
    '--mantine-color-placeholder': 'var(--mantine-color-dark-1)',
    ...textsOfVariants((color) => `var(--mantine-color-${color}-2)`),
  },
});

const textsOfVariants = (value: (color: string) => string) =>
  Object.fromEntries(
    COLORS.flatMap((color) =>
      ['light', 'outline'].map((variant) => [`--mantine-color-${color}-${variant}-color`, value(color)]),
    ),
  );
