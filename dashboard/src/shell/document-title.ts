import { needsAttention, type Page, useBrand, useServers } from '@svc/dashboard-sdk'
import type { Contributed } from '@svc/dashboard-sdk/host'
import { useEffect } from 'react'
import { usePageName } from './current-page.ts'

/** Keeps title and icon of the browser tab in sync with page, brand, and the number of servers that need attention. */
export function useDocumentTitle(page: Contributed<Page> | undefined, title: string | undefined): void {
  const brand = useBrand()
  const name = usePageName(page)
  const [count = 0] = useServers((servers) => [servers.filter(needsAttention).length])
  const text = `${count > 0 ? `(${count}) ` : ''}${title ?? name} · ${brand.title}`
  useEffect(() => {
    document.title = text
  }, [text])
  const icon = brand.favicon_path
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
    if (!link || !icon) return
    link.removeAttribute('type')
    link.href = icon
  }, [icon])
}
