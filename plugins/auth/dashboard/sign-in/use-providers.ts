import { useApi } from '@svc/dashboard-sdk'

interface Answer {
  readonly providers: readonly string[]
  readonly titles?: Readonly<Record<string, string>>
}

export interface Provider {
  readonly id: string
  readonly title: string
}

const readable: Readonly<Record<string, string>> = { github: 'GitHub', google: 'Google', oidc: 'OpenID Connect' }

export const titleOf = (id: string, titles: Readonly<Record<string, string>> = {}): string =>
  titles[id] ?? readable[id] ?? id

/** Where users can prove who they are; undefined until the server has told, and while it does not. */
export function useProviders(): readonly Provider[] | undefined {
  const { data } = useApi<Answer>('/api/auth/oauth/providers', { staleTime: 5 * 60_000 })
  return data?.providers.map((id) => ({ id, title: titleOf(id, data.titles) }))
}
