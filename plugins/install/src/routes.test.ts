import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestKernel, type TestKernel } from '@svc/kernel/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { writeRelease } from '../test/release.ts'
import install from './index.ts'

const folder = mkdtempSync(join(tmpdir(), 'svc-releases-'))
const location = 'https://downloads.example.com/svc'
const kernels: TestKernel[] = []
let mirror: TestKernel
let empty: TestKernel
let redirecting: TestKernel

const start = async (config: object) => {
  const kernel = await createTestKernel({ plugins: [install], config: { install: config } })
  kernels.push(kernel)
  return kernel
}
const available = async (kernel: TestKernel) => (await kernel.as('admin').inject('/api/install')).json().data

beforeAll(async () => {
  writeRelease(folder, {
    'svc-agent-linux-amd64': 'a program',
    'svc-agent-linux-amd64.zst': 'packed',
    'svc-agent-windows-amd64.exe': 'another',
    'svc-agent-image-linux-arm64.tar': 'an image',
    'svc-server-linux-amd64': 'the server',
  })
  // Not in the checksums.
  writeFileSync(join(folder, 'svc-agent-darwin-arm64'), '')
  mirror = await start({ release_dir: folder, release_url: location })
  empty = await start({})
  redirecting = await start({ release_url: `${location}/` })
})
afterAll(async () => {
  for (const kernel of kernels) await kernel.close()
  rmSync(folder, { recursive: true })
})

it.each(['install.sh', 'install.ps1'])('anybody gets /%s, cached, and unchanged for 304', async (name) => {
  const { statusCode, headers, body } = await mirror.inject(`/${name}`)
  expect(statusCode).toBe(200)
  expect(headers).toMatchObject({
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'public, max-age=300',
  })
  expect(body).toContain('SVC_ENROLLMENT_CODE')
  const again = await mirror.inject({ url: `/${name}`, headers: { 'if-none-match': `${headers.etag}` } })
  expect(again.statusCode).toBe(304)
})

it('the files of its release folder are served, and nothing else of it', async () => {
  const { headers, body } = await mirror.inject('/install/svc-agent-linux-amd64')
  expect(body).toBe('a program')
  expect(headers).toMatchObject({ 'content-length': '9', 'cache-control': 'no-cache' })
  expect((await mirror.inject('/install/checksums.txt')).body).toContain('svc-server-linux-amd64')
  const others = ['svc-server-linux-amd64', 'svc-agent-darwin-arm64', 'svc-agent-linux-arm64', '..%2Fsvc.db', 'x']
  for (const name of others) {
    const answer = await mirror.inject(`/install/${name}`)
    expect([name, answer.statusCode, answer.headers.location]).toEqual([name, 404, undefined])
  }
})

it('without such a folder, files come from the release location, of the version of this server', async () => {
  const { statusCode, headers } = await redirecting.inject('/install/svc-agent-linux-arm64')
  expect([statusCode, headers.location]).toEqual([302, `${location}/download/v0.0.0-test/svc-agent-linux-arm64`])
  expect((await redirecting.inject('/install/passwords')).statusCode).toBe(404)
})

it('lists the platforms that can be installed', async () => {
  const targets = ['linux-amd64', 'windows-amd64']
  expect(await available(mirror)).toEqual({ targets, images: ['linux-arm64'], upgrades: { url: location, key: null } })
  expect(await available(empty)).toEqual({ targets: [], images: [], upgrades: null })
  expect((await available(redirecting)).targets).toHaveLength(5)
  expect((await empty.inject('/install/svc-agent-linux-amd64')).json().error.message).toContain(
    'this server has no file svc-agent-linux-amd64 to install',
  )
})

it('a signed release in its folder is a release location for agents, of the version of this server', async () => {
  const signed = await start({ release_dir: folder })
  expect((await available(signed)).upgrades).toBeNull()
  writeFileSync(join(folder, 'svc.pub'), 'untrusted comment: svc release key\nRWQkey\n')
  writeFileSync(join(folder, 'checksums.txt.minisig'), 'a signature')
  expect((await available(signed)).upgrades).toEqual({ url: null, key: 'RWQkey' })
  const get = async (path: string) => (await signed.inject(`/install/download/${path}`)).body
  expect(await get('v0.0.0-test/svc-agent-linux-amd64')).toBe('a program')
  expect(await get('v0.0.0-test/checksums.txt')).toContain('svc-agent-linux-amd64')
  expect(await get('v0.0.0-test/checksums.txt.minisig')).toBe('a signature')
  for (const path of ['v9.9.9/checksums.txt', 'v0.0.0-test/svc.pub', 'v0.0.0-test/svc-server-linux-amd64'])
    expect(await get(path)).toContain(`this server has no file ${path} to install`)
})
