import { Button, Field, IconButton, Input, Select, useCodedText, useT } from '@svc/dashboard-sdk'
import type { RuleTypeView, RuleUnit } from '@svc/plugin-alerts/contract'
import { Plus, Trash2 } from 'lucide-react'
import { Fragment, type ReactNode, useId } from 'react'
import { type Amount, scalesOf } from './amount.ts'
import { MinutesField } from './minutes-field.tsx'
import { type ConditionDraft, durationUnit, intervals, newCondition, type Types, withType } from './rule-draft.ts'

/** One condition with the fields of its type. */
function ConditionRow(props: {
  number: number
  condition: ConditionDraft
  onCondition: (condition: ConditionDraft) => void
  onRemove: () => void
  types: Types
  /** validation error of a field */
  errorOf: (field: string) => string | undefined
}): ReactNode {
  const { number, condition, onCondition, onRemove, types, errorOf } = props
  const t = useT()
  const type = types.get(condition.rule_type)
  const has = (field: RuleTypeView['fields'][number]) => type?.fields.includes(field) === true
  const set = (patch: Partial<ConditionDraft>) => onCondition({ ...condition, ...patch })
  const unit = type?.unit ?? null
  return (
    <fieldset className="flex items-start gap-2 rounded-md border bg-sunken/40 p-3">
      <legend className="sr-only">{t('condition.nth', { number })}</legend>
      <div className="grid min-w-0 flex-1 items-start gap-3 md:grid-cols-[minmax(0,1.15fr)_minmax(0,1fr)_minmax(0,1fr)]">
        <TypeSelect
          label={t('condition.type')}
          value={condition.rule_type}
          onChange={(next) => onCondition(withType(condition, next, types))}
          types={types}
          error={errorOf('rule_type')}
        />
        {has('min') && (
          <AmountField
            label={t('condition.min')}
            amount={condition.min}
            onAmount={(min) => set({ min })}
            unit={unit}
            error={errorOf('min')}
          />
        )}
        {has('max') && (
          <AmountField
            label={t(has('min') ? 'condition.max' : 'condition.min')}
            amount={condition.max}
            onAmount={(max) => set({ max })}
            unit={unit}
            placeholder={has('min') ? t('condition.noMax') : undefined}
            error={errorOf('max')}
          />
        )}
        {has('duration') && (
          <AmountField
            label={t(unit === 'days' ? 'condition.within' : 'condition.lasting')}
            amount={condition.duration}
            onAmount={(duration) => set({ duration })}
            unit={durationUnit(type)}
            error={errorOf('duration')}
          />
        )}
        {has('pattern') && (
          <Field label={t('condition.pattern')} hint={t('condition.patternHint')} error={errorOf('pattern')}>
            <Input
              value={condition.pattern}
              onChange={({ target }) => set({ pattern: target.value })}
              placeholder={t('condition.anyName')}
              maxLength={128}
              autoComplete="off"
              spellCheck={false}
            />
          </Field>
        )}
        {has('cycle_limit') && (
          <AmountField
            label={t('condition.limit')}
            amount={condition.cycle_limit}
            onAmount={(cycle_limit) => set({ cycle_limit })}
            unit="bytes"
            error={errorOf('cycle_limit')}
          />
        )}
        {has('cycle_interval') && (
          <Field label={t('condition.interval')} error={errorOf('cycle_interval')}>
            <Select
              value={condition.cycle_interval}
              onChange={({ target }) =>
                set({ cycle_interval: intervals.find((one) => one === target.value) ?? condition.cycle_interval })
              }
            >
              {intervals.map((interval) => (
                <option key={interval} value={interval}>
                  {t(`interval.${interval}`)}
                </option>
              ))}
            </Select>
          </Field>
        )}
        {has('window') && (
          <MinutesField
            label={t('condition.window')}
            hint={t('condition.windowHint', { max: type?.max_window ?? '' })}
            value={condition.window}
            onChange={(window) => set({ window })}
            error={errorOf('window')}
          />
        )}
        {has('share') && (
          <MinutesField
            label={t('condition.share')}
            unit={t('condition.ofMinutes')}
            value={condition.share}
            onChange={(share) => set({ share })}
            error={errorOf('share')}
          />
        )}
        <SourceFields condition={condition} set={set} has={has} errorOf={(field) => errorOf(`security.${field}`)} />
        {type && type.fields.length === 0 && (
          <p className="text-muted text-sm md:col-span-2 md:mt-7.5">{t('condition.plain')}</p>
        )}
        {!type && <p className="text-sm text-warn md:col-span-2 md:mt-7.5">{t('condition.offHint')}</p>}
      </div>
      <IconButton label={t('condition.remove', { number })} size="sm" className="mt-7" onClick={onRemove}>
        <Trash2 aria-hidden />
      </IconButton>
    </fieldset>
  )
}

