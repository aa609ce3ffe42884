import { type Provider, titleOf } from '../sign-in/use-providers.ts'

/** An account at a provider that signs the user in. */
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
 * A row for every linked account, and one for every provider that has none, in the order of the providers. Accounts of
 * providers that are not offered any more stand last: they can still be unlinked.
 */
export function linkRows(providers: readonly Provider[], accounts: readonly LinkedAccount[]): LinkRow[] {
  const offered = new Set(providers.map(({ id }) => id))
  const rows = providers.flatMap((provider): LinkRow[] => {
    const own = accounts.filter((account) => account.provider === provider.id)
    return own.length > 0 ? own.map((account) => ({ provider, account })) : [{ provider }]
  })
  const rest = accounts.filter((account) => !offered.has(account.provider))
  return [
    ...rows,
    ...rest.map((account) => ({ provider: { id: account.provider, title: titleOf(account.provider) }, account })),
  ]
}

/** How the user knows the account: name and address as far as the provider told them, else its number there. */
export function accountName({ display_name, email, provider_user_id }: LinkedAccount): string {
  const names = [display_name, email].filter((name): name is string => Boolean(name?.trim()))
  return [...new Set(names)].join(' · ') || provider_user_id
}
