import { Checkbox, Field, type FormState, Input, Select, useFormat, useT } from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'
import type { MaintenanceDraft } from './maintenance-draft.ts'
import { frequencies, type Weekday, weekdayName, weekdayOf, weekdays } from './recurrence.ts'

/** How a window repeats. */
export function RecurrenceFields({ form }: { form: FormState<MaintenanceDraft> }): ReactNode {
  const t = useT()
  const { draft } = form
  const { repeats } = draft
  const isRegular = repeats !== 'none' && repeats !== 'custom'
  return (
    <>
      <div className="grid items-start gap-4.5 sm:grid-cols-3">
        <Field
          label={t('recurrence.label')}
          error={repeats === 'custom' ? undefined : form.error('recurrence', 'repeats')}
        >
          <Select {...form.register('repeats')}>
            {frequencies.map((frequency) => (
              <option key={frequency} value={frequency}>
                {t(`recurrence.frequencies.${frequency}`)}
              </option>
            ))}
          </Select>
        </Field>
        {isRegular && (
          <>
            <Field label={t(`recurrence.every.${repeats}`)} error={form.error('interval')}>
              <Input {...form.register('interval')} inputMode="numeric" maxLength={3} />
            </Field>
            <Field label={t('recurrence.lastDay')} aside={t('incident.optional')} error={form.error('until')}>
              <Input {...form.register('until')} type="date" />
            </Field>
          </>
        )}
      </div>
      {repeats === 'WEEKLY' && <WeekdayBoxes form={form} />}
      {repeats === 'MONTHLY' && (
        <Field label={t('recurrence.monthlyBy')}>
          <Select {...form.register('monthlyBy')}>
            <option value="date">{t('recurrence.sameDate')}</option>
            <option value="weekday">{t('recurrence.sameWeekday')}</option>
          </Select>
        </Field>
      )}
      {repeats === 'custom' && (
        <Field label={t('recurrence.rule')} hint={t('recurrence.ruleHint')} error={form.error('recurrence', 'custom')}>
          <Input
            {...form.register('custom')}
            maxLength={200}
            spellCheck={false}
            autoComplete="off"
            className="font-mono"
          />
        </Field>
      )}
    </>
  )
}

function WeekdayBoxes({ form }: { form: FormState<MaintenanceDraft> }) {
  const t = useT()
  const { locale } = useFormat()
  const { days, start } = form.draft
  // Without a choice it is the weekday of the start.
  const chosen = days.length > 0 ? days : [weekdayOf(start)]
  const toggle = (day: Weekday) =>
    form.set({ days: chosen.includes(day) ? chosen.filter((one) => one !== day) : [...chosen, day] })
  return (
    <fieldset className="flex flex-wrap gap-x-5 gap-y-1.5">
      <legend className="mb-1.5 font-medium text-sm">{t('recurrence.days')}</legend>
      {weekdays.map((day) => (
        <Checkbox
          key={day}
          label={weekdayName(locale, day, 'short')}
          checked={chosen.includes(day)}
          onChange={() => toggle(day)}
        />
      ))}
    </fieldset>
  )
}
