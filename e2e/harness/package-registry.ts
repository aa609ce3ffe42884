import { spawn } from 'node:child_process'
import { createReadStream, existsSync, readFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename, dirname, join } from 'node:path'
import { repository } from './process.ts'

interface Manifest {
  readonly name: string
  readonly version: string
}

/** A version of a package, with its tarball. */
interface Version {
  readonly manifest: Manifest
  readonly send: (response: ServerResponse) => void
}

/** A package as its author would publish it. */
export interface PackedPackage {
  readonly manifest: Manifest
  readonly tarball: string
}

const readManifest = (folder: string) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest

const unused = (name: string) => [`${name}/node_modules`, '*.map', '*.c']

/** Uncompressed, without nested node_modules, and without what nothing reads: source maps and sources of native code. */
function sendFolder(folder: string, response: ServerResponse): void {
  const name = basename(folder)
  const tar = spawn('tar', [
    '-C',
    dirname(folder),
    ...unused(name).flatMap((path) => ['--exclude', path]),
    '-cf',
    '-',
    name,
  ])
  tar.stdout.pipe(response)
}

/** Packages installed in this repository, by name; the most used version first. */
function installed(): (name: string) => Version[] {
  const lock = JSON.parse(readFileSync(join(repository, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { link?: boolean }>
  }
  const places = Object.keys(lock.packages).filter((place) => !lock.packages[place]?.link)
  return (name) =>
    places
      .filter((place) => place === `node_modules/${name}` || place.endsWith(`/node_modules/${name}`))
      .map((place) => join(repository, place))
      .filter((folder) => existsSync(folder))
      .map((folder) => ({ manifest: readManifest(folder), send: (response) => sendFolder(folder, response) }))
}

/**
 * A local registry, so that installations need no network: our packages as they would be published, and others as
 * installed in this repository.
 */
export async function startRegistry(own: readonly PackedPackage[]) {
  const others = installed()
  const versionsOf = (name: string): Version[] => {
    const ours = own.filter(({ manifest }) => manifest.name === name)
    if (ours.length === 0) return others(name)
    return ours.map(({ manifest, tarball }) => ({ manifest, send: (to) => createReadStream(tarball).pipe(to) }))
  }
  const server = createServer((request, response) => {
    const [name = '', version] = decodeURIComponent((request.url ?? '/').slice(1)).split('/-/')
    const versions = versionsOf(name)
    if (versions.length === 0) return response.writeHead(404, { 'content-type': 'application/json' }).end('{}')
    if (version !== undefined) {
      const wanted = versions.find(({ manifest }) => `${manifest.version}.tgz` === version)
      return wanted ? wanted.send(response) : response.writeHead(404).end()
    }
    const described = versions.map(({ manifest }) => ({
      ...manifest,
      dist: { tarball: `http://${request.headers.host}/${manifest.name}/-/${manifest.version}.tgz` },
    }))
    const byNumber = Object.fromEntries(described.map((one) => [one.version, one]))
    const answer = { name, 'dist-tags': { latest: described[0]?.version }, versions: byNumber }
    return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.on('listening', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, close: () => server.close().closeAllConnections() }
}
