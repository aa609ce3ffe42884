import { Button, useT } from '@svc/dashboard-sdk'
import { Plus } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { ConditionRow } from './condition-row.tsx'
import { type ConditionDraft, newCondition, type Types } from './rule-draft.ts'

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
  const isEventRule = conditions.length > 1 && conditions.every(({ type }) => types.get(type)?.kind === 'event')
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
