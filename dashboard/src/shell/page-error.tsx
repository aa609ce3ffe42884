import { ContributionError, clearFailedLoads } from '@svc/dashboard-sdk/host'
import { useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** Shown when the code of a page fails to load. */
export function PageError(props: { plugin: string; error: Error; retry: () => void }): ReactNode {
  const router = useRouter()
  const retry = () => {
    clearFailedLoads()
    props.retry()
    void router.invalidate()
  }
  return <ContributionError plugin={props.plugin} error={props.error} retry={retry} />
}
