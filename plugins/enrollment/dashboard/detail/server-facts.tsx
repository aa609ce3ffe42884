import {
  CopyButton,
  cn,
  distributionName,
  type Format,
  type Translate,
  useCountryName,
  useFormat,
  useStoredChoice,
  useT,
} from '@svc/dashboard-sdk'
import type { ServerRecord } from '@svc/plugin-enrollment/contract'
import type { ServerStatus } from '@svc/protocol'
import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { shortCpu } from '../server/short-cpu.ts'

interface Fact {
  readonly key: string
  readonly label: string
  readonly value: string
  /** whether to show a copy button */
  readonly copy?: boolean
}

/** System information, which rarely changes: one line that unfolds to all of it. The choice is remembered. */
export function ServerFacts({ record, row }: { record: ServerRecord; row: ServerStatus | undefined }): ReactNode {
  const t = useT()
  const [shown, setShown] = useStoredChoice('serverFacts', ['line', 'all'])
  const facts = useFacts(record, row)
  const line = useFactLine(record)
  if (facts.length === 0) return <p className="mb-4 text-muted text-sm">{t('detail.noFacts')}</p>
  const isOpen = shown === 'all'
  return (
    <section aria-label={t('detail.facts')} className="mb-4">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setShown(isOpen ? 'line' : 'all')}
        className="flex w-full min-w-0 items-center gap-1.5 rounded-sm text-left text-muted text-sm hover:text-ink"
      >
        <span className="figures min-w-0 truncate">{isOpen ? t('detail.facts') : line || t('detail.facts')}</span>
        <ChevronDown className={cn('size-4 shrink-0 text-faint', isOpen && 'rotate-180')} aria-hidden />
      </button>
      {isOpen && (
        <dl className="panel mt-2 grid grid-cols-[repeat(auto-fill,minmax(min(100%,9rem),1fr))] gap-x-6 gap-y-3.5 px-5 py-4 md:grid-cols-[repeat(auto-fill,minmax(12.5rem,1fr))]">
          {facts.map(({ key, label, value, copy }) => (
            <div key={key} className="min-w-0">
              <dt className="caption">{label}</dt>
              <dd className="flex min-h-6 min-w-0 items-start gap-1 text-sm">
                <span className="figures line-clamp-2 min-w-0 break-words pt-0.5" data-tip={value}>
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
      )}
    </section>
  )
}

/** The line that is always shown. */
function useFactLine(record: ServerRecord): string {
  const t = useT()
  const format = useFormat()
  const country = useCountryName()
  const { os, cpu_name, cpu_cores, mem_total, disk_total, ipv4, country_code: code } = record
  return [
    distributionName(os),
    cpu_name ? shortCpu(cpu_name) : '',
    cpu_cores ? t('figure.cores', { count: cpu_cores }) : '',
    mem_total ? t('detail.memory', { size: format.bytes(mem_total) }) : '',
    disk_total ? t('detail.disk', { size: format.bytes(disk_total) }) : '',
    ipv4,
    code && (country(code) ?? code),
  ]
    .filter(Boolean)
    .join(' · ')
}

function useFacts(record: ServerRecord, row: ServerStatus | undefined): readonly Fact[] {
  const t = useT()
  const format = useFormat()
  const country = useCountryName()
  const { cpu_name, cpu_cores, cpu_arch } = record
  const size = (bytes: number | null | undefined) => (bytes ? format.bytes(bytes) : undefined)
  const join = (...parts: (string | null | undefined)[]) => parts.filter(Boolean).join(' · ')
  const swap = size(record.swap_total)
  const place = record.country_code ? (country(record.country_code) ?? record.country_code) : undefined
  const all: [key: string, value: string, copy?: boolean][] = [
    ['os', distributionName(record.os)],
    ['kernel', record.kernel_version ?? ''],
    ['virtualization', record.virtualization ?? ''],
    ['cpu', cpu_name ? shortCpu(cpu_name) : ''],
    ['cores', join(cpu_cores ? t('figure.cores', { count: cpu_cores }) : '', cpu_arch)],
    ['memory', join(size(record.mem_total), swap && t('detail.swap', { size: swap }))],
    ['disk', size(record.disk_total) ?? ''],
    ['ipv4', record.ipv4 ?? '', true],
    ['ipv6', record.ipv6 ?? '', true],
    ['place', join(place, record.region)],
    [
      'processes',
      row?.process_count
        ? join(
            format.number(row.process_count),
            `TCP ${format.number(row.tcp_conn)}`,
            `UDP ${format.number(row.udp_conn)}`,
          )
        : '',
    ],
    [
      'transfer',
      row?.process_count ? `↓ ${format.bytes(row.net_in_transfer)}  ↑ ${format.bytes(row.net_out_transfer)}` : '',
    ],
    ['agent', record.agent_version ?? ''],
    ['price', priceOf(record, t, format)],
    ['expires', record.expired_at ? format.date(`${record.expired_at.slice(0, 10)}T00:00:00`) : ''],
    ['limit', record.traffic_limit ? format.bytes(record.traffic_limit, record.traffic_limit) : ''],
  ]
  return all
    .filter(([, value]) => value !== '')
    .map(([key, value, copy]) => ({ key, label: t(`fact.${key}`), value, ...(copy ? { copy } : {}) }))
}

function priceOf({ price, currency, billing_cycle: cycle }: ServerRecord, t: Translate, format: Format): string {
  if (price === null) return ''
  const sum = format.money(price, currency ?? '').trim()
  return t('billing.per', { sum, cycle: t(`billing.cycles.${cycle}`) })
}
