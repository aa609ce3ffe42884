import { Badge, Card, CopyButton, EmptyState, Flag, PageLink, useCountryName, useT } from '@svc/dashboard-sdk'
import type { IpQualitySnapshot } from '@svc/plugin-ip-quality/contract'
import { MapPinOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { ipQualitySettingsPage } from '../pages.ts'
import { RiskBadge } from '../results/risk-badge.tsx'
import { CheckedAt } from '../results/status-mark.tsx'

const flags = ['is_proxy', 'is_vpn', 'is_tor', 'is_abuser', 'is_hosting', 'is_mobile'] as const

/** What is known of the public address of a server. */
export function AddressCard({ snapshot }: { snapshot: IpQualitySnapshot | null }): ReactNode {
  const t = useT()
  return (
    <Card title={t('address.title')} flush={!snapshot}>
      {snapshot ? (
        <Facts snapshot={snapshot} />
      ) : (
        <EmptyState icon={MapPinOff} title={t('address.none')} description={t('address.noneHint')} />
      )}
    </Card>
  )
}

function Facts({ snapshot }: { snapshot: IpQualitySnapshot }) {
  const t = useT()
  const country = useCountryName()
  const { ip, asn, as_org, city, region, abuse_email, asn_abuser_score, checked_at } = snapshot
  const place = [city, region, snapshot.country && (country(snapshot.country) ?? snapshot.country)].filter(Boolean)
  const raised = flags.filter((flag) => snapshot[flag])
  const facts: readonly (readonly [label: string, value: ReactNode])[] = [
    ['address.type', t(`ipType.${snapshot.ip_type}`)],
    ['address.risk', <RiskBadge key="risk" snapshot={snapshot} />],
    [
      'address.flags',
      raised.length > 0 && (
        <span className="flex flex-wrap gap-1">
          {raised.map((flag) => (
            <Badge key={flag} tone={flag === 'is_hosting' || flag === 'is_mobile' ? 'neutral' : 'warn'}>
              {t(`flag.${flag}`)}
            </Badge>
          ))}
        </span>
      ),
    ],
    [
      'address.place',
      place.length > 0 && (
        <span className="flex flex-wrap items-center gap-1.5">
          <Flag code={snapshot.country} />
          {place.join(', ')}
        </span>
      ),
    ],
    ['address.network', [asn, as_org].filter(Boolean).join(' · ')],
    ['address.networkAbuse', asn_abuser_score !== null && t('risk.outOf', { score: asn_abuser_score })],
    ['address.abuse', abuse_email],
    ['address.checked', <CheckedAt key="checked" at={checked_at} />],
  ]
  return (
    <>
      <p className="mb-3 flex items-center gap-2">
        <span className="figures wrap-anywhere font-medium">{ip}</span>
        <CopyButton text={ip} label={t('address.copy')} />
      </p>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2 text-sm">
        {facts.map(([label, value]) =>
          value ? (
            <div key={label} className="contents">
              <dt className="text-muted">{t(label)}</dt>
              <dd className="wrap-anywhere min-w-0">{value}</dd>
            </div>
          ) : null,
        )}
      </dl>
      {snapshot.risk_level === 'unknown' && (
        <PageLink
          page={ipQualitySettingsPage}
          className="mt-4 inline-block rounded-xs text-accent text-sm hover:underline"
        >
          {t('address.noProvider')}
        </PageLink>
      )}
    </>
  )
}
