import type { ReactNode } from 'react'
import { useT } from '../../i18n.ts'
import { useFormat } from '../../use-format.ts'
import type { PlacedMark } from './marks.ts'
import { markSpan } from './reading-text.ts'

const maxItems = 50

/** The newest marks of a chart as a list for screen readers. */
export function MarkList({ marks }: { marks: readonly PlacedMark[] }): ReactNode {
  const t = useT('sdk')
  const format = useFormat()
  if (marks.length === 0) return null
  return (
    <ul className="sr-only" aria-label={t('chart.marks')}>
      {marks
        .slice(-maxItems)
        .reverse()
        .map((mark) => (
          <li key={`${mark.from} ${mark.label}`}>
            {markSpan(mark, { format, t })}: {mark.label}
          </li>
        ))}
    </ul>
  )
}