/** The fields of events with a source. */
function SourceFields(props: {
  condition: ConditionDraft
  set: (patch: Partial<ConditionDraft>) => void
  has: (field: RuleTypeView['fields'][number]) => boolean
  errorOf: (field: string) => string | undefined
}): ReactNode {
  const { condition, set, has, errorOf } = props
  const t = useT()
  const text = (
    field: 'min_failed_count' | 'min_distinct_ports' | 'exclude_users' | 'exclude_cidrs',
    more: object,
  ) => ({
    value: condition[field],
    onChange: ({ target }: { target: { value: string } }) => set({ [field]: target.value }),
    autoComplete: 'off',
    spellCheck: false,
    ...more,
  })
  return (
    <>
      {(['min_failed_count', 'min_distinct_ports'] as const).filter(has).map((field) => (
        <Field key={field} label={t(`condition.${field}`)} error={errorOf(field)}>
          <Input {...text(field, { inputMode: 'numeric', placeholder: t('condition.anyNumber') })} />
        </Field>
      ))}
      {has('dedupe_window_seconds') && (
        <AmountField
          label={t('condition.dedupe')}
          hint={t('condition.dedupeHint')}
          amount={condition.dedupe_window_seconds}
          onAmount={(dedupe_window_seconds) => set({ dedupe_window_seconds })}
          unit="seconds"
          error={errorOf('dedupe_window_seconds')}
        />
      )}
      {has('exclude_users') && (
        <Field label={t('condition.exclude_users')} hint={t('condition.commaHint')} error={errorOf('exclude_users')}>
          <Input {...text('exclude_users', { maxLength: 2000, placeholder: 'backup, deploy' })} />
        </Field>
      )}
      {has('exclude_cidrs') && (
        <Field label={t('condition.exclude_cidrs')} hint={t('condition.commaHint')} error={errorOf('exclude_cidrs')}>
          <Input {...text('exclude_cidrs', { maxLength: 2000, placeholder: '203.0.113.0/24' })} />
        </Field>
      )}
    </>
  )
}

const kinds: readonly RuleTypeView['kind'][] = ['threshold', 'network', 'traffic', 'state', 'event']

/** Selects a condition type, grouped by kind. An unavailable type stays selected and is marked. */
function TypeSelect(props: {
  label: string
  value: string
  onChange: (type: string) => void
  types: Types
  error?: ReactNode
}): ReactNode {
  const { label, value, onChange, types, error } = props
  const t = useT()
  const sentence = useCodedText()
  const all = [...types.values()]
  return (
    <Field label={label} error={error}>
      <Select value={value} onChange={({ target }) => onChange(target.value)}>
        {!types.has(value) && <option value={value}>{t('condition.off', { type: value })}</option>}
        {kinds.map((kind) => {
          const ofKind = all.filter((type) => type.kind === kind)
          return (
            ofKind.length > 0 && (
              <optgroup key={kind} label={t(`kind.${kind}`)}>
                {ofKind.map(({ type, name_text }) => (
                  <option key={type} value={type}>
                    {sentence(name_text)}
                  </option>
                ))}
              </optgroup>
            )
          )
        })}
      </Select>
    </Field>
  )
}

