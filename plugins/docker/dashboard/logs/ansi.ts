/** The colors of a terminal that have a color of the theme. */
export type Color = 'red' | 'green' | 'yellow' | 'blue' | 'magenta' | 'cyan' | 'gray'

/** A part of a line with one look. */
export interface Span {
  readonly text: string
  readonly color?: Color
  readonly bold?: true
  readonly dim?: true
  readonly italic?: true
  readonly underline?: true
}

type Look = Omit<Span, 'text'>

/** The basic colors by number; black and white are the text color of the theme. */
const basic = [undefined, 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', undefined] as const

/** The nearest color of the theme, so that text stays readable on both backgrounds. */
function nearest(red: number, green: number, blue: number): Color | undefined {
  const max = Math.max(red, green, blue)
  const range = max - Math.min(red, green, blue)
  if (range < 40) return max > 80 && max < 180 ? 'gray' : undefined
  const sector =
    max === red
      ? ((green - blue) / range + 6) % 6
      : max === green
        ? (blue - red) / range + 2
        : (red - green) / range + 4
  return (['red', 'yellow', 'green', 'cyan', 'blue', 'magenta'] as const)[Math.round(sector) % 6]
}

function fromPalette(index: number): Color | undefined {
  if (index < 16) return index === 8 ? 'gray' : basic[index % 8]
  if (index > 231) return index < 244 ? 'gray' : undefined
  const level = (step: number) => (step === 0 ? 0 : 55 + step * 40)
  const cube = index - 16
  return nearest(level(Math.floor(cube / 36)), level(Math.floor(cube / 6) % 6), level(cube % 6))
}

const without = (look: Look, ...keys: (keyof Look)[]): Look =>
  Object.fromEntries(Object.entries(look).filter(([key]) => !keys.includes(key as keyof Look)))

/** Applies the parameters of `ESC [ … m`. Background colors are left out: they would hide text in one of the themes. */
function applyCodes(look: Look, codes: readonly number[]): Look {
  let next: Look = look
  const withColor = (color: Color | undefined): Look => ({ ...without(next, 'color'), ...(color && { color }) })
  for (let at = 0; at < codes.length; at++) {
    const code = codes[at] ?? 0
    if (code === 0) next = {}
    else if (code === 1) next = { ...next, bold: true }
    else if (code === 2) next = { ...next, dim: true }
    else if (code === 3) next = { ...next, italic: true }
    else if (code === 4) next = { ...next, underline: true }
    else if (code === 22) next = without(next, 'bold', 'dim')
    else if (code === 23) next = without(next, 'italic')
    else if (code === 24) next = without(next, 'underline')
    else if (code >= 30 && code <= 37) next = withColor(basic[code - 30])
    else if (code === 39) next = withColor(undefined)
    else if (code >= 90 && code <= 97) next = withColor(code === 90 ? 'gray' : basic[code - 90])
    else if (code === 38 || code === 48) {
      const [mode, a = 0, b = 0, c = 0] = codes.slice(at + 1, at + 5)
      if (code === 38) next = withColor(mode === 5 ? fromPalette(a) : nearest(a, b, c))
      at += mode === 5 ? 2 : 4
    }
  }
  return next
}

/** Escape sequences: CSI, OSC with its end, and the short ones. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they begin with a control character
const escapes = /\u001b\[([0-?]*)[ -/]*([@-~])|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|\u001b[ -/]*[0-~]?/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are removed
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g

/** A line without control characters; binary junk becomes visible and harmless. */
const clean = (text: string) => text.replace(controls, '\ufffd')

/** A progress bar rewrites its line after each carriage return: the last state is shown. */
const lastState = (line: string) => line.slice(line.replace(/\r+$/, '').lastIndexOf('\r') + 1).replace(/\r+$/, '')

/** Parses the colors of a line. Other escape sequences are removed. */
export function parseAnsi(line: string): readonly Span[] {
  const shown = lastState(line)
  if (!shown.includes('\u001b')) return [{ text: clean(shown) }]
  const spans: Span[] = []
  let look: Look = {}
  let from = 0
  const add = (to: number) => {
    if (to > from) spans.push({ text: clean(shown.slice(from, to)), ...look })
  }
  for (const found of shown.matchAll(escapes)) {
    add(found.index)
    from = found.index + found[0].length
    const [, codes, end] = found
    if (end === 'm') look = applyCodes(look, (codes || '0').split(/[;:]/).map(Number))
  }
  add(shown.length)
  return spans
}

/** A line without colors and control characters. */
export const plainText = (line: string): string =>
  parseAnsi(line)
    .map(({ text }) => text)
    .join('')
