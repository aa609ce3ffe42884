import { Card, CopyButton, cn, useCodedText, useFormat, useT } from '@svc/dashboard-sdk'
import type { MonitorDetail } from '@svc/plugin-monitors/contract'
import type { ReactNode } from 'react'
import { factsOf } from './facts.ts'
import { ValidityBar } from './validity-bar.tsx'

/** Details of the last check, such as the certificate. */
export function DetailCard({ monitor }: { monitor: MonitorDetail }): ReactNode {
  const t = useT()
  const format = useFormat()
  const sentence = useCodedText()
  const { monitor_type: type, latest_record: record } = monitor
  if (!record) return null
  const facts = factsOf(type, record.detail, { t, format })
  const note = record.error_text ? sentence(record.error_text) : t('detail.noFacts')
  return (
    <Card
      title={t(`detail.facts.${type}`)}
      description={t('detail.asOf', { at: format.dateTime(record.time) })}
      className="mb-4"
    >
      {facts.length === 0 ? (
        <p className={cn('wrap-anywhere text-sm', record.success ? 'text-muted' : 'text-danger')}>{note}</p>
      ) : (
        <>
          <ValidityBar monitor={monitor} detail={record.detail} />
          <dl className="grid gap-x-6 gap-y-3.5 sm:grid-cols-2 lg:grid-cols-3">
            {facts.map(({ name, value, copy, raw }) => (
              <div key={name} className={cn('min-w-0', (raw || copy) && 'sm:col-span-full')}>
                <dt className="caption">{t(`fact.${name}`)}</dt>
                <dd className="flex min-w-0 items-start gap-1 text-sm">
                  <span
                    className={cn(
                      'wrap-anywhere min-w-0 pt-0.5',
                      raw && 'max-h-48 overflow-y-auto whitespace-pre-wrap font-mono text-xs',
                      copy && 'font-mono text-xs',
                    )}
                  >
                    {value}
                  </span>
                  {copy && (
                    <span className="-my-1.5 shrink-0 scale-80">
                      <CopyButton text={value} />
                    </span>
                  )}
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </Card>
  )
}
