import { escapeMarkup } from '../markdown.ts'
import type { OverallState } from '../status-schema.ts'

/** Dark enough for white text. */
const colors: Readonly<Record<OverallState, string>> = {
  operational: '#15803d',
  maintenance: '#1d4ed8',
  degraded: '#a16207',
  outage: '#b91c1c',
  unknown: '#525252',
}

const maxLabel = 40

/** Estimated width in pixels; characters of East Asian scripts are about twice as wide. */
const widthOf = (text: string) =>
  Math.ceil([...text].reduce((sum, character) => sum + (/[\u1100-\uffdc]/.test(character) ? 12 : 6.8), 12))

/** An image with a label and a state. */
export function renderBadge(label: string, state: OverallState, stateText: string): string {
  const short = [...label].length > maxLabel ? `${[...label].slice(0, maxLabel - 1).join('')}…` : label
  const [left, right] = [widthOf(short), widthOf(stateText)]
  const [name, value] = [escapeMarkup(short), escapeMarkup(stateText)]
  const text = (content: string, from: number, width: number) =>
    `<text x="${from + width / 2}" y="14" textLength="${width - 12}" lengthAdjust="spacingAndGlyphs">${content}</text>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${name}: ${value}">
<title>${name}: ${value}</title>
<clipPath id="r"><rect width="${left + right}" height="20" rx="4"/></clipPath>
<g clip-path="url(#r)"><rect width="${left}" height="20" fill="#404040"/><rect x="${left}" width="${right}" height="20" fill="${colors[state]}"/></g>
<g fill="#fff" text-anchor="middle" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">
${text(name, 0, left)}
${text(value, left, right)}
</g>
</svg>
`
}