/** Units with translated names; the others are symbols. */
const translatedUnits = new Set(['s', 'min', 'h', 'd'])

/** A number input with a unit, or a select if there are several units. */
function AmountField(props: {
  label: string
  amount: Amount
  onAmount: (amount: Amount) => void
  unit: RuleUnit
  placeholder?: string | undefined
  hint?: string | undefined
  error?: ReactNode
}): ReactNode {
  const { label, amount, onAmount, unit, placeholder, hint, error } = props
  const t = useT()
  const id = useId()
  const scales = scalesOf(unit)
  const unitLabel = (name: string) => (translatedUnits.has(name) ? t(`unit.${name}`) : name)
  return (
    <Field label={label} hint={hint} error={error}>
      <div className="flex items-center gap-1.5">
        <Input
          value={amount.text}
          onChange={({ target }) => onAmount({ ...amount, text: target.value })}
          inputMode="decimal"
          autoComplete="off"
          placeholder={placeholder}
          className="figures min-w-0 flex-1"
        />
        {scales.length > 1 ? (
          <Select
            id={id}
            aria-label={t('unit.of', { label })}
            value={amount.factor}
            onChange={({ target }) => onAmount({ ...amount, factor: Number(target.value) })}
            className="w-26 shrink-0"
          >
            {scales.map(({ name, factor }) => (
              <option key={name} value={factor}>
                {unitLabel(name)}
              </option>
            ))}
          </Select>
        ) : (
          scales[0]?.name && <span className="shrink-0 text-muted text-sm">{unitLabel(scales[0].name)}</span>
        )}
      </div>
    </Field>
  )
}

const maxConditions = 10

/** The conditions of a rule. */
export function ConditionsField(props: {
  conditions: readonly ConditionDraft[]
  onConditions: (conditions: readonly ConditionDraft[]) => void
  types: Types
  nextKey: () => string
  /** validation error by API field name */
  errorOf: (field: string) => string | undefined
}): ReactNode {
  const { conditions, onConditions, types, nextKey, errorOf } = props
  const t = useT()
  const error = errorOf('rules')
  const isEventRule =
    conditions.length > 1 && conditions.every(({ rule_type }) => types.get(rule_type)?.kind === 'event')
  const first = types.keys().next().value
  const add = () => {
    if (first !== undefined) onConditions([...conditions, newCondition(nextKey(), first, types)])
  }
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium text-sm">{t('condition.title')}</legend>
      <div className="flex flex-col gap-1.5">
        {conditions.map((condition, index) => (
          <Fragment key={condition.key}>
            {index > 0 && <p className="caption pl-3">{t(isEventRule ? 'condition.or' : 'condition.and')}</p>}
            <ConditionRow
              number={index + 1}
              condition={condition}
              onCondition={(next) => onConditions(conditions.map((one) => (one.key === next.key ? next : one)))}
              onRemove={() => onConditions(conditions.filter(({ key }) => key !== condition.key))}
              types={types}
              errorOf={(field) =>
                errorOf(`rules.${index}.${field}`) ?? (field === 'rule_type' ? errorOf(`rules.${index}`) : undefined)
              }
            />
          </Fragment>
        ))}
      </div>
      <div className="mt-2 flex flex-wrap items-center gap-3">
        <Button
          size="sm"
          onClick={add}
          disabled={conditions.length >= maxConditions || first === undefined}
          aria-invalid={error ? true : undefined}
        >
          <Plus aria-hidden />
          {t('condition.add')}
        </Button>
        {error && (
          <p role="alert" className="text-danger text-xs">
            {error}
          </p>
        )}
        {first === undefined && <p className="text-sm text-warn">{t('condition.noTypes')}</p>}
      </div>
    </fieldset>
  )
}
