import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { useT } from '../i18n.ts'
import { serverNow } from '../server-clock.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import { maxSeconds, minSeconds, parseRange, type Range, type RelativeRange, resolveRange } from './range.ts'
import { calendarSpans, formatLocal, isSpan, parseForm, type RangeErrors } from './range-form.ts'

const relativePresets = ['2h', '12h', '3d', '14d', '90d', '400d'].map((name) => parseRange(name) as RelativeRange)
const day = 86_400

/** A dialog to enter an absolute range or choose a preset. */
export function RangeDialog(props: { range: Range; onChoose: (range: Range) => void; onClose: () => void }): ReactNode {
  const { range, onChoose, onClose } = props
  const t = useT('sdk')
  const form = useId()
  const [now] = useState(() => serverNow() / 1000)
  const [shown] = useState(() => resolveRange(range === 'live' ? { name: '1h', seconds: 3600 } : range, now))
  const [from, setFrom] = useState(() => formatLocal(shown.from))
  const [to, setTo] = useState(() => formatLocal(shown.to))
  const [errors, setErrors] = useState<RangeErrors>({})
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const read = parseForm(from, to, serverNow() / 1000)
    if (isSpan(read)) onChoose(read)
    else setErrors(read)
  }
  const error = (key: string | undefined) =>
    key && t(`range.error.${key}`, { days: maxSeconds / day, minutes: minSeconds / 60 })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('range.title')}
      description={t('range.zone', { zone: Intl.DateTimeFormat().resolvedOptions().timeZone })}
      footer={
        <>
          <Button onClick={onClose}>{t('range.cancel')}</Button>
          <Button variant="primary" type="submit" form={form}>
            {t('range.show')}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={submit} className="grid gap-4 sm:grid-cols-2">
        <Field label={t('range.from')} error={error(errors.from)}>
          <Input
            type="datetime-local"
            value={from}
            min={formatLocal(now - maxSeconds)}
            max={formatLocal(now)}
            onChange={({ target }) => setFrom(target.value)}
          />
        </Field>
        <Field label={t('range.to')} error={error(errors.to)}>
          <Input type="datetime-local" value={to} onChange={({ target }) => setTo(target.value)} />
        </Field>
      </form>
      <h3 className="caption mt-6 mb-2">{t('range.upToNow')}</h3>
      <p className="flex flex-wrap gap-2">
        {relativePresets.map((one) => (
          <Button key={one.name} size="sm" onClick={() => onChoose(one)}>
            {t(`range.${one.name.endsWith('h') ? 'lastHours' : 'lastDays'}`, { count: Number.parseInt(one.name, 10) })}
          </Button>
        ))}
      </p>
      <h3 className="caption mt-4 mb-2">{t('range.calendar')}</h3>
      <p className="flex flex-wrap gap-2">
        {calendarSpans(now).map(({ name, span }) => (
          <Button key={name} size="sm" onClick={() => onChoose(span)}>
            {t(`range.${name}`)}
          </Button>
        ))}
      </p>
    </Dialog>
  )
}
