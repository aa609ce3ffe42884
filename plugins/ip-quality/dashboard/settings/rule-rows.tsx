import { Button, IconButton, Input, Select, useT } from '@svc/dashboard-sdk'
import { ArrowUp, Plus, X } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { kinds, limits, newRule, type RuleDraft, statuses } from './service-draft.ts'

/** The rules of a check, in their order. */
export function RuleRows(props: {
  rules: readonly RuleDraft[]
  onRules: (rules: readonly RuleDraft[]) => void
  errorOf: (rule: RuleDraft, index: number) => string | undefined
  error: string | undefined
}): ReactNode {
  const { rules, onRules, errorOf, error } = props
  const t = useT()
  const id = useId()
  const update = (changed: RuleDraft, patch: Partial<RuleDraft>) =>
    onRules(rules.map((rule) => (rule.id === changed.id ? { ...rule, ...patch } : rule)))
  const moveUp = (index: number) => {
    const moved = rules[index]
    if (moved) onRules(rules.toSpliced(index, 1).toSpliced(index - 1, 0, moved))
  }
  return (
    <fieldset className="flex min-w-0 flex-col gap-2" aria-describedby={`${id}-hint`}>
      <legend className="mb-1 font-medium text-sm">{t('rule.title')}</legend>
      <p id={`${id}-hint`} className="text-faint text-xs">
        {t('rule.hint')}
      </p>
      <ol className="flex flex-col gap-2">
        {rules.map((rule, index) => {
          const problem = errorOf(rule, index)
          const number = index + 1
          const invalid = problem ? { 'aria-invalid': true, 'aria-describedby': `${id}-${rule.id}` } : {}
          const text = (field: 'code' | 'min' | 'max') => (
            <Input
              {...invalid}
              aria-label={t(`rule.${field}`, { number })}
              inputMode="numeric"
              maxLength={3}
              className="figures w-20"
              value={rule[field]}
              onChange={({ target }) => update(rule, { [field]: target.value })}
            />
          )
          return (
            <li key={rule.id} className="rounded-md p-3 ring-1 ring-line ring-inset">
              <div className="flex flex-wrap items-center gap-2">
                <Select
                  aria-label={t('rule.kind', { number })}
                  className="w-full sm:w-44"
                  value={rule.kind}
                  onChange={({ target }) =>
                    update(rule, { kind: kinds.find((kind) => kind === target.value) ?? rule.kind })
                  }
                >
                  {kinds.map((kind) => (
                    <option key={kind} value={kind}>
                      {t(`kind.${kind}`)}
                    </option>
                  ))}
                </Select>
                {rule.kind === 'status_equals' && text('code')}
                {rule.kind === 'status_in_range' && (
                  <span className="inline-flex items-center gap-2">
                    {text('min')}
                    <span className="text-muted text-sm">{t('rule.to')}</span>
                    {text('max')}
                  </span>
                )}
                {(rule.kind === 'body_regex' || rule.kind === 'redirect_matches') && (
                  <Input
                    {...invalid}
                    aria-label={t('rule.pattern', { number })}
                    placeholder={rule.kind === 'body_regex' ? 'not available in your (country|region)' : '/unavailable'}
                    maxLength={500}
                    autoComplete="off"
                    autoCapitalize="off"
                    spellCheck={false}
                    className="min-w-40 flex-1 font-mono"
                    value={rule.pattern}
                    onChange={({ target }) => update(rule, { pattern: target.value })}
                  />
                )}
                <span className="ml-auto inline-flex items-center gap-1">
                  <Select
                    aria-label={t('rule.result', { number })}
                    className="w-36"
                    value={rule.result}
                    onChange={({ target }) =>
                      update(rule, { result: statuses.find((status) => status === target.value) ?? rule.result })
                    }
                  >
                    {statuses.map((status) => (
                      <option key={status} value={status}>
                        {t(`status.${status}`)}
                      </option>
                    ))}
                  </Select>
                  <IconButton
                    size="sm"
                    label={t('rule.moveUp', { number })}
                    disabled={index === 0}
                    onClick={() => moveUp(index)}
                  >
                    <ArrowUp aria-hidden />
                  </IconButton>
                  <IconButton
                    size="sm"
                    label={t('rule.remove', { number })}
                    onClick={() => onRules(rules.filter((other) => other.id !== rule.id))}
                  >
                    <X aria-hidden />
                  </IconButton>
                </span>
              </div>
              {problem && (
                <p id={`${id}-${rule.id}`} className="mt-1.5 text-danger text-xs first-letter:uppercase">
                  {problem}
                </p>
              )}
            </li>
          )
        })}
      </ol>
      {error && (
        <p role="alert" className="text-danger text-xs first-letter:uppercase">
          {error}
        </p>
      )}
      <div>
        <Button size="sm" disabled={rules.length >= limits.rules} onClick={() => onRules([...rules, newRule()])}>
          <Plus aria-hidden />
          {t('rule.add')}
        </Button>
      </div>
    </fieldset>
  )
}
