import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Server, Servers } from '@svc/plugin-enrollment/contract'
import type { Clock, Principal, Role } from '@svc/plugin-sdk'
import { isVisible } from '../visible-server.ts'
import type { Histories } from './history/histories.ts'
import type { Summaries } from './summaries.ts'

/** How long an answer is good for all who ask. */
const goodMs = 5000
/** Servers after which others get their turn: a millisecond with twenty targets each. */
const atOnce = 2

interface Answer {
  readonly at: number
  /** who is in it, under which name */
  readonly shown: string
  readonly revision: number
  readonly bytes: Promise<Buffer>
}

interface Dependencies {
  readonly clock: Pick<Clock, 'now'>
  readonly servers: Pick<Servers, 'list'>
  readonly summaries: Pick<Summaries, 'overview'>
  readonly histories: Pick<Histories, 'loaded'>
}

/** The overview of the fleet as the JSON of an answer, made once for all who ask for it within some seconds. */
export function makeOverview({ clock, servers, summaries, histories }: Dependencies) {
  const answers = new Map<Role, Answer>()
  let revision = 0

  async function make(shown: readonly Server[]): Promise<Buffer> {
    await histories.loaded()
    // Bytes of each server in its own turn: three megabytes of text at the end would be a turn too long.
    const parts: Buffer[] = [Buffer.from('{"data":[')]
    for (const [i, server] of shown.entries()) {
      if (i > 0 && i % atOnce === 0) await nextTurn()
      parts.push(Buffer.from(`${i > 0 ? ',' : ''}${JSON.stringify(summaries.overview(server))}`))
    }
    return Buffer.concat([...parts, Buffer.from(']}')])
  }

  return {
    async answer({ role }: Pick<Principal, 'role'>): Promise<Buffer> {
      const now = clock.now()
      const all = servers.list().filter((server) => isVisible(server, { role }))
      const shown = JSON.stringify(all.map(({ id, name }) => [id, name]))
      const known = answers.get(role)
      const isGood = known?.revision === revision && known.shown === shown && Math.abs(now - known.at) < goodMs
      if (known && isGood) return known.bytes
      const bytes = make(all)
      answers.set(role, { at: now, shown, revision, bytes })
      // one that failed is not good for anybody else
      bytes.catch(() => answers.delete(role))
      return bytes
    },
    /** Targets changed: the next answer is a new one. */
    changed() {
      revision += 1
    },
  }
}
export type Overview = ReturnType<typeof makeOverview>
