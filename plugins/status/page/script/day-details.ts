import { lang, texts } from './texts.ts'
import { hideTooltip, showTooltip } from './tooltip.ts'

const steps: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageUp: -7,
  PageDown: 7,
}
const date = new Intl.DateTimeFormat(lang, { dateStyle: 'medium', timeZone: 'UTC' })
const enhanced = new WeakSet<Element>()

/** Date, state and notes of a day of an uptime bar. */
function linesOf({ dataset }: HTMLElement, index: number): string[] {
  const first = Date.parse(`${dataset.from}T00:00:00Z`)
  const notes: Readonly<Record<string, string>> = JSON.parse(dataset.notes ?? '{}')
  const state = texts.days[dataset.days?.[index] ?? ''] ?? ''
  return [date.format(first + index * 86_400_000), [state, notes[index]].filter(Boolean).join(' · ')]
}

/** The days of each uptime bar can be read with pointer, finger and arrow keys. */
export function addDayDetails(): void {
  for (const bar of document.querySelectorAll<HTMLElement>('.bar')) {
    const last = (bar.dataset.days?.length ?? 1) - 1
    bar.role = 'slider'
    bar.tabIndex = 0
    bar.ariaValueMin = '0'
    bar.ariaValueMax = String(last)
    bar.ariaValueNow = bar.dataset.at ?? String(last)
    bar.ariaValueText = linesOf(bar, Number(bar.ariaValueNow)).join(', ')
    bar.setAttribute('aria-description', texts.keys)
    if (enhanced.has(bar)) continue
    enhanced.add(bar)
    listen(bar)
  }
}

function listen(bar: HTMLElement) {
  const lastOf = () => (bar.dataset.days?.length ?? 1) - 1
  const read = (index: number) => {
    const at = Math.min(lastOf(), Math.max(0, index))
    bar.dataset.at = bar.ariaValueNow = String(at)
    const lines = linesOf(bar, at)
    bar.ariaValueText = lines.join(', ')
    const { left, width } = bar.getBoundingClientRect()
    showTooltip(lines, bar, left + ((at + 0.5) / (lastOf() + 1)) * width)
  }
  const leave = () => {
    delete bar.dataset.at
    hideTooltip()
  }
  const point = ({ clientX }: PointerEvent) => {
    const { left, width } = bar.getBoundingClientRect()
    read(Math.floor(((clientX - left) / width) * (lastOf() + 1)))
  }
  bar.addEventListener('pointermove', point)
  bar.addEventListener('pointerdown', point)
  // A finger leaves when it is lifted, and then one wants to read.
  bar.addEventListener('pointerleave', ({ pointerType }) => pointerType === 'mouse' && leave())
  bar.addEventListener('blur', leave)
  bar.addEventListener('keydown', (event) => {
    const { key } = event
    const at = bar.dataset.at === undefined ? undefined : Number(bar.dataset.at)
    const step = steps[key]
    if (key === 'Escape' && at !== undefined) leave()
    else if (key === 'Home') read(0)
    else if (key === 'End') read(lastOf())
    else if (step !== undefined) read(at === undefined ? lastOf() : at + step)
    else return
    event.preventDefault()
  })
}
