import { ContributionFailed, clearFailedLoads } from '@svc/dashboard-sdk/host'
import { useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** The code of a page could not be fetched. */
export function PageFailed(props: { plugin: string; failure: Error; retry: () => void }): ReactNode {
  const router = useRouter()
  const retry = () => {
    clearFailedLoads()
    props.retry()
    void router.invalidate()
  }
  return <ContributionFailed plugin={props.plugin} failure={props.failure} retry={retry} />
}
