import { Segmented, ServerPicker, useT } from '@svc/dashboard-sdk'
import { type ReactNode, useId } from 'react'
import type { RuleDraft } from './rule-draft.ts'

const coverTypes = ['all', 'include', 'exclude'] as const

/** Selects the servers of a rule. */
export function CoverageField(props: {
  cover: RuleDraft['cover']
  servers: readonly string[]
  onChange: (patch: Pick<RuleDraft, 'cover' | 'servers'>) => void
  error: string | undefined
}): ReactNode {
  const { cover, servers, onChange, error } = props
  const t = useT()
  const id = useId()
  return (
    <div className="flex flex-col gap-2">
      <p className="font-medium text-sm" aria-hidden>
        {t('coverage.title')}
      </p>
      <div>
        <Segmented
          label={t('coverage.title')}
          value={cover}
          onChange={(next) => onChange({ cover: next, servers })}
          options={coverTypes.map((value) => ({ value, label: t(`coverage.${value}`) }))}
        />
      </div>
      {cover === 'all' ? (
        <p className="text-faint text-xs">{t('coverage.allHint')}</p>
      ) : (
        <ServerPicker
          label={t(`coverage.${cover}`)}
          chosen={servers}
          onChosen={(next) => onChange({ cover, servers: next })}
          describedBy={error ? id : undefined}
        />
      )}
      {error && (
        <p id={id} role="alert" className="text-danger text-xs">
          {error}
        </p>
      )}
    </div>
  )
}
