import { afterAll, expect, it } from 'vitest'
import { makeHost } from '../test/proc-tree.ts'
import { makeScanner } from './scan.ts'

const host = makeHost()
afterAll(() => host.remove())

it.each(['EACCES', 'EPERM'])('counts unreadable processes (%s) and reports that some are hidden', async (code) => {
  const stat = '1 (init) S 1 1 1 0 -1 0 0 0 0 0 0 0 0 0 20 0 1 0 5 4096 10 0\n'
  host.put(1, { comm: 'init' })
  host.put(9, { comm: 'secret' })
  const read = (path: string) => {
    if (path.includes('/9/')) throw Object.assign(new Error('refused'), { code })
    return stat
  }
  const scan = makeScanner({ proc: `${host.root}/proc`, now: () => 0, uptime: () => 1, read })
  const found = await scan(new AbortController().signal)
  expect(found).toMatchObject({ total: 2, partial: true, processes: [{ pid: 1, comm: 'init' }] })
})
