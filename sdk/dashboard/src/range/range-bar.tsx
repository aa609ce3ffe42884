import { CalendarRange, ZoomOut } from 'lucide-react'
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { useT } from '../i18n.ts'
import { Button } from '../ui/button.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { useFocusHandoff } from '../use-focus-handoff.ts'
import { useFormat } from '../use-format.ts'
import { formatRange, isRelativeRange, parseRange, type Range, rangeNames } from './range.ts'
import { RangeDialog } from './range-dialog.tsx'

/** Chooses the time range of charts: live, a preset, or a custom range. See `useRange`. */
export function RangeBar(props: {
  range: Range
  onChoose: (range: Range) => void
  onZoomOut: (() => void) | undefined
}): ReactNode {
  const { range, onChoose, onZoomOut } = props
  const t = useT('sdk')
  const format = useFormat()
  const [choosing, setChoosing] = useState(false)
  const custom = useRef<HTMLButtonElement>(null)
  const current = formatRange(range)
  const preset = rangeNames.find((name) => name === current)
  const length = range === 'live' || preset ? undefined : isRelativeRange(range) ? lengthOf(range.name) : undefined
  return (
    <>
      <Segmented
        label={t('range.label')}
        value={preset ?? ('' as never)}
        onChange={(name) => onChoose(parseRange(name) as Range)}
        options={rangeNames.map((name) => ({ value: name, label: t(`range.${name}`) }))}
        className="max-sm:*:px-2"
      />
      <Button
        ref={custom}
        aria-haspopup="dialog"
        aria-pressed={preset === undefined}
        onClick={() => setChoosing(true)}
        className="max-sm:px-2"
      >
        <CalendarRange aria-hidden />
        <span className="max-sm:sr-only">
          {length ? t(`range.${length.key}`, { count: length.count }) : t('range.custom')}
        </span>
      </Button>
      {onZoomOut && <ZoomOutButton onClick={onZoomOut} next={custom} />}
      {range !== 'live' && !isRelativeRange(range) && (
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
    </>
  )
}

/** Moves the focus to `next` when it unmounts. */
function ZoomOutButton({ onClick, next }: { onClick: () => void; next: RefObject<HTMLButtonElement | null> }) {
  const t = useT('sdk')
  const own = useRef<HTMLButtonElement>(null)
  useFocusHandoff(own, next)
  return (
    <Button ref={own} onClick={onClick} className="max-sm:px-2">
      <ZoomOut aria-hidden />
      <span className="max-sm:sr-only">{t('range.back')}</span>
    </Button>
  )
}

/** Count and text key for `90d`. */
const lengthOf = (name: string) => ({
  count: Number.parseInt(name, 10),
  key: name.endsWith('h') ? 'lastHours' : 'lastDays',
})
