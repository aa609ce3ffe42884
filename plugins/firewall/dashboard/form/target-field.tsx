import { Field, type FormState, Input, useCodedText, useT } from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'
import type { BlockDraft } from './block-draft.ts'
import { useTargetCheck } from './use-target-check.ts'

/** The address or range, with what the server says about it while it is typed. */
export function TargetField({ form }: { form: FormState<BlockDraft> }): ReactNode {
  const t = useT()
  const textOf = useCodedText()
  const { target } = form.draft
  const check = useTargetCheck(target)
  // What is typed halfway is no error yet.
  const problem = check?.target && check.problem_text ? textOf(check.problem_text) : undefined
  const isFine = check?.target && !check.problem_text
  return (
    <div>
      <Field label={t('form.target')} hint={t('form.targetHint')} error={form.error('target') ?? problem}>
        <Input
          {...form.register('target')}
          maxLength={64}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          className="font-mono"
        />
      </Field>
      <p role="status" className="mt-1 text-muted text-xs empty:hidden">
        {isFine &&
          [
            check.target === target.trim()
              ? t('form.ok', { target: check.target })
              : t('form.stored', { target: check.target }),
            ...(check.covered_by ? [t('form.covered', { range: check.covered_by })] : []),
          ].join(' ')}
      </p>
    </div>
  )
}
