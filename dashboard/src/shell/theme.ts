import { type CSSVariablesResolver, createTheme } from '@mantine/core';

export const theme = createTheme({
  primaryColor: 'blue',
  // Enough contrast for white text on it, in both schemes.
  primaryShade: { light: 8, dark: 8 },
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
  // Below, so that fields beside each other stand on one line, whatever there is to say about one of them.
  components: { InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } } },
  headings: { sizes: { h1: { fontSize: '1.5rem' }, h2: { fontSize: '1.2rem' } } },
});

const COLOURS = ['blue', 'red', 'green', 'yellow', 'gray', 'orange', 'grape', 'teal'];

/** Mantine's quiet texts have too little contrast for WCAG AA. */
export const contrast: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': 'var(--mantine-color-gray-7)',
    '--mantine-color-error': 'var(--mantine-color-red-9)',
    '--mantine-color-placeholder': 'var(--mantine-color-gray-7)',
    '--mantine-color-anchor': 'var(--mantine-color-blue-8)',
    ...quietTexts((colour) => `color-mix(in srgb, var(--mantine-color-${colour}-9), black 45%)`),
  },
  dark: {
    '--mantine-color-dimmed': 'var(--mantine-color-dark-1)',
    '--mantine-color-error': 'var(--mantine-color-red-4)',
    '--mantine-color-placeholder': 'var(--mantine-color-dark-1)',
    ...quietTexts((colour) => `var(--mantine-color-${colour}-2)`),
  },
});

const quietTexts = (value: (colour: string) => string) =>
  Object.fromEntries(
    COLOURS.flatMap((colour) =>
      ['light', 'outline'].map((variant) => [`--mantine-color-${colour}-${variant}-color`, value(colour)]),
    ),
  );
