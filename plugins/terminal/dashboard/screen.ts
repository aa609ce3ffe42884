import '@xterm/xterm/css/xterm.css'
import { FitAddon } from '@xterm/addon-fit'
import { SearchAddon } from '@xterm/addon-search'
import { Unicode11Addon } from '@xterm/addon-unicode11'
import { WebLinksAddon } from '@xterm/addon-web-links'
import { WebglAddon } from '@xterm/addon-webgl'
import { type ITerminalOptions, Terminal } from '@xterm/xterm'
import { type Key, keySequence } from './keys.ts'
import { currentPalette, onThemeChange } from './palette.ts'
import type { Size } from './session-connection.ts'

export interface ScreenOptions {
  readonly fontSize: number
  /** also as text for screen readers, which takes time for much output */
  readonly isReadable: boolean
  onInput(bytes: Uint8Array): void
  /** what is sent for typed text */
  translate(text: string): string
  onResize(size: Size): void
  onSearch(): void
}

export interface Screen {
  readonly size: Size
  write(data: Uint8Array | string, shown?: () => void): void
  find(text: string, direction: 'next' | 'previous'): void
  setFontSize(pixels: number): void
  setReadable(isReadable: boolean): void
  /** Fits the rows and columns to the element. */
  fit(): void
  /** As if it was typed. */
  type(text: string): void
  press(key: Key): void
  focus(): void
  copy(): Promise<void>
  paste(): Promise<void>
  /** Forgets everything that was printed. */
  reset(): void
  close(): void
}

/** Only web addresses, and without access to this page. */
function openLink(address: string): void {
  if (/^https?:/i.test(address)) window.open(address, '_blank', 'noopener,noreferrer')
}

/** pixels around the text */
export const screenPadding = 8

const toBytes = (text: string) => new TextEncoder().encode(text)

/** Draws with the graphics card where there is one, otherwise with elements. */
function drawWithGraphics(terminal: Terminal): void {
  try {
    const addon = new WebglAddon()
    addon.onContextLoss(() => addon.dispose())
    terminal.loadAddon(addon)
  } catch {
    // The browser has no WebGL.
  }
}

/**
 * A terminal in an element. Programs cannot set the title of the page or reach the clipboard: neither escape sequence is
 * handled.
 */
export function openTerminal(element: HTMLElement, options: ITerminalOptions): { terminal: Terminal; close(): void } {
  const terminal = new Terminal({
    allowProposedApi: true,
    fontFamily: getComputedStyle(element).fontFamily,
    scrollback: 10_000,
    rightClickSelectsWord: true,
    linkHandler: { activate: (_, address) => openLink(address) },
    ...options,
  })
  terminal.loadAddon(new Unicode11Addon())
  terminal.loadAddon(new WebLinksAddon((_, address) => openLink(address)))
  terminal.unicode.activeVersion = '11'
  terminal.open(element)
  drawWithGraphics(terminal)
  // Not on the element: fitting the rows and columns does not see padding there.
  if (terminal.element) terminal.element.style.padding = `${screenPadding}px`
  const viewport = element.querySelector<HTMLElement>('.xterm-viewport')
  const applyTheme = () => {
    const palette = currentPalette()
    terminal.options.theme = palette
    for (const { style } of [element, viewport ?? element]) style.backgroundColor = palette.background ?? ''
  }
  applyTheme()
  const stopTheme = onThemeChange(applyTheme)
  return {
    terminal,
    close() {
      stopTheme()
      terminal.dispose()
    },
  }
}

/** The terminal of a session. */
export function openScreen(element: HTMLElement, options: ScreenOptions): Screen {
  const { onInput, translate, onResize, onSearch } = options
  const { terminal, close } = openTerminal(element, {
    fontSize: options.fontSize,
    cursorBlink: true,
    macOptionIsMeta: true,
    screenReaderMode: options.isReadable,
  })
  const fit = new FitAddon()
  const search = new SearchAddon()
  terminal.loadAddon(fit)
  terminal.loadAddon(search)
  terminal.onData((text) => onInput(toBytes(translate(text))))
  // Reports of the mouse are bytes, not text.
  terminal.onBinary((text) => onInput(Uint8Array.from(text, (letter) => letter.charCodeAt(0))))
  terminal.onResize(onResize)

  const copy = async () => {
    const text = terminal.getSelection()
    if (text) await navigator.clipboard.writeText(text)
  }
  const paste = async () => terminal.paste(await navigator.clipboard.readText())

  // Ctrl-C and Ctrl-V belong to the shell; on a Mac the browser copies and pastes with the command key.
  const shortcuts: Readonly<Record<string, () => void>> = {
    KeyC: () => void copy().catch(() => {}),
    KeyV: () => void paste().catch(() => {}),
    KeyF: onSearch,
  }
  terminal.attachCustomKeyEventHandler((event) => {
    const run = event.ctrlKey && event.shiftKey ? shortcuts[event.code] : undefined
    if (!run || event.type !== 'keydown') return run === undefined
    event.preventDefault()
    run()
    return false
  })

  return {
    get size() {
      return { rows: terminal.rows, cols: terminal.cols }
    },
    write: (data, shown) => terminal.write(data, shown),
    find(text, direction) {
      if (direction === 'next') search.findNext(text)
      else search.findPrevious(text)
    },
    setFontSize(pixels) {
      terminal.options.fontSize = pixels
      fit.fit()
    },
    setReadable(isReadable) {
      terminal.options.screenReaderMode = isReadable
    },
    fit: () => fit.fit(),
    type: (text) => terminal.input(text),
    press: (key) => terminal.input(keySequence(key, terminal.modes.applicationCursorKeysMode)),
    focus: () => terminal.focus(),
    copy,
    paste,
    reset: () => terminal.reset(),
    close,
  }
}
