import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { createTestKernel, type TestKernel } from '@svc/kernel/testing'
import { type Core, definePlugin, text } from '@svc/plugin-sdk'
import { fakeAudit } from '@svc/plugin-system/testing'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { places } from '../place-database.ts'
import { makeSource } from '../source.ts'
import { world as networks, writeMmdb } from '../testing.ts'
import { makeDownload } from './download.ts'

const file = writeMmdb(networks)
const actor = { userId: 'u', ip: '127.0.0.1' }

let dir: string
let kernel: TestKernel
let core: Core
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'geoip-'))
  const ear = definePlugin({
    id: 'ear',
    setup(given) {
      core = given
      return {}
    },
  })
  kernel = await createTestKernel({ plugins: [ear] })
})
afterEach(async () => {
  await kernel.close()
  rmSync(dir, { recursive: true })
})

/** A download to one file while the server uses `used`. */
function downloading(used: string, onInstalled: () => Promise<unknown>) {
  const path = join(dir, 'places.mmdb')
  const details: unknown[] = []
  const source = makeSource({ kind: places, path: join(dir, used), expected: true, core })
  const download = makeDownload({
    kind: places,
    clock: kernel.clock,
    core,
    audit: fakeAudit(({ detail }) => void details.push(detail)),
    fetchEdition: async () => gzipSync(file),
    path,
    source,
    onInstalled,
  })
  return { path, details, source, download }
}

it('succeeds even if locating the servers fails', async () => {
  const { details, source, download } = downloading('places.mmdb', () =>
    Promise.reject(new Error('database is locked')),
  )
  expect(await download.start(actor)).toMatchObject({ state: 'succeeded' })
  expect(source.current()?.size).toBe(file.length)
  expect(details).toMatchObject([{ outcome: 'succeeded', file_size: file.length }])
})

it('fails when the saved file cannot be used', async () => {
  let followed = 0
  const { path, details, download } = downloading('elsewhere.mmdb', async () => {
    followed += 1
  })
  expect(await download.start(actor)).toMatchObject({
    state: 'failed',
    error: 'not_saved',
    message_text: text('geoip.SAVED_BUT_UNUSABLE', { problem: 'missing' }),
  })
  expect(readFileSync(path).equals(file)).toBe(true)
  expect(details).toMatchObject([{ outcome: 'failed', error: 'not_saved' }])
  expect(followed).toBe(0)
})
