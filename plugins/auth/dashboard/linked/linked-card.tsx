import { Button, Card, DeleteDialog, ErrorState, Skeleton, useApi, useFormat, useT } from '@svc/dashboard-sdk'
import { type ReactNode, useState } from 'react'
import { SettingRow } from '../security/setting-row.tsx'
import { useHasPassword } from '../security/use-has-password.ts'
import { oauthAddress } from '../sign-in/oauth-address.ts'
import { ProviderIcon } from '../sign-in/provider-icon.tsx'
import { type Provider, useProviders } from '../sign-in/use-providers.ts'
import { accountName, type LinkedAccount, type LinkRow, linkRows } from './link-rows.ts'

/** Confirms unlinking a provider account. */
function UnlinkDialog(props: { provider: Provider; account: LinkedAccount; onClose: () => void }): ReactNode {
  const { provider, account, onClose } = props
  const t = useT()
  return (
    <DeleteDialog
      path={`/api/auth/oauth/accounts/${encodeURIComponent(account.id)}`}
      invalidates={['/api/auth/oauth/accounts']}
      title={t('linked.unlinkTitle', { provider: provider.title })}
      description={t('linked.unlinkText', { account: accountName(account) })}
      action={t('linked.unlink')}
      done={t('linked.unlinked', { provider: provider.title })}
      onClose={onClose}
    />
  )
}

/** Linked provider accounts. Hidden when no provider is configured and nothing is linked. */
export function LinkedCard(): ReactNode {
  const t = useT()
  const providers = useProviders()
  const hasPassword = useHasPassword()
  const { data, error, refetch } = useApi<LinkedAccount[]>('/api/auth/oauth/accounts')
  const [unlinking, setUnlinking] = useState<LinkRow & { account: LinkedAccount }>()
  const rows = linkRows(providers ?? [], data ?? [])
  if (rows.length === 0) return null
  const onlyWay = !hasPassword && data?.length === 1

  return (
    <Card title={t('linked.title')} description={t('linked.lead')}>
      {!data && (error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton className="h-9" />)}
      {data && (
        <ul>
          {rows.map(({ provider, account }) => (
            <SettingRow
              key={account?.id ?? provider.id}
              icon={<ProviderIcon id={provider.id} />}
              title={provider.title}
              detail={account ? <Linked account={account} onlyWay={onlyWay} /> : t('linked.none')}
              action={
                account ? (
                  !onlyWay && (
                    <Button
                      aria-label={t('linked.unlinkNamed', { provider: provider.title })}
                      onClick={() => setUnlinking({ provider, account })}
                    >
                      {t('linked.unlink')}
                    </Button>
                  )
                ) : (
                  <Button asChild>
                    <a
                      href={oauthAddress(provider.id, { link: true })}
                      aria-label={t('linked.linkNamed', { provider: provider.title })}
                    >
                      {t('linked.link')}
                    </a>
                  </Button>
                )
              }
            />
          ))}
        </ul>
      )}
      {unlinking && <UnlinkDialog {...unlinking} onClose={() => setUnlinking(undefined)} />}
    </Card>
  )
}

function Linked({ account, onlyWay }: { account: LinkedAccount; onlyWay: boolean }) {
  const t = useT()
  const format = useFormat()
  return (
    <>
      {accountName(account)}
      <span className="block text-faint text-xs">
        {t('linked.since', { date: format.date(account.created_at) })}
        {onlyWay && <> · {t('linked.onlyWay')}</>}
      </span>
    </>
  )
}
