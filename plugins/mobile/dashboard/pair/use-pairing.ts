import { ApiError, api, serverNow, useApi } from '@svc/dashboard-sdk'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type Device, devicesPath, newDevice, pairingsOf } from '../devices/device.ts'
import type { PairCode } from './pair-code.ts'

const pollMs = 2000

export interface PairOffer {
  readonly code: string
  /** epoch milliseconds in server time */
  readonly until: number
}

/** Creates a pairing code and polls for the phone that uses it. */
export function usePairing() {
  const [offer, setOffer] = useState<PairOffer>()
  const [before, setBefore] = useState<{ pairings: ReadonlySet<string>; at: number }>()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<ApiError>()
  const [paired, setPaired] = useState<Device>()
  const { data, dataUpdatedAt, error } = useApi<Device[]>(devicesPath, {
    enabled: before !== undefined && !paired,
    refetchInterval: pollMs,
    staleTime: 0,
  })

  const createCode = useCallback(async () => {
    setBusy(true)
    setFailure(undefined)
    try {
      // before creating the code, so that the paired phone shows up as new
      const devices = await api<Device[]>('GET', devicesPath)
      const { code, expires_in_secs } = await api<PairCode>('POST', '/api/mobile/pair')
      setBefore({ pairings: pairingsOf(devices), at: serverNow() })
      setPaired(undefined)
      // minus a second for the response time
      setOffer({ code, until: serverNow() + (expires_in_secs - 1) * 1000 })
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause
      setFailure(cause)
    } finally {
      setBusy(false)
    }
  }, [])

  const started = useRef(false)
  useEffect(() => {
    if (started.current) return
    started.current = true
    void createCode()
  }, [createCode])

  // ignore lists from before the code was created
  const fresh = before && data && dataUpdatedAt > before.at ? data : undefined
  const next = before && fresh && !paired ? newDevice(before.pairings, fresh) : undefined
  if (next) setPaired(next)

  return { offer, paired, busy, error: failure, createCode, pollFailed: error !== null && !paired }
}
