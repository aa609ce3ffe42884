import { useLiveMessage } from '@svc/dashboard-sdk'
import type { Payload } from '@svc/protocol'
import { useEffect, useRef, useState } from 'react'
import type { NetworkProbeUpdate } from '../../src/wire.ts'
import { type NewestRounds, withUpdate } from './newest-rounds.ts'

/** Milliseconds: the rounds of hundreds of servers are shown together, at most this often. */
const calm = 2000

type Update = Payload<typeof NetworkProbeUpdate>

/** The newest round of each target that was heard of while this is shown. */
export function useNewestRounds(): NewestRounds {
  const [rounds, setRounds] = useState<NewestRounds>(() => new Map())
  const heard = useRef<Update[]>([])
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  useLiveMessage<Update>('network_probe_update', (update) => {
    if (!Array.isArray(update.results)) return
    heard.current.push(update)
    timer.current ??= setTimeout(() => {
      const updates = heard.current
      heard.current = []
      timer.current = undefined
      setRounds((before) => updates.reduce(withUpdate, before))
    }, calm)
  })
  return rounds
}
