import { useFormat, useT } from '@svc/dashboard-sdk'
import { useCallback } from 'react'
import { words } from '../words.ts'
import type { Fact } from './facts.ts'

/** A fact in words: its name and its value, or the value before and after. */
export function useFactText() {
  const t = useT()
  const format = useFormat()
  const one = useCallback(
    (value: unknown): string => {
      if (value === null || value === undefined || value === '') return t('audit.value.none')
      if (typeof value === 'boolean') return t(value ? 'audit.value.yes' : 'audit.value.no')
      if (typeof value === 'number') return Number.isInteger(value) ? String(value) : format.value(value, 'number')
      if (Array.isArray(value)) return value.map(one).join(t('audit.value.and')) || t('audit.value.none')
      return typeof value === 'string' ? value : JSON.stringify(value)
    },
    [t, format],
  )
  return useCallback(
    ({ path, value, ...rest }: Fact) => ({
      // the arrow between the values says that it is a change
      name: path
        .filter((name) => path.length === 1 || name !== 'changes')
        .map((name) => t(`audit.field.${name}`, { defaultValue: words(name) }))
        .join(' › '),
      value: one(value),
      before: 'before' in rest ? one(rest.before) : undefined,
    }),
    [t, one],
  )
}
