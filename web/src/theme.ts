import { createTheme, type CSSVariablesResolver } from '@mantine/core';

const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif';

export const theme = createTheme({
  primaryColor: 'blue',
  primaryShade: { light: 8, dark: 8 },
  fontFamily: FONT,
  headings: { fontFamily: FONT },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: { Notification: { defaultProps: { closeButtonProps: { 'aria-label': 'Close', size: 44 } } } },
});

/** Contrast of at least 4.5 in both schemes. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#495057',
    '--mantine-color-placeholder': '#5c636a',
    '--mantine-color-anchor': '#1864ab',
    '--mantine-color-error': '#b02a37',
  },
  dark: {
    '--mantine-color-dimmed': '#b8bcc2',
    '--mantine-color-placeholder': '#a6a7ab',
    '--mantine-color-anchor': '#8fc7ff',
    '--mantine-color-error': '#ff9ba3',
  },
});
