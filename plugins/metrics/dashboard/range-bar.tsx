import { Button, Segmented, useFormat, useT } from '@svc/dashboard-sdk'
import { CalendarRange, ZoomOut } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { isRolling, parseRange, type Range, rangeNames, writeRange } from './range.js'
import { RangeDialog } from './range-dialog.js'

/** Chooses what the charts show. `children` are the acts on what is shown. */
export function RangeBar(props: {
  range: Range
  onChoose: (range: Range) => void
  onZoomOut: (() => void) | undefined
  children?: ReactNode
}): ReactNode {
  const { range, onChoose, onZoomOut, children } = props
  const t = useT()
  const format = useFormat()
  const [choosing, setChoosing] = useState(false)
  const written = writeRange(range) ?? 'live'
  const named = rangeNames.find((name) => name === written)
  const words = range === 'live' || named ? undefined : isRolling(range) ? lengthOf(range.name) : undefined
  return (
    <div className="flex min-h-8.5 flex-wrap items-center gap-x-3 gap-y-2">
      <Segmented
        label={t('range.label')}
        value={named ?? ('' as never)}
        onChange={(name) => onChoose(parseRange(name))}
        options={rangeNames.map((name) => ({ value: name, label: t(`range.${name}`) }))}
      />
      <Button aria-haspopup="dialog" aria-pressed={named === undefined} onClick={() => setChoosing(true)}>
        <CalendarRange aria-hidden />
        {words ? t(`range.${words.unit}`, { count: words.count }) : t('range.custom')}
      </Button>
      {onZoomOut && (
        <Button onClick={onZoomOut}>
          <ZoomOut aria-hidden />
          {t('range.back')}
        </Button>
      )}
      {children}
      {range !== 'live' && !isRolling(range) && (
        <p className="figures text-muted text-sm">
          {format.dateTime(range.from * 1000)} – {format.dateTime(range.to * 1000)}
        </p>
      )}
      {choosing && (
        <RangeDialog
          range={range}
          onClose={() => setChoosing(false)}
          onChoose={(chosen) => {
            setChoosing(false)
            onChoose(chosen)
          }}
        />
      )}
    </div>
  )
}

/** `90d` in numbers and words. */
const lengthOf = (name: string) => ({
  count: Number.parseInt(name, 10),
  unit: name.endsWith('h') ? 'lastHours' : 'lastDays',
})
