import { useApi } from '@svc/dashboard-sdk'
import type { TargetCheck } from '@svc/plugin-firewall/contract'
import { useEffect, useState } from 'react'
import { checkPath } from '../paths.ts'

const debounceMs = 300

/** What the server says about a target while it is typed; undefined until it is known. */
export function useTargetCheck(typed: string): TargetCheck | undefined {
  const target = typed.trim()
  const [settled, setSettled] = useState(target)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(target), debounceMs)
    return () => clearTimeout(timer)
  }, [target])
  const { data } = useApi<TargetCheck>(checkPath, {
    search: { target: settled },
    enabled: settled !== '',
    staleTime: 0,
  })
  return settled === target && target !== '' ? data : undefined
}
