import { localTime } from './local-times.ts'
import { lang } from './texts.ts'
import { hideTooltip, showTooltip } from './tooltip.ts'

interface Points {
  readonly from: number
  readonly to: number
  readonly unit: 'percent' | 'bytes' | 'rate' | 'number'
  readonly series: readonly { readonly label: string; readonly buckets: readonly (number | null)[] }[]
}

const number = new Intl.NumberFormat(lang, { maximumFractionDigits: 1 })
const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB']

function format(value: number, unit: Points['unit']): string {
  if (unit === 'percent') return `${number.format(value)}%`
  if (unit === 'number') return number.format(value)
  const step = value < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log(value) / Math.log(1024)))
  return `${number.format(value / 1024 ** step)} ${units[step]}${unit === 'rate' ? '/s' : ''}`
}

const enhanced = new WeakSet<Element>()

/** Charts show time and values at the pointer. */
export function addChartValues(): void {
  for (const chart of document.querySelectorAll<HTMLElement>('.chart')) {
    const plot = chart.querySelector('.plot svg')
    if (!plot || enhanced.has(plot)) continue
    enhanced.add(plot)
    const cursor = Object.assign(document.createElement('i'), { className: 'cursor', hidden: true })
    const leave = () => {
      cursor.hidden = true
      hideTooltip()
    }
    const point = ({ clientX }: MouseEvent) => {
      const { from, to, unit, series }: Points = JSON.parse(chart.dataset.points ?? '{}')
      const { left, width } = plot.getBoundingClientRect()
      const length = series[0]?.buckets.length ?? 1
      const at = Math.min(length - 1, Math.max(0, Math.floor(((clientX - left) / width) * length)))
      const share = (at + 0.5) / length
      const lines = series.flatMap(({ label, buckets }) => {
        const value = buckets[at]
        return value === null || value === undefined ? [] : [`${label}: ${format(value, unit)}`]
      })
      const x = left + share * width
      // An update of the page removes it.
      if (!cursor.isConnected) plot.parentElement?.append(cursor)
      cursor.style.left = `${x - (plot.parentElement?.getBoundingClientRect().left ?? 0)}px`
      cursor.hidden = false
      showTooltip([localTime(from + share * (to - from)), ...lines], plot, x)
    }
    plot.addEventListener('pointermove', (event) => point(event as MouseEvent))
    plot.addEventListener('pointerdown', (event) => point(event as MouseEvent))
    plot.addEventListener('pointerleave', leave)
  }
}
