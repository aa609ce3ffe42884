import { openTerminal, screenPadding } from '../screen.ts'
import type { Size } from '../session-connection.ts'

const [minFont, maxFont] = [4, 16]

/** A terminal that only shows, with letters as large as the width and the maximum height of the element allow. */
export function openPlayerScreen(element: HTMLElement, isReadable: boolean) {
  const { terminal, close } = openTerminal(element, {
    fontSize: maxFont,
    disableStdin: true,
    screenReaderMode: isReadable,
    cursorInactiveStyle: 'block',
    scrollback: 0,
  })

  const fit = () => {
    const drawn = element.querySelector<HTMLElement>('.xterm-screen')
    if (!drawn || drawn.clientWidth === 0) return
    const width = element.clientWidth - 2 * screenPadding
    const height = Number.parseFloat(getComputedStyle(element).maxHeight) - 2 * screenPadding
    // Cells have whole pixels, so their size does not grow with that of the letters.
    for (let size = maxFont; size >= minFont; size -= 0.5) {
      terminal.options.fontSize = size
      if (drawn.clientWidth <= width && drawn.clientHeight <= height) return
    }
  }
  const observer = new ResizeObserver(fit)
  observer.observe(element)

  return {
    write: (text: string, done: () => void) => terminal.write(text, done),
    resize({ rows, cols }: Size) {
      terminal.resize(cols, rows)
      fit()
    },
    close() {
      observer.disconnect()
      close()
    },
  }
}
