import { Skeleton, useNavigateToPage, usePageParams, usePageSearch } from '@svc/dashboard-sdk'
import { serverPage } from '@svc/plugin-enrollment/dashboard/pages'
import { type ReactNode, useEffect } from 'react'
import { dockerPage, dockerTab } from './pages.ts'

/** Redirects to the tab of the server, without a history entry. */
export default function ForwardPage(): ReactNode {
  const { id } = usePageParams(dockerPage)
  const [search] = usePageSearch(dockerPage)
  const navigate = useNavigateToPage()
  useEffect(() => {
    navigate(serverPage, { params: { id }, search: { ...search, tab: dockerTab }, replace: true })
  }, [navigate, id, search])
  return <Skeleton className="h-72 rounded-lg" />
}
