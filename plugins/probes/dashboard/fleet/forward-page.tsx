import { Skeleton, useNavigateToPage, usePageParams, usePageSearch } from '@svc/dashboard-sdk'
import { serverPage } from '@svc/plugin-enrollment/dashboard/pages'
import { type ReactNode, useEffect } from 'react'
import { networkTab, serverNetworkPage } from '../pages.ts'

/** Redirects to the tab of the server, without a history entry. */
export default function ForwardPage(): ReactNode {
  const { serverId } = usePageParams(serverNetworkPage)
  const [{ range }] = usePageSearch(serverNetworkPage)
  const navigate = useNavigateToPage()
  useEffect(() => {
    navigate(serverPage, {
      params: { id: serverId },
      search: { tab: networkTab, ...(range === undefined ? {} : { range }) },
      replace: true,
    })
  }, [navigate, serverId, range])
  return <Skeleton className="h-72 rounded-lg" />
}
