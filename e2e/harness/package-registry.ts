import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename } from 'node:path'

/** A package as its author would publish it. */
export interface PackedPackage {
  readonly manifest: { readonly name: string; readonly version: string }
  readonly tarball: string
}

/** A registry on this machine that knows these packages and no others. */
export async function startRegistry(packages: readonly PackedPackage[]) {
  const served = new Map<string, () => { type: string; body: string | Buffer }>()
  const server = createServer((request, response) => {
    const answer = served.get(decodeURIComponent(request.url ?? ''))?.()
    if (!answer) return response.writeHead(404).end('{}')
    return response.writeHead(200, { 'content-type': answer.type }).end(answer.body)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.on('listening', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  for (const { manifest, tarball } of packages) {
    const bytes = readFileSync(tarball)
    const address = `/-/${basename(tarball)}`
    const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`
    const version = { ...manifest, dist: { tarball: `${url}${address}`, integrity } }
    const { name, version: number } = manifest
    const known = { name, 'dist-tags': { latest: number }, versions: { [number]: version } }
    served.set(`/${name}`, () => ({ type: 'application/json', body: JSON.stringify(known) }))
    served.set(address, () => ({ type: 'application/octet-stream', body: bytes }))
  }
  return { url, close: () => server.close().closeAllConnections() }
}
