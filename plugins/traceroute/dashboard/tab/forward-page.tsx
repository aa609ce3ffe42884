import { Skeleton, useNavigateToPage, usePageParams, usePageSearch } from '@svc/dashboard-sdk'
import { serverPage } from '@svc/plugin-enrollment/dashboard/pages'
import { type ReactNode, useEffect } from 'react'
import { serverTraceroutePage, tracerouteTab } from '../pages.ts'

/** Redirects to the tab of the server, without a history entry. */
export default function ForwardPage(): ReactNode {
  const { id } = usePageParams(serverTraceroutePage)
  const [search] = usePageSearch(serverTraceroutePage)
  const navigate = useNavigateToPage()
  useEffect(() => {
    navigate(serverPage, { params: { id }, search: { ...search, tab: tracerouteTab }, replace: true })
  }, [navigate, id, search])
  return <Skeleton className="h-72 rounded-lg" />
}
