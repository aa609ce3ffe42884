import { type Provider, titleOf } from '../sign-in/use-providers.ts'

/** A provider account that is linked to the user. */
export interface LinkedAccount {
  readonly id: string
  readonly provider: string
  readonly provider_user_id: string
  readonly email: string | null
  readonly display_name: string | null
  readonly created_at: string
}

export interface LinkRow {
  readonly provider: Provider
  readonly account?: LinkedAccount
}

/**
 * A row per linked account, and one per provider without any, in provider order. Accounts of providers that are no longer
 * configured come last, so that they can still be unlinked.
 */
export function linkRows(providers: readonly Provider[], accounts: readonly LinkedAccount[]): LinkRow[] {
  const configured = new Set(providers.map(({ id }) => id))
  const rows = providers.flatMap((provider): LinkRow[] => {
    const own = accounts.filter((account) => account.provider === provider.id)
    return own.length > 0 ? own.map((account) => ({ provider, account })) : [{ provider }]
  })
  const rest = accounts.filter((account) => !configured.has(account.provider))
  return [
    ...rows,
    ...rest.map((account) => ({ provider: { id: account.provider, title: titleOf(account.provider) }, account })),
  ]
}

/** Display name and email, or the provider user id if there are neither. */
export function accountName({ display_name, email, provider_user_id }: LinkedAccount): string {
  const names = [display_name, email].filter((name): name is string => Boolean(name?.trim()))
  return [...new Set(names)].join(' · ') || provider_user_id
}
