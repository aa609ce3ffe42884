import type { ITheme } from '@xterm/xterm'

/** Colors with enough contrast on the background of their theme. */
const dark: ITheme = {
  background: '#0d1416',
  foreground: '#e3eaec',
  cursor: '#7fdbe6',
  selectionBackground: '#2f5a63',
  black: '#1c2629',
  red: '#f2776b',
  green: '#6fd59b',
  yellow: '#e9c46a',
  blue: '#7fb0f5',
  magenta: '#c79bf2',
  cyan: '#63d2df',
  white: '#c9d3d6',
  brightBlack: '#7b898d',
  brightRed: '#ff9d92',
  brightGreen: '#97ecba',
  brightYellow: '#ffdf93',
  brightBlue: '#a8cbff',
  brightMagenta: '#dfc0ff',
  brightCyan: '#96ebf4',
  brightWhite: '#ffffff',
}

const light: ITheme = {
  background: '#f6f8f8',
  foreground: '#1a2326',
  cursor: '#12707e',
  selectionBackground: '#b9dde2',
  black: '#1a2326',
  red: '#b3261e',
  green: '#1d6f42',
  yellow: '#7d5700',
  blue: '#1f5fb0',
  magenta: '#7a3fb0',
  cyan: '#0e6773',
  white: '#5b686c',
  brightBlack: '#667276',
  brightRed: '#c8362d',
  brightGreen: '#1f7a48',
  brightYellow: '#8a6100',
  brightBlue: '#2a6cc2',
  brightMagenta: '#8a4cc2',
  brightCyan: '#11717e',
  brightWhite: '#3b464a',
}

/** The colors of the theme that the page has now. */
export const currentPalette = (): ITheme => (document.documentElement.dataset.theme === 'dark' ? dark : light)

/** Calls back when the page changes its theme. */
export function onThemeChange(run: () => void): () => void {
  const observer = new MutationObserver(run)
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
  return () => observer.disconnect()
}
