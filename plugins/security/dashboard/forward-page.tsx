import { Skeleton, useNavigateToPage, usePageParams, usePageSearch } from '@svc/dashboard-sdk'
import { serverPage } from '@svc/plugin-enrollment/dashboard/pages'
import { type ReactNode, useEffect } from 'react'
import { securityTab, serverSecurityPage } from './pages.ts'

/** Redirects to the tab of the server, without a history entry. */
export default function ForwardPage(): ReactNode {
  const { id } = usePageParams(serverSecurityPage)
  const [search] = usePageSearch(serverSecurityPage)
  const navigate = useNavigateToPage()
  useEffect(() => {
    navigate(serverPage, { params: { id }, search: { ...search, tab: securityTab }, replace: true })
  }, [navigate, id, search])
  return <Skeleton className="h-72 rounded-lg" />
}
