import { ApiError, api, serverNow, useApi } from '@svc/dashboard-sdk'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type Device, devicesPath, newDevice, pairingsOf } from '../devices/device.ts'
import type { PairCode } from './pair-code.ts'

const pollMs = 2000

export interface Offer {
  readonly code: string
  /** milliseconds, by the clock of the server */
  readonly until: number
}

/** Makes a code, and looks for the phone that uses it. */
export function usePairing() {
  const [offer, setOffer] = useState<Offer>()
  const [known, setKnown] = useState<{ pairings: ReadonlySet<string>; at: number }>()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<ApiError>()
  const [found, setFound] = useState<Device>()
  const { data, dataUpdatedAt, error } = useApi<Device[]>(devicesPath, {
    enabled: known !== undefined && !found,
    refetchInterval: pollMs,
    staleTime: 0,
  })

  const make = useCallback(async () => {
    setBusy(true)
    setFailure(undefined)
    try {
      // before the code exists, so that whoever uses it is new
      const before = await api<Device[]>('GET', devicesPath)
      const { code, expires_in_secs } = await api<PairCode>('POST', '/api/mobile/pair')
      setKnown({ pairings: pairingsOf(before), at: serverNow() })
      setFound(undefined)
      // a second less for the way from the server to here
      setOffer({ code, until: serverNow() + (expires_in_secs - 1) * 1000 })
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause
      setFailure(cause)
    } finally {
      setBusy(false)
    }
  }, [])

  const asked = useRef(false)
  useEffect(() => {
    if (asked.current) return
    asked.current = true
    void make()
  }, [make])

  // an older list may still have phones that were signed out since
  const fresh = known && data && dataUpdatedAt > known.at ? data : undefined
  const next = known && fresh && !found ? newDevice(known.pairings, fresh) : undefined
  if (next) setFound(next)

  return { offer, found, busy, failure, make, unseen: error !== null && !found }
}
