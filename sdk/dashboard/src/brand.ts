import { type ApiQuery, useApi } from './api/query.ts'

/** The branding of this installation; every member may be unset. */
export interface Brand {
  readonly site_title: string | null
  readonly logo_path: string | null
  readonly favicon_path: string | null
  readonly footer_text: string | null
}

const defaultTitle = 'svc'

export const brandQuery: ApiQuery = { path: '/api/settings/brand' }

/** The brand, with the title filled in. Public: works before sign-in. */
export function useBrand(): Partial<Brand> & { readonly title: string } {
  const { data } = useApi<Brand>(brandQuery.path, { staleTime: 5 * 60_000 })
  return { ...data, title: data?.site_title?.trim() || defaultTitle }
}
