import { useApi } from '@svc/dashboard-sdk'

interface ProvidersResponse {
  readonly providers: readonly string[]
  readonly titles?: Readonly<Record<string, string>>
}

export interface Provider {
  readonly id: string
  readonly title: string
}

const defaultTitles: Readonly<Record<string, string>> = { github: 'GitHub', google: 'Google', oidc: 'OpenID Connect' }

export const titleOf = (id: string, titles: Readonly<Record<string, string>> = {}): string =>
  titles[id] ?? defaultTitles[id] ?? id

/** The configured sign-in providers; undefined while loading or on error. */
export function useProviders(): readonly Provider[] | undefined {
  const { data } = useApi<ProvidersResponse>('/api/auth/oauth/providers', { staleTime: 5 * 60_000 })
  return data?.providers.map((id) => ({ id, title: titleOf(id, data.titles) }))
}
