import { writeSync } from 'node:fs'
import { makeRandom } from '@svc/kernel/testing'
import { alone, archiveOf, live, moduleOf, together } from './life.ts'
import { upload } from './sources.ts'

/**
 * Installs, toggles and uninstalls modules until it is killed: `node crash-process.ts <data
 * directory> <seed>`. Logs each change as JSON on standard output, before and after making it: the changed modules and
 * their new state.
 */
const [dataDir = '', seed = ''] = process.argv.slice(2)
const { below } = makeRandom(Number(seed))
const kernel = await live(dataDir)
const admin = kernel.as('admin')

interface Act {
  readonly ids: readonly string[]
  /** null: uninstalled */
  readonly version?: string | null
  readonly enabled?: boolean
}

async function act(what: Act, request: Parameters<typeof admin.inject>[0] & object): Promise<void> {
  writeSync(1, `${JSON.stringify({ begins: what })}\n`)
  const { statusCode, body } = await admin.inject(request)
  // The module may not be installed.
  if (statusCode >= 400 && statusCode !== 404)
    throw new Error(`${JSON.stringify(what)} answered ${statusCode}: ${body}`)
  writeSync(1, `${JSON.stringify(statusCode === 404 ? {} : { done: what })}\n`)
}
const url = '/api/widget-modules'

for (let n = 0; ; n += 1) {
  const version = `${Number(seed) % 1000}.0.${n}`
  const ids = [...alone, ...together]
  const id = ids[below(ids.length)] as string
  const dice = below(8)
  if (dice < 2) await act({ ids: together, version }, { method: 'POST', url, ...upload(await archiveOf(version)) })
  else if (dice < 5) {
    const one = alone[below(alone.length)] as string
    await act({ ids: [one], version }, { method: 'POST', url, ...upload(moduleOf(one, version)) })
  } else if (dice === 5) await act({ ids: [id], version: null }, { method: 'DELETE', url: `${url}/${id}` })
  else {
    const enabled = dice === 6
    await act({ ids: [id], enabled }, { method: 'PUT', url: `${url}/${id}`, payload: { enabled } })
  }
}
