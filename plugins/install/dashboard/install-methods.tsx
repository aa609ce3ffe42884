import { CodeBlock, Segmented, Skeleton, useApi, useStoredChoice, useT } from '@svc/dashboard-sdk'
import type { InstallMethodProps } from '@svc/plugin-enrollment/dashboard/pages'
import type { ReactNode } from 'react'
import {
  type Available,
  availableMethods,
  type Method,
  methods,
  pinnedReleases,
  scriptCommand,
} from '../src/contract.ts'

const choices = [...methods, 'manual'] as const

/** One command for each kind of host for which this server has programs; otherwise only what works without them. */
export default function InstallMethods({ serverUrl, code, overrides, manual }: InstallMethodProps): ReactNode {
  const t = useT()
  const available = useApi<Available>('/api/install')
  const [preferred, setPreferred] = useStoredChoice<Method | 'manual'>('install.method', choices)
  if (available.isPending) return <Skeleton className="h-36 w-full" />
  const usable = available.data ? availableMethods(available.data) : []
  const [first] = usable
  if (first === undefined) return manual
  const method = preferred === 'manual' ? preferred : (usable.find((option) => option === preferred) ?? first)
  const upgrades = available.data?.upgrades ?? null
  const releases = pinnedReleases(serverUrl, upgrades)
  return (
    <>
      <div className="mb-2.5 max-w-full overflow-x-auto whitespace-nowrap">
        <Segmented
          label={t('method.label')}
          value={method}
          onChange={setPreferred}
          options={[...usable, 'manual' as const].map((value) => ({ value, label: t(`method.${value}`) }))}
        />
      </div>
      {method === 'manual' ? (
        manual
      ) : (
        <>
          <CodeBlock
            text={scriptCommand(method, { serverUrl, code, overrides, upgrades })}
            label={t('method.command')}
          />
          <p className="mt-2 text-faint text-xs">{t(`hint.${method}`)}</p>
          {method !== 'docker' && (
            <p className="mt-1 wrap-anywhere text-faint text-xs">
              {releases
                ? t(releases.key ? 'upgrades.signed' : 'upgrades.from', { url: releases.url })
                : t('upgrades.none')}
            </p>
          )}
        </>
      )}
    </>
  )
}
